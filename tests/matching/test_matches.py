"""Pairs and both leftovers."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.matching.matches import Matches, matches_of


def test_leftovers_are_what_no_pair_holds():
    matches = matches_of(np.array([2, 0]), np.array([1, 3]), (4, 4))
    assert matches.unmatched_rows.tolist() == [1, 3]
    assert matches.unmatched_columns.tolist() == [0, 2]


def test_a_column_may_be_in_several_pairs():
    matches = matches_of(np.array([0, 1]), np.array([1, 1]), (2, 2))
    assert matches.unmatched_rows.tolist() == []
    assert matches.unmatched_columns.tolist() == [0]


def test_matches_unpack_and_cannot_be_changed():
    matches = matches_of(np.array([0]), np.array([0]), (1, 2))
    rows, columns, left_rows, left_columns = matches
    assert [part.tolist() for part in (rows, columns, left_rows, left_columns)] == [[0], [0], [], [1]]
    assert isinstance(matches, Matches)
    with pytest.raises(AttributeError):
        matches.rows = columns
