"""Blocks as a piece of HTML, for pages that are put together elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from truebox._writing.display_width import cut
from truebox._writing.escaping import escape_html
from truebox.report.blocks.block import Block, Grid, Heading, Notes, Sentences, not_empty
from truebox.report.blocks.cells import NAME_COLUMNS

__all__ = ["write_html"]


def write_html(blocks: Iterable[Block]) -> str:
    """Return the blocks as HTML elements without styles, every text escaped.

    Examples
    --------
    >>> print(write_html([Heading("B is better."), Notes(("AP < 1",))]), end="")
    <h3>B is better.</h3>
    <p>AP &lt; 1</p>
    """
    return "".join(f"{_element(block)}\n" for block in not_empty(blocks))


def _element(block: Block) -> str:
    match block:
        case Grid():
            return _table(block)
        case Heading(text):
            return f"<h3>{escape_html(text)}</h3>"
        case Notes(lines):
            return f"<p>{'<br>'.join(map(escape_html, lines))}</p>"
        case Sentences(items, above):
            before = f"<p>{'<br>'.join(map(escape_html, above))}</p>" if above else ""
            listed = "".join(f"<li>{escape_html(item)}</li>" for item in items)
            return before + (f"<ul>{listed}</ul>" if items else "")


def _table(grid: Grid) -> str:
    head = "".join(f"<th>{escape_html(title)}</th>" for title in grid.header)
    rows = [
        f'<td colspan="{len(grid.header)}">{escape_html(grid.hidden_text)}</td>'
        if row is None
        else "".join(
            f"<td>{escape_html(cell)}</td>" for cell in (cut(row[0], NAME_COLUMNS) or "(no name)", *row[1:])
        )
        for row in grid.rows
    ]
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
