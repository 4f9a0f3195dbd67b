"""Which boxes are large enough, by hand."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.boxes import remove_small
from truebox.errors import ArgumentError

BOXES = np.array([[0.0, 0, 10, 10], [0, 0, 1, 50], [5, 5, 5, 9], [0, 0, 4, 4]])


@pytest.mark.parametrize("name", LIBRARIES)
def test_rows_of_every_library(name):
    tested = LIBRARIES[name]()
    boxes = tested.array(BOXES)
    found = remove_small(boxes, min_size=4)
    assert type(found) is type(boxes)
    assert tested.numpy(found).tolist() == [0, 3]


def test_limits_are_reached_not_exceeded():
    assert remove_small(BOXES, min_size=10).tolist() == [0]
    assert remove_small(BOXES, min_area=16).tolist() == [0, 1, 3]
    assert remove_small(BOXES).tolist() == [0, 1, 2, 3]
    assert remove_small(BOXES, min_size=5, pixels="inclusive").tolist() == [0, 3]
    assert remove_small([], min_size=1).tolist() == []
    assert remove_small([[5, 5, 2, 30]], min_size=3, box_format="xywh").tolist() == []


def test_visibility_is_the_share_of_area_left():
    before = np.array([[0.0, 0, 20, 10], [0, 0, 1, 50], [5, 5, 5, 9], [0, 0, 8, 4.5]])
    assert remove_small(BOXES, before=before, min_visibility=0.5).tolist() == [0, 1, 2]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_size": -1}, "min_size is -1"),
        ({"min_area": float("nan")}, "min_area is nan"),
        ({"min_visibility": 0.5}, "needs before="),
        ({"min_visibility": 1.5, "before": BOXES}, "a share from 0 to 1"),
        ({"min_visibility": 0.5, "before": BOXES[:1]}, "expected as many"),
    ],
)
def test_bad_options(options, message):
    with pytest.raises(ArgumentError, match=message):
        remove_small(BOXES, **options)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("box_format", ["xyxy", "yxyx", "xywh", "cxcywh", "rel_xyxy"])
def test_as_by_sides_and_areas(box_format, dtype):
    boxes = np.random.default_rng(8).integers(0, 30, (150, 4)).astype(dtype)
    sides = boxes[:, 2:] if box_format.endswith("wh") else boxes[:, 2:] - boxes[:, :2]
    for size, area in ((0, 0), (7, 0), (0, 90), (3.5, 60)):
        expected = np.flatnonzero((sides >= size).all(1) & (sides.prod(1) >= area))
        for given in (boxes, np.asfortranarray(boxes), boxes.tolist()):
            found = remove_small(given, min_size=size, min_area=area, box_format=box_format)
            assert found.dtype == np.int64
            assert np.array_equal(found, expected)
