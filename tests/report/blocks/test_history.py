"""Runs in their order, as a table and in words."""

from __future__ import annotations

import json

import pytest

from truebox.diagnosis import read_history
from truebox.report.blocks.history import history_blocks, history_rules

MORE = {"AP50": 0.5, "AP75": 0.125, "APs": 0.25, "APm": None, "APl": 0.75, "AR1": 0.0625}


@pytest.fixture
def read(tmp_path):
    def made(*values, sure=()):
        for number, value in enumerate(values):
            interval = {"intervals": {"metrics": {"AP": {"low": 0.125, "high": 0.375}}}}
            entry = {"name": "p.json", "metrics": {"AP": value, **MORE}, "per_class": []}
            document = {
                "format_version": 1,
                "protocol": {"name": "coco", "geometry": "boxes", "mode": "strict"},
                "truth": {
                    "path": "t.json",
                    "format": "coco",
                    "images": 3,
                    "truths": 9,
                    "categories": 2,
                    "sha256": "ab",
                },
                "results": [{**entry, "diagnosis": interval} if number in sure else entry],
            }
            (tmp_path / f"run {number}.json").write_text(json.dumps(document))
        return read_history([str(tmp_path / f"run {number}.json") for number in range(len(values))])

    return made


def test_each_run_has_its_change_and_six_metrics_at_most(read):
    grid, notes = history_blocks(read(0.25, 0.5, None, 0.375))
    assert grid.header == ("Run", "AP", "change", "AP50", "AP75", "APs", "APm", "APl")
    others = ("0.500", "0.125", "0.250", "n/a", "0.750")
    assert grid.rows == (
        ("run 0", "0.250", "", *others),
        ("run 1", "0.500", "+0.250", *others),
        ("run 2", "n/a", "n/a", *others),
        ("run 3", "0.375", "n/a", *others),
    )
    assert notes.lines == ("Highest AP: 0.500 in run 1, of 4 runs.", "Ordered by the numbers in their names.")


def test_intervals_have_a_column_where_a_run_has_one(read):
    grid, _ = history_blocks(read(0.25, 0.5, sure=[1]))
    assert grid.header[:4] == ("Run", "AP", "change", "interval")
    assert [row[3] for row in grid.rows] == ["n/a", "0.125 to 0.375"]


def test_of_runs_without_a_number_none_is_highest(read):
    _, notes = history_blocks(read(None, None))
    assert notes.lines == ("Ordered by the numbers in their names.",)


def test_the_rules_are_said_with_the_truth(read):
    assert history_rules(read(0.25, 0.5)) == "protocol coco, boxes, mode strict; truth t.json"
