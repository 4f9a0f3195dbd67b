"""What is said beside a result: what was read, under which protocol, and what to know about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.escaping import escape_terminal
from truebox.evaluation.states.parameters import NO_LIMIT
from truebox.report.blocks.side_by_side import letter

if TYPE_CHECKING:
    from truebox.evaluation import PanopticResult, Result
    from truebox.records import Finding, Predictions, Source, Truth

__all__ = ["finding_lines", "protocol_line", "read_lines"]


def read_lines(truth: Truth, predictions: Sequence[Predictions]) -> list[str]:
    r"""Return a line per file: which it is, the format it was read as, and what it holds.

    Examples
    --------
    >>> print(*read_lines(truth, [predictions]), sep="\n")               # doctest: +SKIP
    truth        truth.json   COCO JSON     100 images · 839 boxes · 9 crowd · 80 classes
    predictions  fake.json    COCO results  734 boxes
    """
    crowd = int(truth.crowd.sum())
    held = [_count(len(truth.images), "image"), _count(len(truth), *_noun(truth))]
    held += [f"{crowd:,} crowd"] if crowd else []
    held += [_count(len(truth.categories), "class", "classes")]
    held += _recognised(truth.source)
    rows = [("truth", truth.source.name, truth.source.description, " · ".join(held))]
    for index, entry in enumerate(predictions):
        label = "predictions" if len(predictions) == 1 else f"{letter(index)} predictions"
        held_rows = " · ".join([_count(len(entry), *_noun(entry)), *_recognised(entry.source)])
        rows.append((label, entry.source.name, entry.source.description, held_rows))
    escaped = [tuple(map(escape_terminal, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*escaped, strict=True)]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in escaped]


def protocol_line(result: Result, *, threads: int, seconds: float) -> str:
    """Return the protocol, its mode and limits, and what the run took, in one line."""
    parameters = result.parameters
    limits = ", ".join("any" if limit == NO_LIMIT else str(limit) for limit in parameters.max_detections)
    parts = [
        f"protocol {result.protocol} {result.mode}",
        result.geometry,
        f"max detections {limits}",
        *(["class-agnostic"] if parameters.class_agnostic else []),
        _count(threads, "thread"),
        f"{seconds:.2f} s",
    ]
    return escape_terminal(" · ".join(parts))


def finding_lines(results: Sequence[Result | PanopticResult]) -> list[str]:
    """Return the warnings of all results, each once; of several files, with the letter it concerns."""
    concerned: dict[Finding, list[str]] = {}
    for index, result in enumerate(results):
        for finding in result.warnings:
            concerned.setdefault(finding, []).append(letter(index))
    lines = []
    for finding, letters in concerned.items():
        everywhere = len(letters) == len(results)
        prefix = "" if everywhere else f"{', '.join(letters)}: "
        lines.append(escape_terminal(f"{finding.code} {prefix}{finding.message}"))
    return lines


def _recognised(source: Source) -> list[str]:
    return [f"recognised by {source.evidence}"] if source.evidence else []


def _noun(records: Truth | Predictions) -> tuple[str, str]:
    if records.segmentations is not None:
        return "mask", "masks"
    return ("box", "boxes") if records.keypoints is None else ("set of keypoints", "sets of keypoints")


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
