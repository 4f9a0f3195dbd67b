"""A column of ids."""

from __future__ import annotations

import numpy as np

from truebox.records import Ids


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
