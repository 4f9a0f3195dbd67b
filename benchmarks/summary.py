"""Every committed result in one table: what is compared, by what factor, and how far the machine itself goes.

The rows where another tool is faster, or nearest, come first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.answer import OURS, Answer, Row, duration

# Rows that no tool can beat by being a better tool: what the machine or the interpreter needs by itself.
LIMITS = (
    "writing that much memory (NumPy fill)",
    "writing that much memory (fill on the device)",
    "reading and writing that much memory (copy on the device)",
    "python, nothing imported",
    "python, NumPy imported",
    "python, both files read once and forgotten",
    "python, NumPy imported, files read once and forgotten",
    "the file read once and forgotten",
)

# What a call would take that brings the data to the processor first: no way that a call takes by itself.
FETCHED = ("truebox, fetched and sent back", "truebox, masks fetched first")

_BEGIN = "<!-- written by `python -m benchmarks --summary` from the JSON files beside this page -->"
_END = "<!-- end of what is written -->"


@dataclass(frozen=True, slots=True)
class Comparison:
    """One of our operations against one other tool, in one case."""

    answer: Answer
    ours: Row
    theirs: Row
    limit: Row | None

    @property
    def ratio(self) -> float:
        """Our time over theirs: below 1 ours is faster."""
        return self.ours.time / self.theirs.time


def read_answers(pages: Path) -> list[Answer]:
    """The results beside the pages, by name."""
    raw = (json.loads(path.read_text(encoding="utf-8")) for path in sorted(pages.glob("*.json")))
    return [Answer.from_dict(each["answer"]) for each in raw]


def comparisons(answers: Iterable[Answer]) -> list[Comparison]:
    """Every case with every other tool, our worst ratio first. Of several ways of ours the slowest counts."""
    found = []
    for answer in answers:
        for _, ours, others, limit in _cases(answer):
            found += [Comparison(answer, ours, other, limit) for other in others]
    return sorted(found, key=lambda each: (-each.ratio, each.answer.name, each.ours.case, each.theirs.tool))


def _cases(answer: Answer) -> Iterator[tuple[str, Row, list[Row], Row | None]]:
    """Name, our slowest row, the rows of others and the limit of every case."""
    for case in dict.fromkeys(row.case for row in answer.rows):
        rows = [row for row in answer.rows if row.case == case and row.tool not in FETCHED]
        limit = next((row for row in rows if row.tool in LIMITS), None)
        ours = [row for row in rows if OURS in row.tool]
        others = [row for row in rows if row not in ours and row is not limit]
        if ours:
            yield case, max(ours, key=lambda row: row.time), others, limit


def table(answers: list[Answer], questions: Iterable[str]) -> str:
    """The table, what it leaves out, and how to read it, as Markdown."""
    found = comparisons(answers)
    slower = sum(each.ratio >= 1 for each in found)
    lines = [
        f"{len(found)} comparisons with other tools, every one of the committed results. **In {slower} the "
        "other tool is faster**; these come first, then those where another tool is nearest.",
        "Ours ÷ theirs is our time over theirs: 0.25 means a quarter of the time. Where Truebox has several "
        "ways, the slowest counts. Memory is the peak of whole processes, ours over theirs.",
        "The limit is what every tool has to do, measured in the same run by a program that does nothing "
        "else; below 1 ours writes memory past the caches, which that program does not.",
        "",
        "| operation | ours | theirs | ours ÷ theirs | memory | their answer "
        "| ours ÷ limit of the machine | page |",
        "|---|---|---|---|---|---|---|---|",
        *(_line(each) for each in found),
        "",
        *_without(answers, questions),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _line(each: Comparison) -> str:
    ratio = f"**{each.ratio:.2f}**" if each.ratio >= 1 else f"{each.ratio:.3g}"
    mine, other = each.ours.memory, each.theirs.memory
    memory = f"{mine / other:.2f}" if mine and other else ""
    limit = f"{each.ours.time / each.limit.time:.2f} × {each.limit.tool}" if each.limit else ""
    ours, theirs = (f"{row.tool}, {duration(row.time)}" for row in (each.ours, each.theirs))
    page = f"[{each.answer.name}]({each.answer.name}.md)"
    cells = (
        f"{each.answer.question}: {each.ours.case}",
        ours,
        theirs,
        ratio,
        memory,
        each.theirs.answer,
        limit,
        page,
    )
    return f"| {' | '.join(cells)} |"


def _without(answers: list[Answer], questions: Iterable[str]) -> list[str]:
    """What has a number but no other tool, a tool that did not run, and a question without a result."""
    own = [each for each in answers if not any(OURS in row.tool for row in each.rows)]
    lines = [f"- Truebox beside itself: {each.question}, [{each.name}]({each.name}.md)." for each in own]
    for answer in answers:
        for case, ours, others, _ in _cases(answer):
            if not others:
                what = f"{answer.question}: {case}, {ours.tool}, {duration(ours.time)}"
                lines.append(f"- Nobody to compare with: {what}.")
        lines += [f"- Did not run: {answer.question}: {tool}, {reason}." for tool, reason in answer.skipped]
    unanswered = sorted(set(questions) - {answer.name for answer in answers})
    if unanswered:
        lines.append(
            f"- No result is committed of these questions, which can be asked: {', '.join(unanswered)}."
        )
    return ["Not in the table:", "", *lines, ""] if lines else []


def with_table(page: str, written: str) -> str:
    """The page with its table replaced.

    Raises
    ------
    ValueError
        The page has no place for it.
    """
    if page.count(_BEGIN) != 1 or page.count(_END) != 1:
        raise ValueError(f"the page needs one line {_BEGIN} and, below it, one line {_END}")
    before, rest = page.split(_BEGIN)
    _, after = rest.split(_END)
    return f"{before}{_BEGIN}\n\n{written}\n{_END}{after}"


def write(pages: Path, questions: Iterable[str]) -> None:
    """Write the table into ``index.md``, from the results beside it."""
    index = pages / "index.md"
    page = index.read_text(encoding="utf-8")
    index.write_text(with_table(page, table(read_answers(pages), questions)), encoding="utf-8")
