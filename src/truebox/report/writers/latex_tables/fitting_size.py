"""How large the letters of a table may be, so that it is no wider than the text of a paper."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["fitting_size"]

_TEXT_WIDTH = 345.0
"""Of `article` at 10 points on either paper, in points; the columns of two-column styles want ``table*``."""

_SIZES = (("", 6.0, 1.0), (r"\small", 4.0, 0.925), (r"\footnotesize", 3.0, 0.85), (r"\scriptsize", 2.0, 0.8))
"""Command, space beside each column, and the width of Computer Modern's letters against 10 points."""

_NARROW, _WIDE = frozenset(".,:;'!|()[]ijlt f"), frozenset("mwMW%@_")
_MARKUP = re.compile(r"\\(?:textbf|textit)|\\(?=[%&#_{}])|\\[a-z]+|[{}$^]")


def fitting_size(rows: Sequence[Sequence[str]]) -> tuple[str, bool]:
    r"""Return the LaTeX that sets the size of these rows, header and all, and whether they fit with it.

    Widths are estimated from the letters, on the side of too wide.

    Examples
    --------
    >>> fitting_size([["Class", "AP"], ["cat", "0.250"]])
    ('', True)
    >>> fitting_size([["Class", *["0.250"] * 10]])
    ('\\small\n\\setlength{\\tabcolsep}{4pt}', True)
    >>> fitting_size([["0.250"] * 40])
    ('\\scriptsize\n\\setlength{\\tabcolsep}{2pt}', False)
    """
    count = max(map(len, rows))
    columns = [
        max((_width(row[place]) for row in rows if place < len(row)), default=0.0) for place in range(count)
    ]
    said = ""
    for command, space, share in _SIZES:
        said = f"{command}\n\\setlength{{\\tabcolsep}}{{{space:g}pt}}" if command else ""
        if sum(columns) * share + 2 * space * count <= _TEXT_WIDTH:
            return said, True
    return said, False


def _width(cell: str) -> float:
    """Of a cell of LaTeX in Computer Modern at 10 points."""
    text = _MARKUP.sub("", cell)
    letters = (
        2.9 if each in _NARROW else 8.5 if each in _WIDE else 7.1 if each.isupper() else 5.02 for each in text
    )
    width = sum(letters)
    return width * (1.12 if r"\textbf" in cell else 1.0)
