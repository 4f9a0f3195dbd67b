"""Lines that fold out below what a notebook shows."""

from __future__ import annotations

from collections.abc import Iterable

from truebox._writing.counted import grouped
from truebox._writing.escaping import escape_html

__all__ = ["html_fold"]


def html_fold(noun: str, lines: Iterable[object]) -> str:
    """Return how many lines there are, and folded the lines, escaped; nothing where there are none.

    Examples
    --------
    >>> html_fold("warning", ["W-301 1 of <60> images"])
    '<details><summary>1 warning</summary><ul><li>W-301 1 of &lt;60&gt; images</li></ul></details>'
    >>> html_fold("warning", [])
    ''
    """
    said = [f"<li>{escape_html(str(line))}</li>" for line in lines]
    if not said:
        return ""
    return f"<details><summary>{grouped(len(said), noun)}</summary><ul>{''.join(said)}</ul></details>"
