"""Rows of text against Python's own words for numbers."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.datasets.texts.csv.row_texts import (
    chosen,
    floats,
    grouped_rows,
    own_texts,
    row_texts,
    shortly,
    wholes,
)
from truebox.records import Strings

_EDGES = [
    *(0.0, -0.0, 0.1, 1e-4, 9.999e-5, 1e15, 1e16, 9999999999999998.0, 123456789012345680.0, 1e22, 1e23),
    *(5e-324, 1.7976931348623157e308, float("inf"), float("-inf"), float("nan"), 1.5, 100.0, 2.0**53),
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.floats(), max_size=20))
def test_floats_are_written_as_repr_writes_them(values):
    values = [*values, *_EDGES]
    text, _ = row_texts([floats(np.array(values))], ["", "\n"])
    assert text.decode().split("\n")[:-1] == [repr(value) for value in values]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.floats() | st.integers(-(10**16), 10**16).map(float), max_size=20))
def test_whole_floats_are_written_without_a_point(values):
    values = [*values, *_EDGES]
    text, _ = row_texts([shortly(np.array(values))], ["", "\n"])
    expected = [
        str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value) for value in values
    ]
    assert text.decode().split("\n")[:-1] == expected


def test_rows_hold_all_columns_in_order():
    names, whole = chosen(np.array([1, 0]), ["é", "b"]), wholes(np.array([-(2**63), 7]))
    columns = [names, whole, floats(np.array([0.5, 2]))]
    text, offsets = row_texts(columns, ["<", ",", ";", ">"], np.array([1, 0, 1]))
    assert text.decode() == f"<é,7;2.0><b,{-(2**63)};0.5><é,7;2.0>"
    assert [text[begin:end][:1] for begin, end in pairwise(offsets.tolist())] == [b"<"] * 3


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 6), max_size=30))
def test_groups_hold_their_rows_in_the_order_of_the_rows(groups):
    columns = [wholes(np.arange(len(groups)))]
    text, bounds = grouped_rows(columns, ["", " "], np.array(groups, np.int64), 7)
    expected = [[str(row) for row, group in enumerate(groups) if group == each] for each in range(7)]
    assert [text[begin:end].decode().split() for begin, end in pairwise(bounds.tolist())] == expected


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=3), min_size=1, max_size=9), st.data())
def test_texts_of_their_own_stand_in_their_rows(texts, data):
    order = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=9))
    columns = [own_texts(Strings.of(texts)), wholes(np.arange(len(texts)))]
    text, bounds = row_texts(columns, ["<", ":", ">"], np.array(order, np.int64))
    found = [text[begin:end].decode("utf-8", "surrogatepass") for begin, end in pairwise(bounds.tolist())]
    assert found == [f"<{texts[row]}:{row}>" for row in order]


@pytest.mark.parametrize(
    ("columns", "between", "order"),
    [
        ([wholes(np.arange(3)), wholes(np.arange(2))], ["", "", ""], None),
        ([wholes(np.arange(3))], [""], None),
        ([wholes(np.arange(3))], ["", ""], np.array([3])),
        ([wholes(np.arange(3))], ["", ""], np.array([-1])),
        ([chosen(np.array([2]), ["a", "b"])], ["", ""], None),
        ([("words", np.arange(3))], ["", ""], None),
        ([("own", np.array([0, 2, 1]), b"ab")], ["", ""], None),
        ([("own", np.array([0, 1, 3]), b"ab")], ["", ""], None),
        ([("own", np.array([-1, 1, 2]), b"ab")], ["", ""], None),
        ([wholes(np.arange(3)), ("own", np.array([0, 1, 2]), b"ab")], ["", "", ""], None),
    ],
)
def test_what_does_not_fit_together_is_refused(columns, between, order):
    with pytest.raises(ValueError, match=r"column|text|row"):
        row_texts(columns, between, order)
