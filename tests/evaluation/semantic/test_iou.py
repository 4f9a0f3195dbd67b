"""Mean IoU over maps against its definition in plain NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import semantic_iou


def by_definition(truths, predictions, classes, ignored):
    """IoU per class from boolean masks, as the PASCAL VOC segmentation task defines it."""
    ious = []
    for label in range(classes):
        inside = whole = 0
        for truth, predicted in zip(truths, predictions, strict=True):
            valid = np.ones(truth.shape, dtype=bool) if ignored is None else truth != ignored
            a, b = (truth == label) & valid, (predicted == label) & valid
            inside += int((a & b).sum())
            whole += int((a | b).sum())
        ious.append(inside / whole if whole else None)
    defined = [value for value in ious if value is not None]
    return tuple(ious), sum(defined) / len(defined) if defined else None


@pytest.mark.parametrize("seed", range(100))
def test_equals_the_definition(seed):
    random = np.random.default_rng(seed)
    classes = int(random.integers(1, 30))
    ignored = [None, 255, 0][seed % 3]
    shapes = [tuple(random.integers(0, 30, 2)) for _ in range(int(random.integers(0, 4)))]
    truths = [random.integers(0, max(1, classes - 2), shape).astype(np.uint8) for shape in shapes]
    predictions = [
        np.where(random.random(t.shape) < 0.5, t, random.integers(0, classes, t.shape)) for t in truths
    ]
    if ignored == 255:
        for truth in truths:
            truth[random.random(truth.shape) < 0.2] = 255
    predictions = [np.where(p == 255, 0, p).astype([np.int64, np.int16][seed % 2]) for p in predictions]
    found = semantic_iou(truths, predictions, classes=classes, ignore_label=ignored)
    assert (found.iou, found.mean_iou) == by_definition(truths, predictions, classes, ignored)


def test_an_array_is_one_map_and_a_generator_is_read_map_by_map():
    truth, predicted = np.array([[[0, 1], [1, 1]]]), np.array([[[0, 1], [0, 1]]])
    one = semantic_iou(truth, predicted, classes=2)
    many = semantic_iou(iter(truth), (p for p in predicted), classes=["a", "b"])
    assert one.matrix.tolist() == many.matrix.tolist() == [[1, 0], [1, 2]]
    assert many.names == ("a", "b")


def test_no_pixel_at_all_is_undefined():
    assert semantic_iou([], [], classes=3).mean_iou is None
    assert semantic_iou([[255]], [[0]], classes=3, ignore_label=255).iou == (None, None, None)


@pytest.mark.parametrize(
    ("truths", "predictions", "place"),
    [([[0]], [], "predicted_maps[0]"), ([[0]], [[0], [1]], "truth_maps[1]")],
)
def test_one_side_has_more_maps(truths, predictions, place):
    with pytest.raises(InputError) as caught:
        semantic_iou(truths, predictions, classes=2)
    assert (caught.value.code, caught.value.place) == ("E-178", place)


def test_a_fault_names_its_map():
    with pytest.raises(
        InputError, match=r"E-179 predicted_maps\[1\]\[0, 2\]: label 7 is none of the 2 classes"
    ):
        semantic_iou([[[0, 0, 0]], [[0, 0, 0]]], [[[0, 0, 0]], [[0, 1, 7]]], classes=2)
    with pytest.raises(ArgumentError, match=r"truth_maps\[0\] has the shape \[1, 2\]"):
        semantic_iou([[[0, 0]]], [[[0], [0]]], classes=2)
