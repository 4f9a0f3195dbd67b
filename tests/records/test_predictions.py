"""Predictions as columns."""

from __future__ import annotations

import dataclasses

import pytest

from truebox.datasets import read_predictions


def test_predictions_count_their_rows_and_are_frozen():
    predictions = read_predictions([{"image_id": 1, "category_id": 1, "bbox": [0, 0, 1, 1], "score": 0.5}])
    assert len(predictions) == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        predictions.scores = None
