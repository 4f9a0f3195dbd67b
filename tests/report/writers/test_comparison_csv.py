"""A comparison as CSV."""

from __future__ import annotations

import csv
import io

from made_comparisons import make_comparison, make_hostile_comparison

from truebox.report import to_comparison_csv


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_one_row_per_class_and_metric() -> None:
    rows = rows_of(to_comparison_csv(make_comparison()))
    assert [(row["class"], row["metric"]) for row in rows] == [
        ("all", "AP"), ("all", "AP50"), ("all", "APs"), ("cat", "AP"), ("cat", "AP50"), ("dog", "AP"),
        ("dog", "AP50"),
    ]  # fmt: skip
    first = rows[0]
    assert (first["first"], first["second"], first["id"]) == ("a.json", "b.json", "")
    assert (first["first_value"], first["difference"], first["p"]) == ("0.4", "0.05", "0.0004")
    assert first["verdict"] == "better"


def test_undefined_is_empty_with_its_reason() -> None:
    row = rows_of(to_comparison_csv(make_comparison()))[2]
    assert (row["difference"], row["p"], row["reason"]) == ("", "", "no truth of small size")


def test_formulas_do_not_run() -> None:
    rows = rows_of(to_comparison_csv(make_hostile_comparison()))
    assert all(not value.startswith(("=", "@")) for row in rows for value in (row["class"], row["second"]))
