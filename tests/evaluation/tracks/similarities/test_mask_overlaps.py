"""Overlaps of masks by frame."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.similarities.mask_overlaps import mask_similarities


def test_frames_one_after_another_in_the_order_of_rows():
    masks = np.zeros((3, 1, 4), dtype=bool)
    masks[0, 0, :1] = masks[1, 0, :2] = masks[2, 0, :4] = True
    given = {"frames": [1, 0, 1], "ids": [1, 2, 3], "masks": masks}
    side = tracks_of_arrays(given, "truth").sequences[0]
    found = mask_similarities(side, np.arange(3), side, np.arange(3))
    assert found.tolist() == [1, 1, 0.25, 0.25, 1]
