"""The CSV: one row per class, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import pytest
from followed import changed_name, lost_object
from made_comparisons import make_comparison, make_hostile_comparison
from made_results import METRICS, MadeResult, make_class, make_hostile, make_many, make_undefined

from truebox.report import to_comparison_csv, to_csv, to_events_csv


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_the_head_and_the_row_all() -> None:
    rows = read(to_csv(make_many(2)))
    assert list(rows[0]) == [
        *("predictions", "id", "class", "images", "truths", "detections"),
        *METRICS,
        *("protocol", "mode", "geometry"),
    ]
    assert [rows[0][key] for key in ("protocol", "mode", "geometry")] == ["coco", "strict", "boxes"]
    assert [row["class"] for row in rows] == ["all", "class 0", "class 1"]
    assert rows[0]["id"] == ""


def test_numbers_have_full_precision() -> None:
    third = 1 / 3
    rows = read(to_csv(MadeResult(per_class=(make_class(1, "cat", third),))))
    assert float(rows[1]["AP"]) == third


def test_classes_keep_their_order_and_none_is_left_out() -> None:
    rows = read(to_csv(make_many(10_000)))
    assert [row["id"] for row in rows[1:]] == [str(i) for i in range(10_000)]


def test_undefined_is_an_empty_cell() -> None:
    rows = read(to_csv(make_undefined()))
    assert rows[0]["APs"] == ""
    assert rows[1]["AP"] == ""


def test_no_cell_starts_a_formula() -> None:
    rows = read(to_csv(make_hostile()))
    assert len(rows) == 1 + len(make_hostile().per_class)
    assert not [cell for row in rows for cell in row.values() if cell.startswith(("=", "+", "-", "@"))]
    assert rows[5]["class"] == "'=cmd|' /C calc'!A0"


def test_string_ids_are_escaped_and_negative_numbers_are_not() -> None:
    classes = (make_class(0, "a", 0.5, id="=1+1"), make_class(0, "b", 0.5, id=-1))
    assert [row["id"] for row in read(to_csv(MadeResult(per_class=classes)))] == ["", "'=1+1", "-1"]


def test_several_files_are_told_apart() -> None:
    assert len(read(to_csv([make_many(2), make_many(2)]))) == 6


def test_one_row_per_class_and_metric() -> None:
    rows = read(to_comparison_csv(make_comparison()))
    assert [(row["class"], row["metric"]) for row in rows] == [
        ("all", "AP"), ("all", "AP50"), ("all", "APs"), ("cat", "AP"), ("cat", "AP50"), ("dog", "AP"),
        ("dog", "AP50"),
    ]  # fmt: skip
    first = rows[0]
    assert (first["first"], first["second"], first["id"]) == ("a.json", "b.json", "")
    assert (first["first_value"], first["difference"], first["p"]) == ("0.4", "0.05", "0.0004")
    assert first["verdict"] == "better"


def test_undefined_is_empty_with_its_reason() -> None:
    row = read(to_comparison_csv(make_comparison()))[2]
    assert (row["difference"], row["p"], row["reason"]) == ("", "", "no truth of small size")


def test_formulas_do_not_run() -> None:
    rows = read(to_comparison_csv(make_hostile_comparison()))
    assert all(not value.startswith(("=", "@")) for row in rows for value in (row["class"], row["second"]))


EVENTS = ["sequence", "class", "frame", "kind", "truth", "prediction", "before", "gap", "iou"]
# Of the two trackers as their docstrings tell them.
CHANGED = [["", "object", "3", "new id", "7", "2", "1", "0", "1.0"]]
LOST = [
    ["", "object", "2", "miss", "7", "", "", "2", ""],
    ["", "object", "4", "fragmentation", "7", "1", "1", "2", "1.0"],
    ["", "object", "4", "false track", "", "8", "", "1", ""],
]


@pytest.mark.parametrize(
    ("results", "rows"),
    [
        (changed_name, CHANGED),
        (lambda: [lost_object()], LOST),
        (lambda: (lost_object(), changed_name()), LOST + CHANGED),
    ],
)
def test_events_of_tracks(results: Callable[[], Any], rows: list[list[str]]) -> None:
    """One head, of one result or several, and empty what an event has not."""
    head, *found = csv.reader(io.StringIO(to_events_csv(results()), newline=""))
    assert head == ["predictions", *EVENTS]
    assert found == [["<predictions>", *row] for row in rows]
