"""Blocks as aligned plain text, for pipes and files: no escape sequences at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from truebox._writing.display_width import display_width, pad
from truebox._writing.escaping import escape_terminal
from truebox.report.blocks.block import Block, Grid, Heading, Notes, Sentences, not_empty
from truebox.report.blocks.cells import shown_name

__all__ = ["plain_grid", "text_of", "write_plain"]


def write_plain(blocks: Iterable[Block]) -> str:
    """Return the blocks as text with an empty line between two.

    Examples
    --------
    >>> print(write_plain([Heading("B is better."), Sentences(("AP 0.412.",), ("A a.json",))]), end="")
    B is better.
    <BLANKLINE>
    A a.json
    - AP 0.412.
    """
    return text_of(blocks, plain_grid)


def text_of(blocks: Iterable[Block], draw: Callable[[Grid], list[str]]) -> str:
    """Return the blocks as lines for a terminal or a file, the last one ended too; `draw` makes the grids."""
    parts = ["\n".join(_lines(block, draw)) for block in not_empty(blocks)]
    return "\n\n".join(parts) + "\n"


def _lines(block: Block, draw: Callable[[Grid], list[str]]) -> list[str]:
    match block:
        case Grid():
            return draw(block)
        case Heading(text):
            return [escape_terminal(text)]
        case Notes(lines):
            return [escape_terminal(line) for line in lines]
        case Sentences(items, above):
            return [escape_terminal(line) for line in (*above, *(f"- {item}" for item in items))]


def plain_grid(grid: Grid) -> list[str]:
    """Return the grid as aligned lines; names are escaped and cut to 40 columns."""
    rows = [None if row is None else (shown_name(row[0]), *row[1:]) for row in grid.rows]
    shown = [row for row in rows if row is not None]
    widths = [max(map(display_width, column)) for column in zip(grid.header, *shown, strict=True)]

    def line(cells: tuple[str, ...]) -> str:
        numbers = (pad(cell, width, right=True) for cell, width in zip(cells[1:], widths[1:], strict=True))
        return " | ".join((pad(cells[0], widths[0]), *numbers)).rstrip()

    rule = "-+-".join("-" * width for width in widths)
    body = [grid.hidden_text if row is None else line(row) for row in rows]
    return [line(grid.header), rule, *body]
