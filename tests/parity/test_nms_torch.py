"""`nms` keeps the rows of torchvision's algorithm, which is written here with torch alone."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.suppression import nms

torch = pytest.importorskip("torch", reason="torch is not installed")


def greedy_nms(boxes, scores, iou_threshold):
    """torchvision's CPU kernel: stable sort, areas once, quotient in the boxes' dtype."""
    order = torch.sort(scores, stable=True, descending=True).indices
    x1, y1, x2, y2 = boxes.unbind(1)
    areas = (x2 - x1) * (y2 - y1)
    suppressed = torch.zeros(len(boxes), dtype=torch.bool)
    kept = []
    for place, row in enumerate(order.tolist()):
        if suppressed[row]:
            continue
        kept.append(row)
        rest = order[place + 1 :]
        width = (torch.minimum(x2[row], x2[rest]) - torch.maximum(x1[row], x1[rest])).clamp(min=0)
        height = (torch.minimum(y2[row], y2[rest]) - torch.maximum(y1[row], y1[rest])).clamp(min=0)
        inter = width * height
        iou = inter / (areas[row] + areas[rest] - inter)
        # The kernel compares with a double, whatever the dtype of the boxes.
        suppressed[rest] |= iou.double() > iou_threshold
    return kept


def batched(boxes, scores, labels, iou_threshold):
    """torchvision's ``batched_nms`` without coordinate offsets: one call per class, then by score."""
    kept = []
    for label in labels.unique().tolist():
        own = torch.nonzero(labels == label).ravel()
        kept += own[greedy_nms(boxes[own], scores[own], iou_threshold)].tolist()
    kept = torch.tensor(sorted(kept), dtype=torch.int64)
    return kept[torch.sort(scores[kept], stable=True, descending=True).indices].tolist()


def some_boxes(seed, count, field, dtype):
    generator = torch.Generator().manual_seed(seed)
    corner = torch.rand(count, 2, generator=generator, dtype=torch.float64) * field
    extent = 5 + torch.rand(count, 2, generator=generator, dtype=torch.float64) * 60
    boxes = torch.cat([corner, corner + extent], 1).to(dtype)
    # Half of the boxes on whole pixels: overlaps that hit thresholds exactly.
    boxes[::2] = boxes[::2].round()
    return boxes, (torch.rand(count, generator=generator) * 100).round() / 100


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("threshold", [0.0, 0.3, 0.5, 0.6, 0.75])
@pytest.mark.parametrize(("count", "field"), [(100, 120), (1200, 250), (1200, 3000)])
def test_rows_are_identical(count, field, threshold, dtype):
    # Scores have two digits: most are tied, so the stable order is tested as well.
    boxes, scores = some_boxes(count, count, field, getattr(torch, dtype))
    assert nms(boxes.numpy(), scores.numpy(), iou_threshold=threshold).tolist() == greedy_nms(
        boxes, scores, threshold
    )


def test_whole_number_boxes_hit_thresholds_exactly():
    rng = np.random.default_rng(0)
    corner = rng.integers(0, 12, (700, 2))
    boxes = np.concatenate([corner, corner + rng.integers(0, 6, (700, 2))], axis=1)
    scores = rng.random(700)
    for dtype in (np.float32, np.float64):
        for threshold in (0.0, 0.1, 0.2, 0.25, 1 / 3, 0.4, 0.5, 0.6, 2 / 3, 0.7, 0.75, 0.8, 1.0):
            own = boxes.astype(dtype)
            expected = greedy_nms(torch.from_numpy(own), torch.from_numpy(scores), threshold)
            assert nms(own, scores, iou_threshold=threshold).tolist() == expected


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_rows_per_class_are_identical(dtype):
    boxes, scores = some_boxes(3, 900, 150, getattr(torch, dtype))
    labels = torch.randint(0, 7, (900,), generator=torch.Generator().manual_seed(4))
    expected = batched(boxes, scores, labels, 0.5)
    assert nms(boxes.numpy(), scores.numpy(), labels=labels.numpy()).tolist() == expected
