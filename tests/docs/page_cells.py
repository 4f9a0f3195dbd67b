"""The cells of a page: Python, commands and files in fences, and what they print as the page shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

_FENCE = re.compile(
    r"(?P<marks>(?:<!-- (?:needs|file): [^\n]+ -->\n)*)"
    r"^```(?P<language>\w+)\n(?P<code>.*?)^```\n"
    r"(?:\n```text\n(?P<shown>.*?)^```\n)?",
    re.DOTALL | re.MULTILINE,
)
_MARK = re.compile(r"<!-- (needs|file): ([^\n]+) -->")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell.

    `kind` is ``python`` (code), ``console`` (lines that begin with ``$ `` are commands, the others what they
    print), ``pycon`` (a session with prompts) or ``file`` (written as `name` into the folder of the page).
    `needs` are packages that may be absent.
    """

    kind: Literal["python", "console", "pycon", "file"]
    line: int
    code: str
    shown: str = ""
    name: str = ""
    needs: frozenset[str] = field(default_factory=frozenset)


def cells_of(page: str) -> list[Cell]:
    """Every cell of a page, in order; fences of other languages that are no files are none."""
    cells = []
    for found in _FENCE.finditer(page):
        marks = dict(_MARK.findall(found["marks"]))
        line = page[: found.start("code")].count("\n") + 1
        needs = frozenset(marks.get("needs", "").split())
        if "file" in marks:
            cells.append(Cell("file", line, found["code"], name=marks["file"], needs=needs))
        elif found["language"] == "python":
            cells.append(Cell("python", line, found["code"], found["shown"] or "", needs=needs))
        elif found["language"] == "pycon":
            cells.append(Cell("pycon", line, found["code"], needs=needs))
        elif found["language"] == "console":
            cells.append(Cell("console", line, found["code"], found["code"], needs=needs))
    return cells


def as_shown(printed: str, shown: str) -> str:
    """`shown` where `printed` is that, else `printed`.

    A line of ``...`` on the page stands for any lines; time and threads of a run are those of the machine.
    """
    if _parts(shown).fullmatch(_without_time(printed)):
        return shown
    return printed


def _without_time(text: str) -> str:
    text = re.sub(r"· \d+ threads?\b", "· N threads", text)
    return re.sub(r"· [\d.]+ s\n", "· S s\n", text)


def _parts(shown: str) -> re.Pattern[str]:
    parts = re.split(r"^\.\.\.\n", _without_time(shown), flags=re.MULTILINE)
    return re.compile("(?:.*\n)*".join(re.escape(part) for part in parts))
