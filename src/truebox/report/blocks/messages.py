"""What is said beside a result: what was read, under which protocol, and what to know about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.counted import grouped
from truebox._writing.escaping import escape_terminal
from truebox.records import note_of_unseen
from truebox.report.blocks.letters import short_names

if TYPE_CHECKING:
    from truebox.evaluation.any_result import AnyResult
    from truebox.records import Finding

__all__ = ["finding_lines", "protocol_line", "read_lines"]

_LABELS = 11


def read_lines(results: Sequence[AnyResult]) -> list[str]:
    r"""Return a line per file: which it is, the format it was read as, and what it holds.

    Examples
    --------
    >>> print(*read_lines([result]), sep="\n")                             # doctest: +SKIP
    truth        truth.json   COCO JSON     100 images · 839 boxes · 9 crowd · 80 classes
    predictions  fake.json    COCO results  734 boxes
    """
    layouts = [result.layout for result in results]
    first = layouts[0]
    read = [("truth", results[0].truth.source, first.held[0])]
    short = short_names(results)
    for index, result in enumerate(results):
        lettered = first.lettered and len(results) > 1
        label = f"{short[index]} predictions" if lettered else "predictions"
        read.append((label, result.predictions.source, layouts[index].held[1]))
    rows = [(label, source.name, source.description, " · ".join(held)) for label, source, held in read]
    escaped = [tuple(map(escape_terminal, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*escaped, strict=True)]
    if not first.lettered:
        widths = [_LABELS, 0, 0, 0]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in escaped]


def protocol_line(results: Sequence[AnyResult], *, threads: int, seconds: float) -> str:
    """Return the protocol, its mode and rules, and what the run took, in one line."""
    first, *others = results
    rules = first.layout.rules
    if any(each.geometry != first.geometry for each in others):
        rules = (" and ".join(dict.fromkeys(each.geometry for each in results)), *rules[1:])
    parts = [
        f"protocol {first.protocol} {first.mode}",
        *rules,
        grouped(threads, "thread"),
        f"{seconds:.2f} s",
    ]
    return escape_terminal(" · ".join(parts))


def finding_lines(results: Sequence[AnyResult]) -> list[str]:
    """Return the warnings of all results, each once; of several files, with the letter or name it concerns.

    Those that move nothing visible share one line at the end.
    """
    concerned: dict[Finding, list[str]] = {}
    for short, result in zip(short_names(results), results, strict=True):
        for finding in result.warnings:
            concerned.setdefault(finding, []).append(short)
    lines = []
    for finding, letters in concerned.items():
        if not finding.seen:
            continue
        everywhere = len(letters) == len(results)
        prefix = "" if everywhere else f"{', '.join(letters)}: "
        lines.append(escape_terminal(f"{finding.code} {prefix}{finding.message}"))
    note = note_of_unseen(concerned)
    return [*lines, note] if note else lines
