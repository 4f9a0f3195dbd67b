"""What the AP was lost by, and how well scores and overlaps fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis import calibration
from truebox.errors import InputError
from truebox.report.page.section import Section
from truebox.report.page.sections.causes.size_rows import size_rows

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.report.page.side import Side

__all__ = ["SECTION"]


def _of_side(side: Side) -> dict[str, Any]:
    return {
        "errors": _errors(side),
        "calibration": _calibration(side),
        "sizes": size_rows(side.result),
        "overlaps": _overlap_histogram(side.result),
    }


def _errors(side: Side) -> dict[str, Any]:
    breakdown = side.errors
    if breakdown is None:
        return {"reason": side.no_errors}
    return {
        "ap": breakdown.ap,
        "loss": dict(breakdown.loss),
        "counts": dict(breakdown.counts),
        "perClass": [{"counts": dict(each.counts), "loss": dict(each.loss)} for each in breakdown.per_class],
    }


def _calibration(side: Side) -> dict[str, Any]:
    known = side.diagnosis.calibration if side.diagnosis else None
    try:
        made = (known or calibration(side.result, iou=side.iou)).to_dict()
    except InputError as error:
        return {"reason": error.problem}
    del made["per_class"]
    made.pop("interval", None)
    return made


def _overlap_histogram(result: Result) -> dict[str, Any]:
    """How many detections overlap their best truth of the same class by how much, in steps of 0.02."""
    counts, edges = np.histogram(result.matches.detections.own_overlap, bins=50, range=(0, 1))
    return {"edges": np.round(edges, 4).tolist(), "counts": counts.tolist()}


SECTION = Section(order=50, link="Where the AP went", of_side=_of_side)
