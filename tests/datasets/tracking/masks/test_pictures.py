"""Pixels of 16 bits are a class and an instance."""

from __future__ import annotations

import numpy as np
import pytest
from mask_worlds import HEIGHT, WIDTH, write_pictures

from truebox.datasets.tracking.masks.pictures import read_mask_pictures


def test_frames_ids_and_classes(tmp_path):
    pytest.importorskip("PIL")
    mask = np.zeros((HEIGHT, WIDTH), dtype=bool)
    mask[:2, :3] = True
    write_pictures(tmp_path / "0002", [(1, 2005, 2, mask), (1, 10000, 10, ~mask)], 2, 0)
    rows = read_mask_pictures(tmp_path / "0002")
    assert (rows.frame, rows.track, rows.label) == ([1, 1], [2005, 10000], [2, 10])
