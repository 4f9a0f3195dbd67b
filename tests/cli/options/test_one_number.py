"""One number: finite ones, and sizes with units."""

from __future__ import annotations

import click
import pytest

from truebox.cli.options.one_number import FiniteNumber, MemorySize


@pytest.mark.parametrize(
    ("text", "number"),
    [("8G", 8_000_000_000), ("500m", 500_000_000), ("1.5kB", 1500), ("2 GiB", 2_000_000_000), ("77", 77)],
)
def test_units(text, number):
    assert MemorySize().convert(text, None, None) == number


@pytest.mark.parametrize("text", ["", "0", "0G", "-1", "eight", "8X", "8,5G"])
def test_what_is_no_size(text):
    with pytest.raises(click.BadParameter, match="is no size"):
        MemorySize().convert(text, None, None)


@pytest.mark.parametrize("text", ["nan", "NaN", "inf", "-inf", "1e999"])
@pytest.mark.parametrize("bounds", [(), (0, None), (0, 1)])
def test_what_is_no_finite_number(text, bounds):
    with pytest.raises(click.BadParameter):
        FiniteNumber(*bounds).convert(text, None, None)


def test_finite_numbers_within_bounds():
    assert FiniteNumber().convert("-3.5", None, None) == -3.5
    with pytest.raises(click.BadParameter, match="not in the range"):
        FiniteNumber(0, 1, min_open=True).convert("0", None, None)
