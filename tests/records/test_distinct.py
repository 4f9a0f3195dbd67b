"""Distinct values are those of NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.records import distinct_values


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
