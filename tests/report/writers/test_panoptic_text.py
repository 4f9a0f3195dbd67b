"""Panoptic results as text, names from files made harmless."""

from __future__ import annotations

import csv
import io

from made_panoptic import made_class, made_panoptic

from truebox.report.writers.panoptic_text import panoptic_csv, panoptic_markdown, panoptic_table

RESULT = made_panoptic([made_class(1, "cat\x1b[2J", 0.25), made_class("=x", "=a|b", None)])


def test_table():
    lines = panoptic_table([RESULT]).splitlines()
    assert lines[0].split(" | ")[0].strip() == "Class"
    assert lines[2].split() == [
        "all",
        "|",
        "|",
        "5",
        "|",
        "4",
        "|",
        "3",
        "|",
        "1",
        "|",
        "2",
        "|",
        "0.250",
        "|",
        "0.250",
        "|",
        "0.250",
    ]
    assert lines[-1] == "n/a PQst, SQst, RQst: the truth lists no class of stuff"
    assert "\x1b" not in panoptic_table([RESULT])


def test_styled_table():
    shown = panoptic_table([RESULT], styled=True, width=90)
    assert "\x1b[1m" in shown
    assert "\x1b[2J" not in shown


def test_several_files():
    blocks = panoptic_table([RESULT, RESULT]).split("\n\n")
    assert blocks[0].startswith("Predictions")
    assert blocks[1].startswith("Class")


def test_markdown():
    shown = panoptic_markdown([RESULT])
    assert shown.startswith("| Class | Kind |")
    assert "=a\\|b" in shown
    assert shown.endswith("- Protocol panoptic, mode strict.\n")


def test_csv():
    rows = list(csv.DictReader(io.StringIO(panoptic_csv([RESULT]))))
    assert [row["class"] for row in rows] == ["all", "things", "stuff", "cat\\x1b[2J", "'=a|b"]
    assert rows[4]["id"] == "'=x"
    assert (rows[3]["iou_sum"], rows[3]["PQ"], rows[2]["PQ"]) == ("2.5", "0.25", "")
