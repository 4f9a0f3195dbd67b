"""Classes and sequences put together: means over classes, and every box alike."""

from __future__ import annotations

import pytest

from truebox.evaluation import evaluate_tracks

HERE, THERE = [0, 0, 9, 9], [50, 0, 9, 9]


def test_two_ways_to_put_classes_together():
    """Three cats are found, one dog is missed: the mean of classes is a half, of boxes three quarters."""
    truth = {
        "frames": [0, 1, 2, 0],
        "ids": [1, 1, 1, 2],
        "boxes": [HERE] * 3 + [THERE],
        "labels": ["cat"] * 3 + ["dog"],
    }
    found = {name: values[:3] for name, values in truth.items()}
    result = evaluate_tracks(truth, found)
    assert result.metrics["DetA"] == 0.5
    assert result.detection_averaged["DetA"] == 0.75
    assert result.metrics["MOTA"] == 0.5
    assert result.detection_averaged["MOTA"] == 0.75
    combined = result.to_trackeval()["COMBINED_SEQ"]
    assert combined["cls_comb_cls_av"]["CLEAR"]["MOTA"] == 0.5
    assert combined["cls_comb_det_av"]["CLEAR"]["MOTA"] == 0.75


@pytest.mark.parametrize(("mode", "mean"), [("strict", 1.0), ("corrected", 1.0)])
def test_a_class_without_anything(mode, mean):
    truth = {"frames": [0], "ids": [1], "boxes": [HERE], "labels": ["cat"]}
    assert evaluate_tracks(truth, truth, mode=mode).metrics["HOTA"] == mean
