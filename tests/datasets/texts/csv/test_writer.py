"""Columns to a delimited text file."""

from __future__ import annotations

import csv
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.datasets.texts.csv.row_texts import chosen, floats, wholes
from truebox.datasets.texts.csv.writer import quoted, write_csv, write_csv_columns


def test_every_number_reads_back_and_every_text_survives(tmp_path):
    rows = [['a "b", c', 0.1 + 0.2], ["line\nend", 1e-300], ["é", 7]]
    write_csv(tmp_path / "a.csv", ["name", "x"], rows)
    with (tmp_path / "a.csv").open(newline="", encoding="utf-8") as stream:
        again = list(csv.reader(stream))
    assert again[0] == ["name", "x"]
    assert [[name, float(x)] for name, x in again[1:]] == rows


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_a_line_end_of_any_kind_is_in_quotes(tmp_path, end):
    name = f"a{end}b"
    write_csv_columns(
        tmp_path / "a.csv", {"x": wholes([7]), "name": chosen([0], [quoted(name)])}, [[8, name]]
    )
    assert (tmp_path / "a.csv").read_bytes() == f'x,name\n7,"{name}"\n8,"{name}"\n'.encode()


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


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.text(st.characters(exclude_categories=["Cs"])), st.floats(), st.integers(-99, 99))),
    st.sampled_from([",", "\t"]),
)
def test_columns_are_written_as_python_writes_their_rows(rows, delimiter):
    names = [name for name, _, _ in rows]
    columns = {
        "na me": chosen(np.arange(len(rows)), [quoted(name, delimiter) for name in names]),
        'x"': floats(np.array([value for _, value, _ in rows], float)),
        "n": wholes(np.array([value for _, _, value in rows], int)),
    }
    more = [["last, of all", None, 3]]
    with tempfile.TemporaryDirectory() as folder:
        write_csv_columns(Path(folder, "a.csv"), columns, more, delimiter=delimiter)
        write_csv(Path(folder, "b.csv"), list(columns), [*rows, *more], delimiter=delimiter)
        assert Path(folder, "a.csv").read_bytes() == Path(folder, "b.csv").read_bytes()
