"""Blocks for a terminal, their grids drawn by Rich."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from truebox._writing.display_width import display_width
from truebox.report.blocks.cells import NAME_COLUMNS, shown_name
from truebox.report.writers.plain import text_of

if TYPE_CHECKING:
    from truebox.report.blocks.block import Block, Grid

__all__ = ["styled_grid", "write_styled"]

_LEAST_NAME = 8
_READABLE_NAME = 16
_LEAST_WIDTH = 80  # what does not fit a narrower terminal is wrapped by it, not cut off
_GAP = "  "


def write_styled(blocks: Iterable[Block], *, width: int) -> str:
    """Return the blocks as text with terminal styles and an empty line between two."""
    return text_of(blocks, partial(styled_grid, width=width))


def styled_grid(table: Grid, *, width: int) -> list[str]:
    """Return the grid as lines with terminal styles.

    Parameters
    ----------
    table : Grid
        What to draw; its totals stand in bold.
    width : int
        Columns of the terminal.

    Returns
    -------
    list of str
    """
    table, dropped = _fitting(table, max(width, _LEAST_WIDTH))
    numbers = [max(map(len, cells)) for cells in zip(*_number_cells(table), strict=True)]
    # Names give way on a narrow terminal, numbers never do.
    left = max(_LEAST_NAME, width - sum(numbers) - len(numbers) * len(_GAP))
    names = min(left, NAME_COLUMNS)
    grid = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", collapse_padding=True)
    grid.add_column(table.header[0], no_wrap=True)
    for title, columns in zip(table.header[1:], numbers, strict=True):
        grid.add_column(Text(title), justify="right", no_wrap=True, min_width=columns)
    for index, row in enumerate(table.rows):
        if row is None:
            # The cell would widen the column of names; the sentence gets its own line below.
            grid.add_row(Text("⋮", style="dim"))
            continue
        style = "bold" if index < table.totals else ""
        cells = [Text(cell, style="dim" if cell == "n/a" else "") for cell in row[1:]]
        grid.add_row(Text(shown_name(row[0], names)), *cells, style=style)
    out = io.StringIO()
    # What is wider all the same is wrapped by the terminal: a number that is cut reads as another.
    needed = max(width, _LEAST_WIDTH, _LEAST_NAME + sum(numbers) + len(numbers) * len(_GAP))
    console = Console(file=out, force_terminal=True, width=needed, legacy_windows=False, highlight=False)
    console.print(grid)
    if table.hidden:
        console.print(Text(table.hidden_text, style="dim"))
    if dropped:
        console.print(Text(f"not shown at this width: {', '.join(dropped)}", style="dim"))
    return [line.rstrip() for line in out.getvalue().rstrip("\n").split("\n")]


def _fitting(table: Grid, width: int) -> tuple[Grid, list[str]]:
    """The grid without the spare columns for which there is no room beside whole names, and their titles."""
    longest = max((display_width(row[0]) for row in table.rows if row is not None), default=0)
    names = max(_LEAST_NAME, min(longest, _READABLE_NAME))
    dropped: list[str] = []
    for title in table.spare:
        columns = [max(map(len, cells)) for cells in zip(*_number_cells(table), strict=True)]
        if names + sum(columns) + len(columns) * len(_GAP) <= width:
            break
        table = table.without(title)
        dropped.append(title)
    return table, dropped


def _number_cells(table: Grid) -> list[tuple[str, ...]]:
    return [row[1:] for row in (table.header, *table.rows) if row is not None]
