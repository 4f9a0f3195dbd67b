"""The cells of a tutorial: Python in a fence, what it prints in the ``text`` fence after it."""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from dataclasses import dataclass, field
from typing import Any

from truebox.errors import TrueboxWarning

_CELL = re.compile(
    r"(?:<!-- needs: (?P<needs>[\w ]+) -->\n)?```python\n(?P<code>.*?)```\n"
    r"(?:\n```text\n(?P<shown>.*?)```\n)?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: where it starts, its code, what the page says it prints, and the packages it needs."""

    line: int
    code: str
    shown: str
    needs: frozenset[str] = field(default_factory=frozenset)


def cells_of(page: str) -> list[Cell]:
    """Every Python cell of a page, in order."""
    return [
        Cell(
            line=page[: found.start("code")].count("\n") + 1,
            code=found["code"],
            shown=found["shown"] or "",
            needs=frozenset((found["needs"] or "").split()),
        )
        for found in _CELL.finditer(page)
    ]


def printed_by(cells: list[Cell], last: int) -> str:
    """What cell `last` prints after the cells it may build on: those before it that need nothing more."""
    names: dict[str, Any] = {}
    for cell in cells[:last]:
        if cell.needs <= cells[last].needs:
            _run(cell, names)
    return _run(cells[last], names)


def _run(cell: Cell, names: dict[str, Any]) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        # Truebox tells about quirks that touch so small a data set; the page is about something else.
        warnings.simplefilter("ignore", TrueboxWarning)
        exec(compile(cell.code, f"cell in line {cell.line}", "exec"), names)
    return printed.getvalue()
