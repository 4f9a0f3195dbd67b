"""`rotated_weighted_boxes_fusion`: upright boxes as `weighted_boxes_fusion` has them, and turned ones."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes import convert_boxes
from truebox.errors import ArgumentError, InputError
from truebox.suppression import rotated_weighted_boxes_fusion, weighted_boxes_fusion

DEGREES = {"unit": "degrees", "direction": "clockwise"}


def _models(seed):
    rng = np.random.default_rng(seed)
    objects = np.hstack([rng.uniform(0, 200, (12, 2)), rng.uniform(10, 60, (12, 2))])
    boxes = [objects[rng.random(12) < 0.8] for _ in range(3)]
    boxes = [each + rng.normal(0, 3, each.shape) for each in boxes]
    scores = [rng.uniform(0, 1, len(each)) for each in boxes]
    return boxes, scores, [rng.integers(0, 2, len(each)) for each in boxes]


def _turned(boxes, angle):
    return [np.hstack([each, np.full((len(each), 1), angle)]) for each in boxes]


@pytest.mark.parametrize("confidence", ["average", "maximum", "box_and_model_avg", "absent_model_aware_avg"])
@pytest.mark.parametrize("seed", range(3))
def test_upright_boxes_as_without_angles(seed, confidence):
    boxes, scores, labels = _models(seed)
    options = {"weights": [2, 1, 1], "score_threshold": 0.1, "confidence": confidence, "iou_threshold": 0.4}
    corners = [convert_boxes(each, "cxcywh", "xyxy") for each in boxes]
    expected = weighted_boxes_fusion(corners, scores, labels, mode="corrected", **options)
    found = rotated_weighted_boxes_fusion(_turned(boxes, 0), scores, labels, **DEGREES, **options)
    assert expected.counts.max() >= 2
    assert convert_boxes(found.boxes[:, :4], "cxcywh", "xyxy") == pytest.approx(expected.boxes, abs=1e-9)
    assert found.scores == pytest.approx(expected.scores, abs=1e-12)
    assert found.labels.tolist() == expected.labels.tolist()
    assert found.counts.tolist() == expected.counts.tolist()
    assert not found.boxes[:, 4].any()


@pytest.mark.parametrize("quarters", [-5, -1, 1, 2, 7])
def test_each_box_may_be_written_in_any_of_its_ways(quarters):
    boxes, scores, labels = _models(9)
    plain = _turned(boxes, 20.0)
    other = [each.copy() for each in plain]
    other[1][:, 4] += 90 * quarters
    if quarters % 2:
        other[1][:, [2, 3]] = other[1][:, [3, 2]]
    expected = rotated_weighted_boxes_fusion(plain, scores, labels, **DEGREES)
    found = rotated_weighted_boxes_fusion(other, scores, labels, **DEGREES)
    assert found.counts.tolist() == expected.counts.tolist()
    # Where the other model's box is the first of its cluster, the answer is written in its way.
    turns = (found.boxes[:, 4] - expected.boxes[:, 4]) / 90
    assert turns == pytest.approx(turns.round(), abs=1e-9)
    swapped = turns.round() % 2 == 1
    sizes = np.where(swapped[:, None], found.boxes[:, [3, 2]], found.boxes[:, 2:4])
    assert sizes == pytest.approx(expected.boxes[:, 2:4], abs=1e-9)
    assert found.boxes[:, :2] == pytest.approx(expected.boxes[:, :2], abs=1e-9)


def test_angles_are_averaged_across_the_turn():
    # 179 and -177 degrees are four degrees apart: their mean is 181, not 1.
    fused = rotated_weighted_boxes_fusion(
        [[[0, 0, 40, 10, 179]], [[0, 0, 40, 10, -177]]], [[0.5], [0.5]], **DEGREES
    )
    assert fused.boxes.round(9).tolist() == [[0, 0, 40, 10, 181]]
    radians = {"unit": "radians", "direction": "clockwise"}
    both = [np.radians([[0, 0, 40, 10, 80]]), np.radians([[0, 0, 10, 40, -8]])]
    for each, sizes in zip(both, ([40, 10], [10, 40]), strict=True):
        each[:, 2:4] = sizes
    fused = rotated_weighted_boxes_fusion(both, [[0.75], [0.25]], **radians)
    assert fused.boxes == pytest.approx(np.array([[0, 0, 40, 10, np.radians(80.5)]]))


def test_labels_keep_apart_and_nothing_stays_nothing():
    box = [[0, 0, 40, 10, 30]]
    fused = rotated_weighted_boxes_fusion([box, box], [[0.9], [0.8]], [[1], [2]], **DEGREES)
    assert fused.counts.tolist() == [1, 1]
    empty = rotated_weighted_boxes_fusion([[], []], [[], []], **DEGREES)
    assert empty.boxes.shape == (0, 5)
    flat = rotated_weighted_boxes_fusion([[[0, 0, 40, 0, 30]]], [[0.9]], **DEGREES)
    assert flat.boxes.shape == (0, 5)
    zero = rotated_weighted_boxes_fusion([box, box], [[0], [0]], **DEGREES)
    assert zero.boxes.tolist() == [[0, 0, 40, 10, 30]]


def test_tensors_are_fused_to_tensors():
    torch = pytest.importorskip("torch")
    box = torch.tensor([[0.0, 0, 40, 10, 30]])
    fused = rotated_weighted_boxes_fusion([box, box], [torch.tensor([0.5])] * 2, **DEGREES)
    assert fused.boxes.dtype == torch.float32
    assert fused.boxes.tolist() == box.tolist()


def test_refusals():
    box = [[0, 0, 40, 10, 30]]
    with pytest.raises(InputError, match=r"E-192 boxes\[1\]\[0\]"):
        rotated_weighted_boxes_fusion([box, [[0, 0, -4, 10, 30]]], [[0.5], [0.5]], **DEGREES)
    with pytest.raises(ArgumentError, match="unit"):
        rotated_weighted_boxes_fusion([box], [[0.5]], unit="turns", direction="clockwise")
    with pytest.raises(ArgumentError, match="confidence"):
        rotated_weighted_boxes_fusion([box], [[0.5]], confidence="best", **DEGREES)
    with pytest.raises(ArgumentError, match="one per model"):
        rotated_weighted_boxes_fusion([box, box], [[0.5]], **DEGREES)
