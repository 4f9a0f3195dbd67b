"""Joining two frames: by hand, against every possible matching, and the two stages."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.boxes import Box
from truebox.errors import ArgumentError, InputError
from truebox.overlap import pairwise_iou
from truebox.tracking import associate

# IoU of a box with itself moved by s of its side is (1 - s) / (1 + s).
A, A_MOVED_BY_2 = (0, 0, 10, 10), (2, 0, 12, 10)
FAR = (500, 500, 510, 510)


def pairs(matches):
    return list(zip(matches.rows.tolist(), matches.columns.tolist(), strict=True))


def crowd(seed, count):
    chance = np.random.default_rng(seed)
    corner = chance.uniform(0, 25, (count, 2))
    return np.concatenate([corner, corner + chance.uniform(6, 14, (count, 2))], axis=1)


def largest_excess(overlap, limit):
    """Over every set of pairs above the limit: the largest total of IoU - limit."""
    rows, columns = overlap.shape
    return max(
        sum(overlap[i, j] - limit for i, j in zip(some, chosen, strict=True))
        for size in range(min(rows, columns) + 1)
        for some in combinations(range(rows), size)
        for chosen in permutations(range(columns), size)
        if all(overlap[i, j] > limit for i, j in zip(some, chosen, strict=True))
    )


def test_the_order_of_boxes_does_not_matter():
    before = [A, (100, 0, 120, 20), (50, 50, 60, 60)]
    joined = associate(before, [(101, 1, 121, 21), FAR, (0, 1, 10, 11)])
    assert pairs(joined) == [(0, 2), (1, 0)]
    assert joined.unmatched_rows.tolist() == [2]
    assert joined.unmatched_columns.tolist() == [1]


def test_two_doubtful_pairs_do_not_break_up_a_good_one():
    # IoU: the first box stays where it is (1); both cross pairs have 1/4, barely above the threshold.
    before, now = [(0, 0, 10, 10), (6, 0, 16, 10)], [(0, 0, 10, 10), (-6, 0, 4, 10)]
    assert pairwise_iou(before, now).tolist() == [[1.0, 0.25], [0.25, 0.0]]
    assert pairs(associate(before, now, iou_threshold=0.2)) == [(0, 0)]


def test_a_whole_is_better_than_the_first_best():
    # IoU 9/11 and 2/3 in the first row, 2/3 and 1/3 in the second: greedy would pair 9/11 with 1/3.
    before = [(0, 0, 10, 10), (3, 0, 13, 10)]
    now = [(1, 0, 11, 10), (-2, 0, 8, 10)]
    assert pairs(associate(before, now, iou_threshold=0.3)) == [(0, 1), (1, 0)]


@given(st.integers(0, 10**6), st.integers(0, 4), st.integers(0, 4), st.sampled_from([0.0, 0.2, 0.5]))
@settings(max_examples=60, deadline=None)
def test_the_total_excess_is_the_largest_possible(seed, count_before, count_now, limit):
    before, now = crowd(seed, count_before), crowd(seed + 1, count_now)
    overlap = pairwise_iou(before, now)
    joined = associate(before, now, iou_threshold=limit)
    found = overlap[joined.rows, joined.columns]
    assert (found > limit).all()
    assert float((found - limit).sum()) == pytest.approx(largest_excess(overlap, limit), abs=1e-12)
    everything = [*joined.rows, *joined.unmatched_rows], [*joined.columns, *joined.unmatched_columns]
    assert [sorted(side) for side in everything] == [list(range(count_before)), list(range(count_now))]


def test_a_low_score_gets_what_a_high_one_leaves():
    before = [A, FAR]
    now = [A, A_MOVED_BY_2, FAR]
    # The exact box has a low score: the moved one, IoU 2/3, goes first.
    joined = associate(before, now, scores=[0.3, 0.9, 0.3])
    assert pairs(joined) == [(0, 1), (1, 2)]
    assert joined.unmatched_columns.tolist() == [0]
    assert pairs(associate(before, now)) == [(0, 0), (1, 2)]


def test_the_second_stage_is_stricter_and_has_a_floor():
    # IoU 2/3 passes the second stage at .5, not at .7; a score below low_score takes no part.
    assert pairs(associate([A], [A_MOVED_BY_2], scores=[0.3])) == [(0, 0)]
    assert pairs(associate([A], [A_MOVED_BY_2], scores=[0.3], second_iou_threshold=0.7)) == []
    assert pairs(associate([A], [A_MOVED_BY_2], scores=[0.05])) == []
    assert pairs(associate([A], [A_MOVED_BY_2], scores=[0.05], low_score=0.0)) == [(0, 0)]


@pytest.mark.parametrize(("score", "stage"), [(0.6, "first"), (0.1, "second")])
def test_a_score_on_a_limit_belongs_to_the_stage_above(score, stage):
    # IoU 2/8 = .25 passes the first stage only.
    moved = (6, 0, 16, 10)
    assert pairs(associate([A], [moved], scores=[score])) == ([(0, 0)] if stage == "first" else [])
    assert pairs(associate([A], [A], scores=[score])) == [(0, 0)]


def test_an_iou_on_the_threshold_does_not_pass():
    assert pairs(associate([A], [(0, 0, 10, 5)], iou_threshold=0.5)) == []
    assert pairs(associate([A], [FAR], iou_threshold=0.0)) == []


def test_labels_of_frames_with_unequal_numbers_of_boxes():
    joined = associate([A], [A_MOVED_BY_2, A, A], previous_labels=[1], labels=[1, 3, 2])
    assert pairs(joined) == [(0, 0)]
    joined = associate([A, A, A_MOVED_BY_2], [A], previous_labels=[2, 3, 1], labels=[1])
    assert pairs(joined) == [(2, 0)]
    for before, now in (([1, 1], [1]), ([1], [1])):
        with pytest.raises(ArgumentError, match=r"labels has shape .*one per box"):
            associate([A], [A, A], previous_labels=before, labels=now)


def test_labels_keep_classes_apart():
    joined = associate([A, A], [A_MOVED_BY_2, A], previous_labels=[1, 2], labels=[1, 3])
    assert pairs(joined) == [(0, 0)]
    with pytest.raises(ArgumentError, match="previous_labels is missing"):
        associate([A], [A], labels=[1])


def test_formats_and_pixels():
    assert pairs(associate([(5, 5, 10, 10)], [(5, 5, 10, 10)], box_format="cxcywh")) == [(0, 0)]
    # One shared column of pixels: IoU 0 between positions, 1/3 between pixels.
    assert pairs(associate([(0, 0, 1, 3)], [(1, 0, 2, 3)])) == []
    assert pairs(associate([(0, 0, 1, 3)], [(1, 0, 2, 3)], pixels="inclusive")) == [(0, 0)]


def test_tensors_and_box_objects():
    torch = pytest.importorskip("torch")
    now = torch.tensor([A_MOVED_BY_2], dtype=torch.float32, requires_grad=True)
    joined = associate([Box(*A)], now, scores=torch.tensor([0.9]))
    assert pairs(joined) == [(0, 0)]


@pytest.mark.parametrize(("before", "now"), [([], []), ([A], []), ([], [A])])
@pytest.mark.parametrize("scored", [False, True])
def test_empty_frames(before, now, scored):
    joined = associate(before, now, scores=[0.9] * len(now) if scored else None)
    assert pairs(joined) == []
    assert (len(joined.unmatched_rows), len(joined.unmatched_columns)) == (len(before), len(now))
    assert joined.rows.dtype == joined.unmatched_columns.dtype == np.int64


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"scores": [0.5, 0.5]}, r"scores has shape \(2,\); expected \(1,\)"),
        ({"scores": [np.nan]}, r"scores\[0\] is nan"),
        ({"scores": [0.5], "low_score": 0.7}, "low_score is 0.7 and high_score 0.6"),
        ({"iou_threshold": 1.5}, "iou_threshold is 1.5; expected a number from 0 to 1"),
        ({"second_iou_threshold": float("nan")}, "second_iou_threshold is nan"),
        ({"previous_labels": [[1]], "labels": [1]}, r"previous_labels has shape \(1, 1\)"),
        ({"previous_labels": ["a"], "labels": ["a"]}, "previous_labels has dtype <U1; expected numbers"),
    ],
)
def test_what_does_not_fit_is_named(options, message):
    with pytest.raises(ArgumentError, match=message):
        associate([A], [A], **options)


def test_a_bad_box_is_named_by_argument_and_row():
    with pytest.raises(InputError, match=r"previous_boxes\[1\]"):
        associate([A, (5, 5, 0, 9)], [A])
    with pytest.raises(InputError, match=r"\bboxes\[0\]"):
        associate([A], [(0, 0, np.inf, 1)])
    with pytest.raises(ArgumentError, match=r"^boxes has shape \(4,\)"):
        associate([A], np.array(A))
