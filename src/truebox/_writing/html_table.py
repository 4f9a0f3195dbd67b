"""Values as a static HTML table for notebooks: everything escaped, no script."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from truebox._writing.escaping import escape_html

__all__ = ["MOST_ROWS", "html_number", "html_table"]

MOST_ROWS = 40
"""A notebook is read, not searched: longer tables are cut and say so."""


def html_table(header: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """Return rows as a table; the first column names the row, floats have four decimals.

    Parameters
    ----------
    header : sequence of str
        One title per column.
    rows : iterable of sequences
        Cells of any type; None reads ``n/a``.
    caption : str
        Above the table.

    Examples
    --------
    >>> html_table(["class", "AP"], [["<b>", 0.5]])
    '<table><tr><th>class</th><th>AP</th></tr><tr><th>&lt;b&gt;</th><td>0.5000</td></tr></table>'
    """
    listed = list(rows)
    parts = [f"<caption>{escape_html(caption)}</caption>"] if caption else []
    parts.append(f"<tr>{''.join(f'<th>{escape_html(title)}</th>' for title in header)}</tr>")
    for row in listed[:MOST_ROWS]:
        cells = "".join(f"<td>{html_number(cell)}</td>" for cell in row[1:])
        parts.append(f"<tr><th>{html_number(row[0])}</th>{cells}</tr>")
    if len(listed) > MOST_ROWS:
        parts.append(f'<tr><td colspan="{len(header)}">and {len(listed) - MOST_ROWS:,} more rows</td></tr>')
    return f"<table>{''.join(parts)}</table>"


def html_number(value: object) -> str:
    """Return one cell as escaped text.

    Examples
    --------
    >>> html_number(None), html_number(0.25), html_number(1234), html_number("<i>")
    ('n/a', '0.2500', '1,234', '&lt;i&gt;')
    """
    if value is None:
        return "n/a"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.4f}" if isinstance(value, float) else escape_html(str(value))
