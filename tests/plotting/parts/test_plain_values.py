"""Values to plot."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.plotting.parts.plain_values import numbers, plain_values


class Diagnosis:
    def to_dict(self):
        return {"recall": [1.0]}


def test_mappings_and_values_of_the_package():
    assert plain_values({"recall": [1.0]}, ["recall"], "curves") == {"recall": [1.0]}
    assert plain_values(Diagnosis(), ["recall"], "curves") == {"recall": [1.0]}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([1], "curves is a list; expected a mapping or a value with to_dict.., with the keys recall, f1"),
        ({"recall": []}, "curves lacks 'f1'; it has 'recall'"),
        ({}, "curves lacks 'recall', 'f1'; it has no keys"),
    ],
)
def test_refused(source, message):
    with pytest.raises(ArgumentError, match=message):
        plain_values(source, ["recall", "f1"], "curves")


def test_none_becomes_nan():
    assert np.array_equal(numbers([1, None, 0.5], "x"), [1, np.nan, 0.5], equal_nan=True)


@pytest.mark.parametrize("values", [["a"], [[1], [1, 2]], [[1, 2]], 5, {}])
def test_numbers_that_are_none(values):
    with pytest.raises(ArgumentError, match=r"^x"):
        numbers(values, "x")
