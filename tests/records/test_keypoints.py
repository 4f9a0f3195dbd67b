"""Keypoints are one row per object."""

from __future__ import annotations

import numpy as np

from truebox.records import Keypoints


def test_length_is_the_number_of_rows() -> None:
    held = Keypoints(
        points=np.zeros((4, 17, 3)), labelled=np.zeros(4, dtype=np.int64), extents=np.zeros((4, 4))
    )
    assert len(held) == 4
