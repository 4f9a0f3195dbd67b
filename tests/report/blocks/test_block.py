"""The four values that writers know."""

from __future__ import annotations

from typing import get_args

import pytest

from truebox.report.blocks.block import Block, Grid, Heading, Notes, Sentences, not_empty
from truebox.report.writers.html import write_html
from truebox.report.writers.markdown import write_markdown
from truebox.report.writers.plain import write_plain
from truebox.report.writers.styled import write_styled

ONE_OF_EACH = [
    Heading("heading"),
    Grid(("Class", "title"), (("row", "cell"), None), hidden=3),
    Notes(("note",)),
    Sentences(("item",), ("above",)),
]
WRITERS = {
    "plain": write_plain,
    "styled": lambda blocks: write_styled(blocks, width=80),
    "markdown": write_markdown,
    "html": write_html,
}


@pytest.mark.parametrize("writer", WRITERS)
def test_every_writer_writes_every_block(writer):
    text = WRITERS[writer](ONE_OF_EACH)
    for word in ("heading", "title", "row", "cell", "3 more classes", "note", "item", "above"):
        assert word in text


def test_these_are_all():
    assert {type(block) for block in ONE_OF_EACH} == set(get_args(Block))


def test_a_grid_without_rows_is_still_shown():
    grid = Grid(("Class",), ())
    assert not_empty([grid, Notes(()), Sentences((), ("above",))]) == [grid, Sentences((), ("above",))]


def test_the_hidden_are_counted():
    assert Grid((), (), 1234).hidden_text == "… 1,234 more classes (--all-classes)"
