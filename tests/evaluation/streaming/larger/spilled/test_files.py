"""Rows come back from their files as they came, and weigh what they take."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from truebox.datasets import read_truth
from truebox.evaluation.streaming.larger.spilled.files import BYTES_OF_ROW, SpilledFiles

_ROW = np.dtype([("number", "<i8")])


def test_rows_of_a_file_keep_their_order(tmp_path: Path) -> None:
    like = read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}])
    files = SpilledFiles(tmp_path, "rows", 5, _ROW)
    places = np.random.default_rng(0).integers(0, 4, 1000)
    rows = np.arange(1000).astype(_ROW)
    for first in range(0, 1000, 300):
        files.add(places[first : first + 300], rows[first : first + 300], like)
    files.close()
    for place in range(5):
        held, masks, points = files.read(place, place + 1, like)
        assert held["number"].tolist() == np.flatnonzero(places == place).tolist()
        assert masks is None
        assert points is None
        least = 8 * len(held) / BYTES_OF_ROW
        assert least <= files.weights[place] <= least + 8
    both = files.read(1, 3, like)[0]["number"].tolist()
    assert both == [*np.flatnonzero(places == 1), *np.flatnonzero(places == 2)]
