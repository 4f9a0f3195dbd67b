"""The room of tracking: evaluation under the name that people look for."""

from __future__ import annotations

import pytest
from track_worlds import make_tracks, write_tracks

import truebox as tb


def test_one_call_on_files_and_arrays(tmp_path):
    world = make_tracks(1, 15, 5)
    gt, tracker = write_tracks(tmp_path, {"A": world})
    by_files = tb.tracking.evaluate(gt, tracker, benchmark="mot15", fit_test=False)
    assert (
        by_files.metrics
        == tb.evaluation.evaluate_tracks(gt, tracker, protocol="mot15", fit_test=False).metrics
    )
    assert tb.evaluate(str(gt), str(tracker), protocol="mot15", fit_test=False).metrics == by_files.metrics


def test_what_is_no_protocol_of_tracks():
    side = {"frames": [0], "ids": [1], "boxes": [[0, 0, 1, 1]]}
    with pytest.raises(tb.errors.ArgumentError, match="'coco' is not of tracks"):
        tb.tracking.evaluate(side, side, benchmark="coco")
    with pytest.raises(tb.errors.ArgumentError, match="rules: 'other' is unknown"):
        tb.tracking.evaluate(side, side, rules="other")
    with pytest.raises(tb.errors.ArgumentError, match="mode: 'loose' is unknown"):
        tb.tracking.evaluate(side, side, mode="loose")
    with pytest.raises(tb.errors.ArgumentError, match="truth: got list"):
        tb.tracking.evaluate([1], side)
