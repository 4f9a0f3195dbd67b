"""A column of ids."""

from __future__ import annotations

import numpy as np

from truebox.records import Ids


def test_integers_and_strings_come_out_as_they_went_in():
    numbers, texts = Ids(np.array([7, -2])), Ids(np.array([1, 0]), ("a", "b"))
    assert [numbers[row] for row in range(len(numbers))] == [7, -2]
    assert [texts[row] for row in range(len(texts))] == ["b", "a"]
    assert (numbers.are_strings, texts.are_strings) == (False, True)
    assert isinstance(numbers[0], int)
