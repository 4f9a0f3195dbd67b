"""Which box covers a row best."""

from __future__ import annotations

import numpy as np

from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.similarities.overlaps import covered_by


def test_the_best_of_the_frame():
    here, near, far = [0, 0, 10, 10], [2, 0, 10, 10], [500, 0, 10, 10]
    one = tracks_of_arrays({"frames": [0, 1, 2], "ids": [1, 1, 1], "boxes": [here] * 3}, "truth").sequences[0]
    other = tracks_of_arrays(
        {"frames": [0, 0, 1], "ids": [1, 2, 1], "boxes": [far, near, far]}, "x"
    ).sequences[0]
    best, overlap = covered_by(one, np.arange(3), other, np.arange(3), corners=False)
    assert best.tolist() == [1, 2, -1]
    np.testing.assert_allclose(overlap, [8 / 12, 0, 0])
