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


def test_boxes_of_whole_pixels_pass_their_threshold():
    for by_threshold in boxes_at_thresholds(REFERENCE, step=1).values():
        for threshold, box in by_threshold.items():
            assert threshold <= REFERENCE.iou(box) <= threshold + 0.035
            assert all(value == int(value) for value in box)
