from __future__ import annotations

import pytest

from truebox.boxes import Box, boxes_at_thresholds

REFERENCE = Box(50, 50, 150, 150)


def test_exact_boxes_for_three_ways_and_ten_thresholds():
    boxes = boxes_at_thresholds(REFERENCE)
    assert list(boxes) == ["grow", "shrink", "shift"]
    for by_threshold in boxes.values():
        # COCO's thresholds: .5 to .95 in steps of .05.
        assert list(by_threshold) == pytest.approx([0.5 + 0.05 * k for k in range(10)], abs=1e-12)
        for threshold, box in by_threshold.items():
            assert REFERENCE.iou(box) == pytest.approx(threshold, abs=1e-12)


def test_boxes_of_whole_pixels_are_the_first_at_or_below_the_margin():
    for how, by_threshold in boxes_at_thresholds(REFERENCE, step=1).items():
        for threshold, box in by_threshold.items():
            assert REFERENCE.iou(box) <= threshold + 0.0305
            nearer = {"grow": (1, 1, -1, -1), "shrink": (-1, -1, 1, 1), "shift": (-1, 0, -1, 0)}[how]
            before = Box(*(value + by for value, by in zip(box, nearer, strict=True)))
            assert REFERENCE.iou(before) > threshold + 0.0305
            assert all(value == int(value) for value in box)


def test_thresholds_and_margin_are_a_persons_own():
    boxes = boxes_at_thresholds((50, 50, 150, 150), thresholds=[0.3, 0.6], step=1, margin=0.0)
    assert [list(by_threshold) for by_threshold in boxes.values()] == [[0.3, 0.6]] * 3
    assert all(REFERENCE.iou(box) <= target for each in boxes.values() for target, box in each.items())
