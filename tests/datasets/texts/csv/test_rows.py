"""Rows of a delimited text one by one."""

from __future__ import annotations

import math

import pytest
from format_rounds import refused

from truebox.datasets.row_errors import RowErrors
from truebox.datasets.texts.csv.head import csv_head
from truebox.datasets.texts.csv.rows import row_lines, table_of_text


def read(text, wanted=None, errors=None, **how):
    data = text.encode()
    wanted = wanted or {"name": "text", "x": "number"}
    return table_of_text(data, "a.csv", csv_head(data), wanted, errors or RowErrors(), **how)


def test_cells_that_only_people_write():
    table = read('name,x\nit"s, 7 \n"two\nlines",+.5e1\n\nlast,\n'.replace('it"s', "it's"))
    assert table.texts["name"].tolist() == ["it's", "two\nlines", "last"]
    assert table.numbers["x"].tolist()[:2] == [7, 5]
    assert math.isnan(table.numbers["x"][2])
    assert [table.place(row) for row in range(3)] == ["a.csv line 2", "a.csv line 3", "a.csv line 6"]


@pytest.mark.parametrize("cell", ["0x10", "1_000", "nan", "Infinity", "1e400", "٣", "1 2", "--1", "1,5"])
def test_cells_that_are_no_numbers(cell):
    message = refused("E-422", read, f'name,x\na,"{cell}"\n')
    assert message.startswith("E-422 a.csv line 2 column x")


def test_decimal_commas_only_where_they_are_allowed():
    text = 'name,x\na,"0,25"\nb,0.5\n'
    assert "decimal point" in refused("E-422", read, text)
    table = read(text, decimal_commas=True)
    assert (table.numbers["x"].tolist(), table.decimal_commas) == ([0.25, 0.5], 1)


def test_bad_rows_are_dropped_leniently():
    errors = RowErrors(lenient=True)
    table = read("name,x\na,1\nb\nc,x\nd,4\n", errors=errors)
    assert (table.texts["name"].tolist(), errors.counts) == (["a", "d"], {"E-421": 1, "E-422": 1})
    assert table.place(1) == "a.csv line 5"


def test_a_cell_beyond_the_limit_of_csv_is_refused():
    assert "line 2" in refused("E-425", read, "name,x\n" + "a" * 200_000 + ",1\n")


def test_lines_of_rows():
    data = b'name,x\r\n"a\r\nb",1\r\n\r\nc,2\r\n'
    assert row_lines(data, "a.csv", csv_head(data)) == [2, 5]
