"""The columns of match tables fit each other."""

from __future__ import annotations

import copy
import pickle
from dataclasses import fields, replace

import numpy as np
import pytest
from match_worlds import small_result

import truebox as tb
from truebox.evaluation import DetectionMatches
from truebox.generation import make_dataset


def test_every_column_has_a_row_for_each() -> None:
    table = small_result().matches
    for rows in (table.detections, table.truths):
        assert {len(getattr(rows, field.name)) for field in fields(rows)} == {len(rows)}
    assert len(table.pairs.offsets) == len(table.detections) + 1
    assert len(table.pairs) == table.pairs.offsets[-1] == len(table.pairs.overlap)


def test_boxes_that_come_later_are_those_of_their_rows() -> None:
    truth, found = make_dataset(20, 3, 12, 2.0, 4)
    result = tb.evaluate(truth, found, mode="corrected")
    detections = result.matches.detections
    asked = copy.copy(detections)  # a copy has its boxes, as any other table of matches
    later = result.matches.detections.boxes
    assert np.array_equal(later, found.boxes[detections.row])
    assert later is detections.boxes
    assert type(asked) is DetectionMatches
    assert type(pickle.loads(pickle.dumps(detections))) is DetectionMatches
    for name in (each.name for each in fields(DetectionMatches)):
        assert np.array_equal(getattr(asked, name), getattr(detections, name))
    assert np.array_equal(replace(detections, row=detections.row[:0]).boxes, later)
    with pytest.raises(AttributeError, match="area"):
        detections.area  # noqa: B018
    with pytest.raises(AttributeError):
        detections.boxes = later  # type: ignore[misc]
