"""One truth, several trackers."""

from __future__ import annotations

import pytest
from track_worlds import make_tracks, write_tracks

from truebox.evaluation import TrackRun

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def written(tmp_path, *names):
    return write_tracks(tmp_path, {name: make_tracks(seed, 20, 9) for seed, name in enumerate(names)})


def test_the_first_tracker_decides_for_all(tmp_path):
    gt, tracker = written(tmp_path, "MOT20-01", "MOT20-02")
    run = TrackRun(str(gt), protocol=None, mode="strict", fit_test=False)
    one, other = (run.evaluated(run.read(str(tracker))) for _ in range(2))
    assert one.protocol == other.protocol
    assert [finding.code for finding in one.warnings] == ["W-587"]
    named = TrackRun(str(gt), protocol="mot15", mode="strict", fit_test=False)
    assert not named.evaluated(named.read(str(tracker))).warnings
