"""Tracks as columns."""

from __future__ import annotations

from truebox.evaluation.tracks.sides.memory import tracks_of_arrays


def test_what_a_side_holds():
    box = [[0, 0, 9, 9]] * 2
    side = tracks_of_arrays({"frames": [0, 4], "ids": [1, 2], "boxes": box}, "truth")
    assert (len(side), len(side.sequences[0])) == (2, 2)
    assert repr(side) == "<Tracks <truth>: 2 objects, 1 sequence>"
