"""Whole sequences in one call, and how good the tracks are."""

from __future__ import annotations

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures

from truebox import tracking
from truebox.datasets import read_tracks
from truebox.errors import ArgumentError


def test_unknown_names():
    with pytest.raises(ArgumentError, match="method: 'deep' is unknown"):
        tracking.track([], method="deep")
    with pytest.raises(ArgumentError, match="keep: 'both' is unknown"):
        tracking.SortTracker(keep="both")


@needs_fixtures
@pytest.mark.parametrize(
    ("method", "options", "least"),
    [
        ("sort", {}, 0.5593),
        ("bytetrack", {}, 0.6734),
        ("iou-tracker", {}, 0.4271),
        ("ocsort", {}, 0.3780),
        ("ocsort", {"score_threshold": 0.6, "min_hits": 3}, 0.3780),  # as the authors ran it
    ],
)
def test_as_good_as_the_published_code(method, options, least):
    """HOTA of the tracks that the authors' code makes of the same detections, by TrackEval 1.3.0."""
    folder = fixture("tracks/worlds/detections")
    truth = read_tracks(folder / "gt")
    frames = {sequence.name: sequence.length for sequence in truth.sequences}
    made = {}
    for sequence in read_tracks(folder / "det", "predictions").sequences:
        rows = [np.flatnonzero(sequence.frame == t) for t in range(frames[sequence.name])]
        given = [(sequence.boxes[each], sequence.score[each]) for each in rows]
        found = tracking.track(given, method=method, box_format="xywh", **options)
        made[sequence.name] = {
            "frames": np.concatenate([np.full(len(each.row), t) for t, each in enumerate(found)]),
            "ids": np.concatenate([each.track_id for each in found]),
            "boxes": np.concatenate([each.boxes for each in found]),
        }
    result = tracking.evaluate(truth, made, protocol="mot17")
    assert result.metrics["HOTA"] >= least
