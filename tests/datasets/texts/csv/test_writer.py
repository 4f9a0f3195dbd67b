"""Columns to a delimited text file."""

from __future__ import annotations

import csv

import pytest

from truebox.datasets.texts.csv.writer import write_csv


def test_every_number_reads_back_and_every_text_survives(tmp_path):
    rows = [['a "b", c', 0.1 + 0.2], ["line\nend", 1e-300], ["é", 7]]
    write_csv(tmp_path / "a.csv", ["name", "x"], rows)
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as stream:
        again = list(csv.reader(stream))
    assert again[0] == ["name", "x"]
    assert [[name, float(x)] for name, x in again[1:]] == rows


def test_nothing_is_left_when_rows_fail(tmp_path):
    def rows():
        yield ["a", 1]
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError):
        write_csv(tmp_path / "a.csv", ["name", "x"], rows())
    assert list(tmp_path.iterdir()) == []


def test_many_rows_are_written_in_chunks(tmp_path):
    write_csv(tmp_path / "a.csv", ["x"], ([row] for row in range(120_000)), delimiter="\t")
    assert (tmp_path / "a.csv").read_text().split() == ["x", *map(str, range(120_000))]
