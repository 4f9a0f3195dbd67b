"""The names of the options of reading."""

from __future__ import annotations

import click
import pytest

from truebox.cli.commands.eval import eval_command
from truebox.cli.options.reading_flags import READING_FLAGS


def test_they_are_long_options_each_once():
    assert all(flag.startswith("--") for flag in READING_FLAGS)
    assert len(set(READING_FLAGS)) == len(READING_FLAGS)


@pytest.mark.parametrize(("side", "taken"), [(1, True), (2**20, True), (0, False), (2**20 + 1, False)])
def test_sides_of_a_letterbox(side, taken):
    """From one pixel to 2 to the 20th; nothing is cut to fit."""
    kind = next(each for each in eval_command.params if each.name == "letterbox").type
    if taken:
        assert kind.convert(str(side), None, None) == side
    else:
        with pytest.raises(click.BadParameter, match="not in the range 1<=x<=1048576"):
            kind.convert(str(side), None, None)
