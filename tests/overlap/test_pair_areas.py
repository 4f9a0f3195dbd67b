"""The areas behind one IoU."""

from __future__ import annotations

import dataclasses

import pytest

from truebox.boxes import Box
from truebox.errors import InputError
from truebox.overlap import PairOverlap, pair_overlap


@pytest.mark.parametrize(
    ("a", "b", "box_format", "pixels", "expected"),
    [
        ((0, 0, 4, 4), (2, 2, 6, 6), "xyxy", "continuous", PairOverlap(4 / 28, 4, 28, 16, 16)),
        ((0, 0, 4, 4), (2, 2, 6, 6), "xyxy", "inclusive", PairOverlap(9 / 41, 9, 41, 25, 25)),
        ((0, 0, 4, 4), (2, 2, 4, 4), "xywh", "inclusive", PairOverlap(4 / 28, 4, 28, 16, 16)),
        ((2, 2, 4, 4), (4, 4, 4, 4), "cxcywh", "continuous", PairOverlap(4 / 28, 4, 28, 16, 16)),
        (
            (0, 0, 0.5, 0.5),
            (0.25, 0, 0.75, 0.5),
            "rel_yxyx",
            "continuous",
            PairOverlap(1 / 3, 1 / 8, 3 / 8, 1 / 4, 1 / 4),
        ),
        ((0, 0, 1, 1), (5, 5, 6, 6), "xyxy", "continuous", PairOverlap(0, 0, 2, 1, 1)),
    ],
)
def test_areas(a, b, box_format, pixels, expected):
    result = pair_overlap(a, b, box_format=box_format, pixels=pixels)
    assert dataclasses.astuple(result) == dataclasses.astuple(expected)


def test_box_objects():
    assert pair_overlap(Box(0, 0, 4, 4), Box(2, 2, 6, 6)).union == 28.0


def test_bad_boxes_are_refused():
    with pytest.raises(InputError, match="E-191 box_a"):
        pair_overlap((4, 4, 0, 0), (0, 0, 1, 1))
