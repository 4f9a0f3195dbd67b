"""A column of ids."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.records import Ids, distinct_values


def test_integers_and_strings_come_out_as_they_went_in():
    numbers, texts = Ids(np.array([7, -2])), Ids(np.array([1, 0]), ("a", "b"))
    assert [numbers[row] for row in range(len(numbers))] == [7, -2]
    assert [texts[row] for row in range(len(texts))] == ["b", "a"]
    assert (numbers.tolist(), texts.tolist()) == ([7, -2], ["b", "a"])
    assert (numbers.are_strings, texts.are_strings) == (False, True)
    assert isinstance(numbers[0], int)


def test_distinct_values_are_sorted():
    assert Ids(np.array([5, -1, 5, 3, -1])).distinct().tolist() == [-1, 3, 5]
    assert Ids(np.array([4])).distinct().tolist() == [4]
    assert Ids(np.empty(0, dtype=np.int64)).distinct().tolist() == []


@pytest.mark.parametrize("kind", [np.int32, np.int64, np.float64, np.uint8])
@pytest.mark.parametrize("count", [0, 1, 2, 50, 1000])
def test_the_values_are_those_of_numpy(kind, count):
    values = np.random.default_rng(count).integers(0, 40, count).astype(kind)
    found = distinct_values(values)
    assert found.dtype == kind
    assert found.tolist() == np.unique(values).tolist()


def test_the_column_is_left_as_it_is():
    values = np.array([3, 1, 3])
    distinct_values(values)
    assert values.tolist() == [3, 1, 3]
