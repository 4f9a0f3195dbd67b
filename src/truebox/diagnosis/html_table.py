"""The table that a notebook shows of a value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

__all__ = ["html_table"]


def html_table(head: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> str:
    """Rows under their heads, every text escaped; None is n/a, fractions have four digits.

    Examples
    --------
    >>> html_table(["class", "F1"], [["<cat>", 0.5], ["dog", None]])
    '<table><tr><th>class</th><th>F1</th></tr><tr><td>&lt;cat&gt;</td><td>0.5000</td></tr>\
<tr><td>dog</td><td>n/a</td></tr></table>'
    """
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join(f"<tr>{''.join(f'<td>{_shown(value)}</td>' for value in row)}</tr>" for row in rows)
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}<tr>{top}</tr>{body}</table>"


def _shown(value: object) -> str:
    if value is None:
        return "n/a"
    return f"{value:.4f}" if isinstance(value, float) else escape(str(value))
