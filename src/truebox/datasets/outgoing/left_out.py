"""What a file holds that is no object to evaluate: left out, counted and said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from truebox.errors import InputError
from truebox.records import Finding, Predictions, Truth

if TYPE_CHECKING:
    from pathlib import Path

    from truebox.datasets.options import ReadOptions

__all__ = ["LeftOut", "refuse_keypoints", "with_findings"]

_Records = TypeVar("_Records", Truth, Predictions)


class LeftOut:
    """Counts shapes by kind (W-440).

    Examples
    --------
    >>> out = LeftOut()
    >>> out.note("line"), out.note("line"), out.note("point")
    (None, None, None)
    >>> out.findings()[0].message
    '3 shapes have no box and are left out: 2 of kind line, 1 of kind point'
    """

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def note(self, kind: str) -> None:
        """One more of a kind."""
        self._counts[kind] = self._counts.get(kind, 0) + 1

    def findings(self) -> tuple[Finding, ...]:
        """The finding, when anything was left out."""
        total = sum(self._counts.values())
        if not total:
            return ()
        kinds = ", ".join(f"{count} of kind {kind}" for kind, count in sorted(self._counts.items()))
        verb = "shape has no box and is" if total == 1 else "shapes have no box and are"
        return (Finding("W-440", f"{total} {verb} left out: {kinds}", total),)


def with_findings(records: _Records, *findings: Finding) -> _Records:
    """The records with more findings."""
    return replace(records, findings=(*records.findings, *findings)) if findings else records


def refuse_keypoints(options: ReadOptions, path: Path, title: str) -> None:
    """Refuse to read keypoints from a format that has none that belong to one object (E-442)."""
    if options.geometry == "keypoints":
        raise InputError(
            "E-442",
            str(path),
            f"{title} has no keypoints that belong to one object",
            "evaluate boxes or masks, or give the keypoints as COCO JSON",
        )
