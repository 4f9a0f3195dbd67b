"""Predictions put together row by row."""

from __future__ import annotations

import math

import pytest

from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.options import ReadOptions
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError
from truebox.records import Source

SOURCE = Source("found", "test", "test labels")


def test_texts_are_names_and_numbers_are_ids():
    rows = PredictionRows(SOURCE, ReadOptions())
    rows.add("a.jpg", 3, (1, 2, 3, 4), 0.5, "found line 1", attributes={"track": 1})
    found = rows.predictions()
    assert (found.image_by, found.category_by) == ("name", "id")
    assert (found.image[0], found.category[0]) == ("a.jpg", 3)
    assert found.attributes["track"].tolist() == [1]
    assert found.boxed


def test_no_detections_are_fine():
    assert len(PredictionRows(SOURCE, ReadOptions()).predictions()) == 0


def test_bad_rows_are_refused_or_dropped():
    rows = PredictionRows(SOURCE, ReadOptions())
    with pytest.raises(InputError, match="E-124 found line 1"):
        rows.add("a", "cat", (1, 2, 3, 4), math.nan, "found line 1")
    lenient = PredictionRows(SOURCE, ReadOptions(errors=RowErrors(lenient=True)))
    assert not lenient.add("a", "cat", (1, 2, 3, 4), math.nan, "found line 1")
    assert not lenient.add("a", "cat", (1, 2, math.inf, 4), 0.5, "found line 2")
    assert lenient.add("a", "cat", (1, 2, 3, 4), 0.5, "found line 3")
    found = lenient.predictions()
    assert len(found) == 1
    assert [(each.code, each.count) for each in found.findings] == [("W-150", 1), ("W-150", 1)]


def test_points_decide_the_box():
    rows = PredictionRows(SOURCE, ReadOptions(geometry="keypoints"))
    rows.add("a", "cat", (0, 0, 1, 1), 0.5, "found line 1", keypoints=[10, 20, 1, 30, 25, 1])
    assert rows.predictions().boxes.tolist() == [[10, 20, 20, 5]]
