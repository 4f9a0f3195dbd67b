"""Sizes with units."""

from __future__ import annotations

import click
import pytest

from truebox.cli.options.memory_size import MemorySize


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
