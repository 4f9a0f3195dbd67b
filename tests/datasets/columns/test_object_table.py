"""Rows of any table, checked."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from format_rounds import refused

from truebox.datasets.columns.object_table import (
    ObjectTable,
    checked_objects,
    tracks_of_rows,
    without_objectless,
)
from truebox.datasets.row_errors import RowErrors
from truebox.records import Ids

NAN = float("nan")


def table(boxes, image=None, scores=None, **more):
    count = len(boxes)
    return ObjectTable(
        image=Ids.of(image or ["a"] * count),
        category=Ids.of([1] * count),
        boxes=np.array(boxes, dtype=float).reshape(-1, 4),
        layout="xyxy",
        place="row {}".format,
        scores=None if scores is None else np.array(scores, dtype=float),
        **more,
    )


@pytest.mark.parametrize(
    ("rows", "code"),
    [
        (table([[0, 0, 1, 1], [0, 0, NAN, 1]]), "E-426"),
        (table([[0, 0, 1, 1], [0, 0, 1e101, 1]]), "E-121"),
        (table([[0, 0, 1, 1], [-np.inf, 0, np.inf, 1]]), "E-121"),
        (table([[0, 0, 1, 1], [0, 2, 1, 1]]), "E-122"),
        (table([[0, 0, 1, 1]] * 2, image=["a", ""]), "E-424"),
        (table([[0, 0, 1, 1]] * 2, scores=[0.5, NAN]), "E-123"),
    ],
)
def test_bad_rows_are_refused_by_their_place(rows, code):
    assert f"{code} row 1" in refused(code, checked_objects, rows, RowErrors())


def test_each_bad_row_is_counted_once():
    errors = RowErrors(lenient=True)
    rows = table(
        [[0, 0, NAN, 1], [5, 5, 1, 1], [0, 0, 1, 2]], image=["", "a", "b"], area=np.array([1, 2, 3.0])
    )
    kept = checked_objects(rows, errors)
    assert errors.counts == {"E-122": 1, "E-424": 1}
    assert (kept.boxes.tolist(), kept.image.tolist(), kept.area.tolist()) == ([[0, 0, 1, 2]], ["b"], [3])
    assert kept.place(0) == "row 2"


def test_an_empty_table_is_fine():
    assert len(checked_objects(table([]), RowErrors())) == 0


def test_percent_becomes_fractions():
    rows = ObjectTable(
        image=Ids.of(["a"]),
        category=Ids.of([1]),
        layout="pct_xyxy",
        boxes=np.array([[10.0, 20.0, 30.0, 60.0]]),
        place="row {}".format,
    )
    taken = checked_objects(rows, RowErrors())
    assert taken.layout == "rel_xywh"
    assert np.allclose(taken.boxes, [[0.1, 0.2, 0.2, 0.4]], rtol=1e-12)


def test_images_without_objects_keep_their_sizes():
    rows = table(
        [[1, 2, 4, 6], [NAN] * 4, [NAN] * 4],
        image=["a", "b", "c"],
        sizes=np.array([[640, 480], [320, 200], [10, 20]]),
    )
    rows = replace(rows, category=Ids.of(["cat", "", ""]))
    kept = without_objectless(rows)
    assert (len(kept), kept.image.names) == (1, ("a", "b", "c"))
    assert kept.image_sizes.tolist() == [[0, 0], [320, 200], [10, 20]]


@pytest.mark.parametrize(
    "more",
    [{}, {"sizes": np.array([[640, 480]] * 2), "image_sizes": np.array([[7, 7], [8, 8]])}],
)
def test_images_without_objects_add_no_sizes_where_there_are_none_or_better_ones(more):
    rows = replace(table([[1, 2, 4, 6], [NAN] * 4], image=["a", "b"], **more), category=Ids.of(["cat", ""]))
    kept = without_objectless(rows).image_sizes
    assert kept is None if not more else kept.tolist() == [[7, 7], [8, 8]]


@pytest.mark.parametrize("wrong", [1.5, -2.5, 1e17, np.inf])
def test_the_row_whose_track_is_no_number_is_named(wrong):
    assert "row 2" in refused("E-422", tracks_of_rows, np.array([3.0, NAN, wrong, 4.0]), "row {}".format)
    assert tracks_of_rows(np.array([2.0**53, NAN, 0, -7]), "row {}".format).tolist() == [2**53, -1, 0, -7]
