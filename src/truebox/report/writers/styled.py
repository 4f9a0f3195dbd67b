"""Rows of cells as a table for a terminal, drawn by Rich."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from truebox.report.writers.plain import NAME_COLUMNS, shown_name

if TYPE_CHECKING:
    from truebox.report.blocks.result import ClassRows

__all__ = ["styled_grid"]

_LEAST_NAME = 8
_LEAST_WIDTH = 80  # what does not fit a narrower terminal is wrapped by it, not cut off
_GAP = "  "


def styled_grid(table: ClassRows, *, width: int, bold_rows: int) -> list[str]:
    """Return the table as lines with terminal styles.

    Parameters
    ----------
    table : ClassRows
        What to draw.
    width : int
        Columns of the terminal.
    bold_rows : int
        How many rows at the top are totals.

    Returns
    -------
    list of str
    """
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
        style = "bold" if index < bold_rows else ""
        cells = [Text(cell, style="dim" if cell == "n/a" else "") for cell in row[1:]]
        grid.add_row(Text(shown_name(row[0], names)), *cells, style=style)
    out = io.StringIO()
    console = Console(
        file=out, force_terminal=True, width=max(width, _LEAST_WIDTH), legacy_windows=False, highlight=False
    )
    console.print(grid)
    if table.hidden:
        console.print(Text(table.hidden_text, style="dim"))
    return [line.rstrip() for line in out.getvalue().rstrip("\n").split("\n")]


def _number_cells(table: ClassRows) -> list[tuple[str, ...]]:
    return [row[1:] for row in (table.header, *table.rows) if row is not None]
