"""Rows of cells as a table for a terminal, drawn by Rich."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from truebox.report.escaping import escape_terminal
from truebox.report.plain_grid import shown_name

if TYPE_CHECKING:
    from truebox.report.class_rows import ClassRows

__all__ = ["styled_grid"]

_LEAST_NAME = 8


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
    grid = Table(box=SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style="bold", collapse_padding=True)
    grid.add_column(table.header[0], overflow="ellipsis", no_wrap=True, min_width=_LEAST_NAME)
    for title in table.header[1:]:
        grid.add_column(_text(title), justify="right", no_wrap=True)
    for index, row in enumerate(table.rows):
        if row is None:
            # The cell would widen the column of names; the sentence gets its own line below.
            grid.add_row(Text("⋮", style="dim"))
            continue
        style = "bold" if index < bold_rows else ""
        cells = [Text(cell, style="dim" if cell == "n/a" else "") for cell in row[1:]]
        grid.add_row(Text(shown_name(row[0])), *cells, style=style)
    out = io.StringIO()
    console = Console(file=out, force_terminal=True, width=width, legacy_windows=False, highlight=False)
    console.print(grid)
    if table.hidden:
        console.print(Text(table.hidden_text, style="dim"))
    return [line.rstrip() for line in out.getvalue().rstrip("\n").split("\n")]


def _text(title: str) -> Text:
    return Text(escape_terminal(title))
