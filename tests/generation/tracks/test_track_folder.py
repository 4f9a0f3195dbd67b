"""`write_track_world`: files that are read as tracks, and nothing of anybody else's is touched."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from truebox.datasets import read_tracks
from truebox.errors import ArgumentError
from truebox.generation import make_track_world, make_world, write_track_world, write_world


def test_files_hold_the_world(tmp_path: Path) -> None:
    world = make_track_world(12)
    folder = write_track_world(world, tmp_path / "some" / "demo")
    truth = read_tracks(folder / "gt")
    assert [each.name for each in truth.sequences] == list(world.names)
    for walks, own in zip(world.walks, truth.sequences, strict=True):
        assert own.length == 12
        np.testing.assert_array_equal(own.frame, walks.frame)
        np.testing.assert_array_equal(own.boxes, walks.boxes)
        np.testing.assert_array_equal(own.label == 7, walks.standing)
        np.testing.assert_array_equal(own.score == 0, walks.standing)
        # Shares of two digits are kept in single precision.
        np.testing.assert_array_equal(own.attributes["visibility"], np.asarray(walks.visible, np.float32))
    found = read_tracks(folder / "trackerB", "predictions")
    for seen, followed, own in zip(world.seen, world.followed[1], found.sequences, strict=True):
        np.testing.assert_array_equal(own.track, followed.track)
        np.testing.assert_array_equal(own.boxes, seen.boxes[followed.rows])
    facts = json.loads((folder / "world.json").read_bytes())
    assert facts["planted"]["trackers"] == world.planted


def test_an_earlier_world_of_tracks_is_replaced_and_no_other(tmp_path: Path) -> None:
    write_track_world(make_track_world(4), tmp_path / "tracks")
    write_track_world(make_track_world(2), tmp_path / "tracks")
    assert "seqLength=2\n" in (tmp_path / "tracks" / "gt" / "WALK-01" / "seqinfo.ini").read_text()
    write_world(make_world(1), tmp_path / "images", pictures=False)
    with pytest.raises(ArgumentError, match="is left alone"):
        write_track_world(make_track_world(2), tmp_path / "images")
