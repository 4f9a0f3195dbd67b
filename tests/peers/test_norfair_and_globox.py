"""norfair at ac9c00b, ``test_distances.py``, and globox at 1a71850, ``test_bbox.py``, as facts."""

from __future__ import annotations

import pytest

from truebox.boxes import convert_boxes
from truebox.errors import ArgumentError, InputError
from truebox.overlap import iou, pairwise_iou


@pytest.mark.parametrize(
    ("found", "tracked", "distance"),
    [
        ([0, 0, 1, 1], [0, 0, 1, 1], 0),
        ([0, 0, 1.1, 1.1], [0, 0, 1.1, 1.1], 0),
        ([0, 0, 1, 1], [0, 0, 2, 2], 1 - 1 / 4),
        ([0, 0, 1, 1], [1, 1, 2, 2], 1),
        ([0, 0, 4, 4], [1, 1, 2, 2], 1 - 1 / 16),
        ([0, 0, 2, 2], [1, 1, 3, 3], 1 - 1 / 7),
    ],
)
def test_norfair_iou(found, tracked, distance):
    assert 1 - pairwise_iou([found], [tracked])[0, 0] == pytest.approx(distance, abs=1e-15)


@pytest.mark.parametrize("box", [[0, 0], [0, 0, 1, 1, 2, 2]])
def test_norfair_boxes_of_other_lengths_are_refused(box):
    with pytest.raises(ArgumentError):
        pairwise_iou([box], [[0, 0, 2, 2]])


@pytest.mark.parametrize(
    ("a", "b", "published"),
    [
        ((0, 0, 10, 10), (5, 0, 10, 10), 0.5),
        ((0, 0, 10, 10), (10, 10, 15, 15), 0),
        ((0, 0, 10, 10), (20, 20, 30, 30), 0),
        ((0, 0, 0, 0), (5, 5, 15, 15), 0),
        ((0, 0, 0, 0), (1, 1, 1, 1), 0),
    ],
)
def test_globox_iou(a, b, published):
    assert iou(a, b) == published


def test_globox_a_point_with_itself():
    """They publish 1; here, as in pycocotools, what has no area overlaps with nothing."""
    assert iou((0, 0, 0, 0), (0, 0, 0, 0)) == 0


@pytest.mark.parametrize(
    ("box_format", "given", "corners", "centers"),
    [
        ("rel_xyxy", [0, 0, 0.75, 1], [0, 0, 75, 200], [37.5, 100, 75, 200]),
        ("rel_cxcywh", [0.5, 0.5, 0.5, 1], [25, 0, 75, 200], [50, 100, 50, 200]),
        ("rel_xywh", [0, 0, 0.5, 1], [0, 0, 50, 200], [25, 100, 50, 200]),
    ],
)
def test_globox_fractions(box_format, given, corners, centers):
    assert convert_boxes([given], box_format, "xyxy", image_size=(100, 200)).tolist() == [corners]
    assert convert_boxes([given], box_format, "cxcywh", image_size=(100, 200)).tolist() == [centers]
    with pytest.raises(ArgumentError, match="image_size"):
        convert_boxes([given], box_format, "xyxy")


@pytest.mark.parametrize("box", [(10, 10, 5, 10), (10, 10, 15, 9)])
def test_globox_a_box_whose_end_lies_before_its_beginning_is_refused(box):
    with pytest.raises(InputError):
        iou(box, box)
