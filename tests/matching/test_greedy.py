"""Greedy matching by hand; agreement with the COCO evaluator is in tests/parity."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.matching import match_greedy


def pairs(matches):
    return list(zip(matches.rows.tolist(), matches.columns.tolist(), strict=True))


def test_the_best_score_chooses_first():
    matches = match_greedy([[0.9, 0.6], [0.8, 0.7], [0.1, 0.2]], [0.5, 0.9, 0.7])
    assert pairs(matches) == [(1, 0), (0, 1)]
    assert matches.unmatched_rows.tolist() == [2]
    assert matches.unmatched_columns.tolist() == []


def test_an_overlap_equal_to_the_threshold_matches():
    assert pairs(match_greedy([[0.5]], [1])) == [(0, 0)]
    assert pairs(match_greedy([[0.4999]], [1])) == []


def test_a_threshold_of_one_forgives_rounding():
    assert pairs(match_greedy([[1 - 1e-11]], [1], threshold=1.0)) == [(0, 0)]
    assert pairs(match_greedy([[1 - 1e-9]], [1], threshold=1.0)) == []


def test_equal_overlaps_take_the_later_truth_and_equal_scores_the_earlier_detection():
    assert pairs(match_greedy([[0.7, 0.7]], [1])) == [(0, 1)]
    assert pairs(match_greedy([[0.7], [0.9]], [1, 1])) == [(0, 0)]


def test_a_crowd_takes_any_number_and_only_what_is_left():
    overlap = [[0.6, 0.9], [0.6, 0.9], [0.6, 0.9]]
    matches = match_greedy(overlap, [3, 2, 1], crowd=[False, True])
    # The first takes the object although the crowd covers it more.
    assert pairs(matches) == [(0, 0), (1, 1), (2, 1)]
    assert matches.unmatched_columns.tolist() == []


def test_an_ignored_truth_is_second_choice_and_used_once():
    overlap = [[0.6, 0.9], [0.2, 0.9], [0.2, 0.9]]
    matches = match_greedy(overlap, [3, 2, 1], ignored=[False, True])
    assert pairs(matches) == [(0, 0), (1, 1)]
    assert matches.unmatched_rows.tolist() == [2]


def test_nothing_matches_nothing():
    for overlap, scores, rows, columns in [
        ([], [], 0, 0),
        ([], [0.1, 0.2], 2, 0),
        (np.empty((0, 3)), [], 0, 3),
        (np.empty((2, 0)), [1, 2], 2, 0),
    ]:
        matches = match_greedy(overlap, scores)
        assert pairs(matches) == []
        assert matches.unmatched_rows.tolist() == list(range(rows))
        assert matches.unmatched_columns.tolist() == list(range(columns))


def test_refusals_name_the_place():
    with pytest.raises(ArgumentError, match=r"overlap\[0, 1\] is nan"):
        match_greedy([[0, np.nan]], [1])
    with pytest.raises(ArgumentError, match=r"scores\[1\] is nan"):
        match_greedy([[0], [0]], [1, np.nan])
    with pytest.raises(ArgumentError, match=r"scores has shape \(1,\); expected \(2,\)"):
        match_greedy([[0], [0]], [1])
    with pytest.raises(ArgumentError, match="threshold is nan"):
        match_greedy([[0]], [1], threshold=float("nan"))
    with pytest.raises(ArgumentError, match="crowd has shape"):
        match_greedy([[0]], [1], crowd=[True, False])
