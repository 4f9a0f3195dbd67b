"""A delimited text file into columns: the native reader against Python's csv module."""

from __future__ import annotations

import csv
import io
import math

import numpy as np
import pytest
from format_rounds import refused
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox._native import tables
from truebox.datasets.options import ReadOptions
from truebox.datasets.row_errors import RowErrors
from truebox.datasets.texts.csv.head import csv_head
from truebox.datasets.texts.csv.rows import table_of_text
from truebox.datasets.texts.csv.table import head_of_csv, read_csv
from truebox.errors import InputError

KINDS = {"name": "text", "skipped": None, "x": "number", "y": "number"}
WANTED = {name: kind for name, kind in KINDS.items() if kind}
texts = st.text(st.sampled_from('ab ,;"\n\r\té€\U0001f600.0'), max_size=9)
numbers = st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(10**17), 10**17)


def native(data, begin, threads=2):
    return tables.read_table_text(data, begin, bytes([2, 0, 1, 1]), ord(","), threads)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(texts, texts, numbers, numbers), max_size=20), st.sampled_from(["\n", "\r\n"]))
def test_what_the_csv_module_writes_is_read_natively(rows, ending):
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator=ending)
    writer.writerow(KINDS)
    writer.writerows(rows)
    data = text.getvalue().encode()
    found = native(data, csv_head(data).begin)
    # A lone carriage return is quoted by the writer only since Python 3.13; unquoted it ends a row.
    if any("\r" in cell for row in rows for cell in row[:2]) and found is None:
        return
    assert found is not None
    count, (x, y), ((codes, names),), _ = found
    assert count == len(rows)
    assert [names[code] for code in codes.tolist()] == [row[0] for row in rows]
    assert x.tolist() == [float(row[2]) for row in rows]
    assert y.tolist() == [float(row[3]) for row in rows]


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from('a,"\n\r10.5e-N \t'), max_size=60))
def test_native_and_general_agree_on_any_text(body):
    data = ("name,skipped,x,y\n" + body).encode()
    head = csv_head(data)
    found = native(data, head.begin)
    if found is None:
        return
    general = table_of_text(data, "a.csv", head, WANTED, RowErrors())
    count, (x, y), ((codes, names),), _ = found
    assert count == general.rows
    assert [names[code] for code in codes.tolist()] == general.texts["name"].tolist()
    np.testing.assert_array_equal(x, general.numbers["x"])
    np.testing.assert_array_equal(y, general.numbers["y"])


def test_many_parts_join_in_order():
    # Three million bytes: several parts, cut at rows; quoted line ends and commas in between.
    rows = [f'"im,\n{row // 7}",z{row % 3},{row}.25,{row * 0.1!r}' for row in range(80_000)]
    data = ("name,skipped,x,y\n" + "\n".join(rows)).encode()
    for threads in (1, 3):
        count, (x, y), ((codes, names),), _ = native(data, 17, threads)
        assert count == 80_000
        assert names == tuple(f"im,\n{number}" for number in range(80_000 // 7 + 1))
        assert (codes == np.arange(80_000) // 7).all()
        assert (x == np.arange(80_000) + 0.25).all()
        assert y.tolist() == [row * 0.1 for row in range(80_000)]


def test_a_file_of_blank_lines_between_parts():
    rows = [f"{row},z,{row},1" + "\n" * (1 + row % 3) for row in range(200_000)]
    count, (x, _), _, _ = native(("name,skipped,x,y\n" + "".join(rows)).encode(), 17)
    assert (count, (x == np.arange(200_000)).all()) == (200_000, True)


def test_columns_of_whole_numbers():
    text = b'a,b\n1,0.5\n\n-3,7\n,1e-3\n9007199254740991,123456.1234567\n"2",-0.25'
    rows, (numbers,), _, (wholes,) = tables.read_table_text(text, 4, bytes([3, 1]), ord(","), 1)
    assert rows == 5
    assert wholes.tolist() == [1, -3, -1, 2**53 - 1, 2]
    assert numbers.tolist() == [0.5, 7.0, 1e-3, 123456.1234567, -0.25]


@pytest.mark.parametrize("cell", ["0.5", "9007199254740992", "-1e300"])
def test_what_is_no_whole_number_is_read_as_before(cell, tmp_path):
    assert tables.read_table_text(f"a,b\n{cell},1\n".encode(), 4, bytes([3, 1]), ord(","), 1) is None
    path = tmp_path / "flags.csv"
    path.write_text(f"a,b\n,1\n{cell},1\n")
    if cell == "-1e300":
        return
    table = read_csv(path, head_of_csv(path), {"a": "whole", "b": "number"}, ReadOptions())
    assert table.wholes["a"].tolist() == [-1, int(float(cell))]
    assert (list(table.numbers), table.place(1)) == (["b"], f"{path} line 3")


@pytest.mark.parametrize(
    "body",
    ["a,b,1\n", "a,b,1,2,3\n", 'a"b,c,1,2\n', '"a"b,c,1,2\n', '"a,b,1,2\n', "a,b,x,2\n", "a,b,01,2\n",
     "a,b,NaN,2\n", "a\0,b,1,2\n", "a,b,1,2\rc,d,3,4\n", "a,b,1 ,2\n"],
)  # fmt: skip
def test_what_is_not_plain_is_declined(body):
    assert native(("name,skipped,x,y\n" + body).encode(), 17) is None


def test_arguments_are_checked():
    with pytest.raises(ValueError, match="delimiter"):
        tables.read_table_text(b"a\n", 0, b"\1", ord('"'), 1)
    with pytest.raises(ValueError, match="kinds"):
        tables.read_table_text(b"a\n", 0, b"\7", ord(","), 1)
    with pytest.raises(IndexError):
        tables.read_table_text(b"a\n", 9, b"\1", ord(","), 1)


def test_lines_in_messages_count_blank_lines_and_quoted_line_ends(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('name,skipped,x,y\n"a\nb",z,1,2\n\nc,z,3,4\n')
    table = read_csv(path, head_of_csv(path), WANTED, ReadOptions())
    assert [table.place(row) for row in range(2)] == [f"{path} line 2", f"{path} line 5"]


def test_empty_cells_are_nan_natively(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text('name,skipped,x,y\n,,,""\n')
    table = read_csv(path, head_of_csv(path), WANTED, ReadOptions())
    assert table.texts["name"].tolist() == [""]
    assert math.isnan(table.numbers["x"][0])
    assert math.isnan(table.numbers["y"][0])


def test_no_file_and_no_header(tmp_path):
    with pytest.raises(InputError, match="E-101"):
        head_of_csv(tmp_path / "none.csv")
    (tmp_path / "a.csv").write_text("a,a\n")
    refused("E-420", head_of_csv, tmp_path / "a.csv")
