"""Results that name videos by number: what the truth does not have, and videos without results."""

from __future__ import annotations

import pytest
from instance_files import track, truth, written

from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_what_the_truth_does_not_have_is_left_out_and_said(tmp_path):
    gt = written(tmp_path, truth(), "gt.json")
    dt = written(tmp_path, [track(), track(video_id=9), track(category_id=7)], "dt.json")
    result = evaluate_tracks(gt, dt, fit_test=False)
    assert [each.code for each in result.warnings if each.code == "W-592"] == ["W-592", "W-592"]
    assert (result.detections, result.found_tracks) == (1, 1)


def test_a_video_without_results_has_no_objects(tmp_path):
    gt, dt = written(tmp_path, truth(), "gt.json"), written(tmp_path, [], "dt.json")
    result = evaluate_tracks(gt, dt, fit_test=False)
    assert (result.truths, result.detections, result.metrics["AP"]) == (2, 0, 0.0)


def test_boxes_of_other_classes_are_counted():
    """Results that name a class which the truth does not have: nothing of it is evaluated, which is said."""
    side = {"frames": [0, 0], "ids": [1, 2], "boxes": [[0, 0, 9, 9], [50, 0, 9, 9]]}
    result = evaluate_tracks({**side, "labels": [1, 1]}, {**side, "labels": [1, 3]}, fit_test=False)
    (said,) = (each for each in result.warnings if each.code == "W-592")
    assert said.count == 1
    assert result.detections == 1
