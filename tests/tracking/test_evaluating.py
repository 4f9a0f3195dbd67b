"""The room of tracking: evaluation under the name that people look for."""

from __future__ import annotations

import json

import pytest
from track_worlds import make_tracks, write_tracks

import truebox as tb
from truebox.cli import main
from truebox.errors import TrueboxWarning


def test_one_call_on_files_and_arrays(tmp_path):
    world = make_tracks(1, 15, 5)
    gt, tracker = write_tracks(tmp_path, {"A": world})
    by_files = tb.tracking.evaluate(gt, tracker, protocol="mot15", fit_test=False)
    assert (
        by_files.metrics
        == tb.evaluation.evaluate_tracks(gt, tracker, protocol="mot15", fit_test=False).metrics
    )
    assert tb.evaluate(str(gt), str(tracker), protocol="mot15", fit_test=False).metrics == by_files.metrics


def test_files_are_evaluated_by_the_benchmark_that_they_tell_as_on_the_command_line(tmp_path, capsys):
    gt, tracker = write_tracks(tmp_path, {"MOT20-01": make_tracks(3, 30, 9)})
    with pytest.warns(TrueboxWarning, match="W-587 .*named as MOT20-01: evaluated as MOT20"):
        result = tb.tracking.evaluate(gt, tracker)
    assert result.protocol == "mot20"
    assert main(["eval", str(gt), str(tracker), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["protocol"]["name"] == "mot20"
    assert document["results"][0]["metrics"]["HOTA"] == result.metrics["HOTA"]


def test_what_is_no_protocol_of_tracks():
    side = {"frames": [0], "ids": [1], "boxes": [[0, 0, 1, 1]]}
    with pytest.raises(tb.errors.ArgumentError, match="'coco' is not of tracks"):
        tb.tracking.evaluate(side, side, protocol="coco")
    with pytest.raises(tb.errors.ArgumentError, match="rules: 'other' is unknown"):
        tb.tracking.evaluate(side, side, rules="other")
    with pytest.raises(tb.errors.ArgumentError, match="mode: 'loose' is unknown"):
        tb.tracking.evaluate(side, side, mode="loose")
    with pytest.raises(tb.errors.ArgumentError, match="truth: got list"):
        tb.tracking.evaluate([1], side)
