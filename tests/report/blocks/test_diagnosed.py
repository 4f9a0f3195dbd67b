"""The table of a diagnosed result, at every width."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from planted_faults import diagnosed

from truebox.report.blocks.diagnosed import diagnosed_grid, diagnosed_note
from truebox.report.blocks.result import class_grid
from truebox.report.writers.plain import plain_grid

ALWAYS = ("Class", "Truth", "AP", "AP50", "AP75", "F1")


def test_a_wide_table_has_everything_and_the_order_of_the_plain_one():
    found = diagnosed("class")
    wide, plain = diagnosed_grid(found, width=1000), class_grid(found.result)
    assert wide.header == (
        "Class", "Images", "Truth", "Detections", "AP", "95 % interval", "AP50", "AP75", "AR100",
        "P", "R", "F1", "score",
    )  # fmt: skip
    assert [row[0] for row in wide.rows] == [row[0] for row in plain.rows]
    assert [row[1:5] for row in wide.rows] == [row[1:5] for row in plain.rows]


def test_the_cells_are_those_of_the_diagnosis():
    found = diagnosed("class")
    rows = {row[0]: dict(zip(diagnosed_grid(found, width=1000).header, row, strict=True))
            for row in diagnosed_grid(found, width=1000).rows}  # fmt: skip
    for place, entry in enumerate(found.result.per_class):
        point, sure = found.points.per_class[place], found.intervals.per_class[place].metrics["AP"]
        row = rows[entry.name]
        assert row["95 % interval"] == f"{sure.low:.3f} to {sure.high:.3f}"
        assert [row[title] for title in ("P", "R", "F1", "score")] == [
            f"{value:.3f}" for value in (point.precision, point.recall, point.f1, point.score)
        ]
    assert rows["all"]["F1"] == f"{found.points.overall.f1:.3f}"


@pytest.mark.parametrize("width", [200, 120, 100, 90, 80, 70, 60, 40])
def test_no_line_is_wider_than_asked_until_only_the_main_columns_are_left(width):
    table = diagnosed_grid(diagnosed("class"), width=width)
    assert set(ALWAYS) <= set(table.header)
    assert table.header == ALWAYS or max(map(len, plain_grid(table))) <= width


def test_columns_leave_in_their_order():
    # The scores of recall first, then images and detections, precision and recall of the best cut, last the
    # interval.
    headers = [diagnosed_grid(diagnosed("class"), width=width).header for width in range(200, 30, -1)]
    left = []
    for wider, narrower in itertools.pairwise(headers):
        left += [title for title in wider if title not in narrower]
    assert left == ["AR100", "Detections", "Images", "score", "P", "R", "95 % interval"]


def test_the_first_row_is_a_total():
    table = diagnosed_grid(diagnosed("class"), width=200)
    assert (table.totals, table.rows[0][0]) == (1, "all")


def test_eighty_columns_hold_the_interval():
    assert "95 % interval" in diagnosed_grid(diagnosed("class"), width=80).header


def test_without_intervals_there_is_no_column():
    found = replace(diagnosed("class"), intervals=None)
    table = diagnosed_grid(found, width=1000)
    assert not any("interval" in title for title in table.header)
    assert "interval" not in diagnosed_note(found, table)[0]


def test_the_note_explains_only_what_is_shown():
    found = diagnosed("class")
    assert diagnosed_note(found, diagnosed_grid(found, width=1000)) == [
        "P, R, F1: cut at the score of the best F1 of the row, IoU 0.5 · interval: 200 draws, seed 0"
    ]
    assert "interval" not in diagnosed_note(found, diagnosed_grid(found, width=40))[0]
