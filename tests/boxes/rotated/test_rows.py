"""Rotated boxes as columns."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.boxes.rotated.rows import rotated_columns
from truebox.errors import ArgumentError


@pytest.mark.parametrize("name", LIBRARIES)
def test_columns_of_every_library(name):
    tested = LIBRARIES[name]()
    _, columns = rotated_columns(tested.array(np.array([[1, 2, 3, 4, 5]], np.float32)))
    assert [float(tested.numpy(column)[0]) for column in columns] == [1, 2, 3, 4, 5]


def test_nothing_is_no_box():
    assert [column.shape for column in rotated_columns([])[1]] == [(0,)] * 5


def test_what_is_no_box_is_refused():
    with pytest.raises(ArgumentError, match=r"shape \(1, 4\); expected \[..., 5\]"):
        rotated_columns([[1, 2, 3, 4]])
    with pytest.raises(ArgumentError, match="different lengths"):
        rotated_columns([[1, 2, 3, 4, 5], [1]])
    with pytest.raises(ArgumentError, match="expected real numbers"):
        rotated_columns([["a"] * 5])
