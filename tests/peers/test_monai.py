"""MONAI, dev at d388d1c, ``test_box_utils.py``, ``test_compute_panoptic_quality.py`` and others, as facts."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes import box_area, convert_boxes
from truebox.evaluation import evaluate_panoptic, semantic_iou
from truebox.losses import giou_loss
from truebox.overlap import elementwise_iou_3d, pairwise_giou, pairwise_iou

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.mark.parametrize(
    ("source", "target", "published"),
    [
        ("cxcywh", "xywh", [[-1, 0, 2, 2], [-1, 0, 2, 2]]),
        ("xywh", "xyxy", [[0, 1, 2, 3], [0, 1, 2, 3]]),
        ("xyxy", "xywh", [[0, 1, 2, 1], [0, 1, 2, 1]]),
    ],
)
def test_conversion(source, target, published):
    """Of their boxes ``0, 1, 0, 2, 2, 3`` and ``0, 1, 1, 2, 2, 3`` in space, what stands in x and y."""
    boxes = [[0, 1, 2, 2], [0, 1, 2, 2]]
    assert convert_boxes(boxes, source, target).tolist() == published
    assert convert_boxes(published, target, source).tolist() == boxes


def test_areas_and_overlap_of_a_box_with_itself():
    assert box_area([[0, 0, 0, 0], [0, 1, 2, 2]]).tolist() == [0, 2]
    for measure in (pairwise_iou, pairwise_giou):
        assert measure([[0, 1, 2, 2]], np.zeros((0, 4))).shape == (1, 0)
        assert measure([[0, 1, 2, 2]], [[0, 1, 2, 2]]).tolist() == [[1]]
    assert elementwise_iou_3d([[0, 1, 0, 2, 3, 3]], [[0, 1, 0, 2, 3, 3]]).tolist() == [1]
    assert giou_loss(np.array([[1.0, 1, 2, 2]]), np.array([[1.0, 1, 2, 2]])).tolist() == [0]


FOUND = [[0, 1, 1, 1], [0, 0, 0, 0], [2, 0, 3, 3], [4, 2, 2, 0]]
TRUE = [[1, 1, 2, 1], [0, 0, 0, 0], [1, 3, 0, 0], [4, 3, 3, 3]]


def quality(true, found):
    """PQ of the objects; what is 0 is background, which is a class of its own and not void."""
    sides = []
    for ids in (np.array(true) + 1, np.array(found) + 1):
        held = [{"id": int(each), "category_id": int(each == 1) + 1} for each in np.unique(ids)]
        sides.append([{"image_id": 1, "segmentation": ids, "segments_info": held}])
    names = ("nucleus", "background")
    categories = [{"id": k, "name": name, "isthing": int(k == 1)} for k, name in enumerate(names, 1)]
    result = evaluate_panoptic({"categories": categories, "annotations": sides[0]}, {"annotations": sides[1]})
    return result.per_class[0].metrics["PQ"]


def test_panoptic_quality_of_numbered_objects():
    """At more than a half, of four and four: the single pixel alone, and PQ 1 / (1 + 3 / 2 + 3 / 2)."""
    assert quality(TRUE, FOUND) == pytest.approx(0.25, abs=1e-15)
    renumbered = [[0, 7, 7, 7], [0, 0, 0, 0], [1, 0, 8, 8], [9, 1, 1, 0]]
    assert quality(TRUE, renumbered) == quality(TRUE, FOUND)
    drawn = np.random.default_rng(1).integers(0, 5, (64, 64))
    assert quality(drawn, drawn) == 1


@pytest.mark.parametrize(
    ("true", "found", "published"),
    [
        ([[1, 0], [1, 1]], [[1, 0], [0, 1]], 0.6667),
        ([[0, 0], [0, 1]], [[0, 0], [0, 1]], 1),
        ([[1, 0], [1, 0]], [[0, 0], [1, 1]], 0.3333),
        ([[0, 1], [0, 0]], [[1, 0], [0, 0]], 0),
        ([[1, 1], [0, 0]], [[1, 0], [0, 0]], 0.5),
        ([[0, 0], [1, 0]], [[0, 1], [1, 0]], 0.5),
    ],
)
def test_overlap_of_one_label(true, found, published):
    result = semantic_iou(np.array(true), np.array(found), classes=2)
    assert result.iou[1] == pytest.approx(published, abs=5e-5)


def test_a_label_that_neither_has_is_undefined():
    """Theirs: not a number, or 1 with ``ignore_empty=False``."""
    assert semantic_iou(np.zeros((3, 3), int), np.zeros((3, 3), int), classes=2).iou == (1, None)
