"""Boxes as a source of overlaps."""

from __future__ import annotations

import numpy as np

from truebox.datasets import read_predictions
from truebox.evaluation.matching.source import BoxSource
from truebox.evaluation.states.quirks import Quirk


def test_area_of_boxes() -> None:
    row = {"image_id": 1, "category_id": 1, "score": 0.5}
    predictions = read_predictions([{**row, "bbox": [1, 2, 3, 4]}, {**row, "bbox": [0, 0, 0.1, 0.7]}])
    np.testing.assert_array_equal(BoxSource(predictions).area(Quirk.NONE), [12.0, 0.1 * 0.7])
