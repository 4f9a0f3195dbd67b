"""The numbers people quote, and the lines they know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from truebox.integrations.pycocotools.matching.params import Params

__all__ = ["HeadlineMean", "headline", "told"]


@dataclass(frozen=True, slots=True)
class HeadlineMean:
    """A mean: of precision or recall, at one threshold or all, in an area range, under a limit."""

    precision: bool
    threshold: float | None
    size: str
    limit: int


def headline(params: Params, tables: Mapping[str, Any]) -> Any:
    """Print a line for each number, and give them as an array."""
    if params.iouType not in ("bbox", "segm", "keypoints"):
        raise UnboundLocalError(f"no numbers are told of iouType {params.iouType!r}")
    lines = _of_keypoints() if params.iouType == "keypoints" else _of_boxes(params.maxDets)
    return np.array([told(params, tables, line) for line in lines], dtype=np.float64)


def _of_boxes(limits: Any) -> Iterator[HeadlineMean]:
    # One after the other: of fewer than three limits, the reference prints a line before it fails.
    sizes = ("small", "medium", "large")
    yield HeadlineMean(True, None, "all", 100)  # whatever the limits are
    for threshold in (0.5, 0.75):
        yield HeadlineMean(True, threshold, "all", limits[2])
    for size in sizes:
        yield HeadlineMean(True, None, size, limits[2])
    for place in (0, 1, 2):
        yield HeadlineMean(False, None, "all", limits[place])
    for size in sizes:
        yield HeadlineMean(False, None, size, limits[2])


def _of_keypoints() -> Iterator[HeadlineMean]:
    for precision in (True, False):
        for threshold in (None, 0.5, 0.75):
            yield HeadlineMean(precision, threshold, "all", 20)
        for size in ("medium", "large"):
            yield HeadlineMean(precision, None, size, 20)


def told(params: Params, tables: Mapping[str, Any], line: HeadlineMean) -> Any:
    """Print one mean, and give it; -1 where there is nothing."""
    ranges = [place for place, label in enumerate(params.areaRngLbl) if label == line.size]
    limits = [place for place, limit in enumerate(params.maxDets) if limit == line.limit]
    values = tables["precision" if line.precision else "recall"]
    if line.threshold is not None:
        values = values[np.where(line.threshold == params.iouThrs)[0]]
    values = values[..., ranges, limits]
    values = values[values > -1]
    mean = np.mean(values) if len(values) else -1
    title, kind = ("Average Precision", "(AP)") if line.precision else ("Average Recall", "(AR)")
    if line.threshold is None:
        overlap = f"{params.iouThrs[0]:0.2f}:{params.iouThrs[-1]:0.2f}"
    else:
        overlap = f"{line.threshold:0.2f}"
    asked = f"IoU={overlap:<9} | area={line.size:>6s} | maxDets={line.limit:>3d}"
    print(f" {title:<18} {kind} @[ {asked} ] = {mean:0.3f}")
    return mean
