"""Arrays of any library, and four numbers as a box."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.columns.numbers.four_numbers import as_xywh
from truebox.datasets.memory.array_values import numpy_of
from truebox.errors import ArgumentError


@pytest.mark.parametrize(
    ("layout", "numbers"),
    [
        ("xywh", [1, 2, 4, 6]),
        ("xyxy", [1, 2, 5, 8]),
        ("yxyx", [2, 1, 8, 5]),
        ("cxcywh", [3, 5, 4, 6]),
    ],
)
def test_every_reading_of_one_box(layout, numbers):
    assert as_xywh(np.array([numbers], dtype=np.float64), layout).tolist() == [[1, 2, 4, 6]]


def test_ragged_lists_become_objects():
    assert numpy_of([[1, 2], [3]]).dtype == object


def test_what_holds_no_data_is_refused():
    class Hollow:
        def __array__(self, dtype=None, copy=None):
            raise TypeError("no data")

    with pytest.raises(ArgumentError, match="a Hollow cannot be read"):
        numpy_of(Hollow())
