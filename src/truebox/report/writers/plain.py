"""Rows of cells as aligned plain text with pipes, for pipes and files: no escape sequences at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._writing.display_width import cut, display_width, pad
from truebox._writing.escaping import escape_terminal

if TYPE_CHECKING:
    from truebox.report.blocks.result import ClassRows

__all__ = ["NAME_COLUMNS", "plain_grid", "shown_name"]

NAME_COLUMNS = 40


def plain_grid(table: ClassRows) -> list[str]:
    """Return the table as aligned lines; names are escaped and cut to 40 columns."""
    rows = [None if row is None else (shown_name(row[0]), *row[1:]) for row in table.rows]
    filled = [row for row in rows if row is not None]
    widths = [max(map(display_width, column)) for column in zip(table.header, *filled, strict=True)]

    def line(cells: tuple[str, ...]) -> str:
        numbers = (pad(cell, width, right=True) for cell, width in zip(cells[1:], widths[1:], strict=True))
        return " | ".join((pad(cells[0], widths[0]), *numbers)).rstrip()

    rule = "-+-".join("-" * width for width in widths)
    body = [table.hidden_text if row is None else line(row) for row in rows]
    return [line(table.header), rule, *body]


def shown_name(name: str, columns: int = NAME_COLUMNS) -> str:
    """Return a class name as a grid shows it: harmless and at most `columns` wide."""
    # Cut before escaping too: escaping may make a text four times as long.
    return cut(escape_terminal(name[: 4 * NAME_COLUMNS + 1]), columns) or "(no name)"
