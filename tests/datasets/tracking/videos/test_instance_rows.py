"""Rows and areas of the tracks of one video."""

from __future__ import annotations

from instance_files import LEFT, track, truth, written

from truebox.datasets import read_tracks
from truebox.datasets.texts.json_object import JsonObject
from truebox.datasets.tracking.videos.instance_rows import InstanceRows


def test_written_areas_come_before_those_of_masks(tmp_path):
    side = read_tracks(written(tmp_path, truth(areas=[10, None, 0])), "truth")
    assert side.sequences[0].whole.area.tolist() == [10.0]


def test_a_track_that_is_never_seen_has_no_area():
    rows = InstanceRows("dt.json", is_truth=False)
    rows.add(JsonObject(track(segmentations=[None, None]), "dt.json[0]"), 0, 0)
    rows.add(JsonObject(track(segmentations=[LEFT, LEFT]), "dt.json[1]"), 1, 1)
    made = rows.sequence("1", 1)
    assert made.whole.area.tolist() == [0.0, 2.0]
    assert made.whole.listed.tolist() == [2, 2]
    assert (made.track.tolist(), made.frame.tolist()) == ([1, 1], [0, 1])
