"""Places of ids against a dictionary's."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from truebox.datasets.outgoing.id_places import places_in_table
from truebox.records import Ids

NUMBERS = st.integers(-5, 5) | st.sampled_from([-(2**63), 2**63 - 1, 10**12, 10**12 + 1])
COLUMNS = st.lists(NUMBERS, max_size=12) | st.lists(st.sampled_from(["a", "b", "c", "7", "é"]), max_size=12)


def by_dictionary(column, table):
    places = {key: row for row, key in enumerate(table.tolist())}
    return [places.get(key, -1) for key in column.tolist()]


@settings(max_examples=400, deadline=None)
@given(COLUMNS, COLUMNS)
def test_places_are_those_of_a_dictionary(column, table):
    column, table = Ids.of(column), Ids.of(table)
    assert places_in_table(column, table).tolist() == by_dictionary(column, table)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 3), max_size=9), st.lists(st.integers(0, 3), max_size=9))
def test_columns_that_share_their_names(column, table):
    names = ("a", "b", "c", "d")
    column, table = (Ids(np.array(values, dtype=np.int64), names) for values in (column, table))
    assert places_in_table(column, table).tolist() == by_dictionary(column, table)


def test_numbers_too_wide_for_a_column_are_told_apart_as_texts():
    wide = Ids.of([2**64, 3])
    assert places_in_table(Ids.of([3, 2**64]), wide).tolist() == [1, 0]
    assert places_in_table(Ids.of([3]), wide).tolist() == [-1]
