"""How a result of detections wants to be shown: AP and the recall that classes have, by class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._writing.counted import grouped
from truebox.evaluation.layout import Column, Layout, Total
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.parameters import NO_LIMIT
from truebox.evaluation.states.summary import questions
from truebox.typing import OUTLINED, ROTATED

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.records import Predictions, Source, Truth

__all__ = ["result_layout"]

_SIZES = {"small": (0.0, 1024.0), "medium": (1024.0, 9216.0), "large": (9216.0, 1e10)}
_SIZE_LEGEND = "by truth area: s ≤ 32² ≤ m ≤ 96² ≤ l"
_IMAGES, _TRUTH, _DETECTIONS = (
    Column("Images", "images"),
    Column("Truth", "truths"),
    Column("Detections", "detections"),
)


def result_layout(result: Result) -> Layout:
    """Return the layout of one result."""
    counts = {"images": result.images, "truths": result.truths, "detections": result.detections}
    metrics = _with_column(result)
    # The number that the benchmark ranks by, where classes have it too.
    known = result.per_class[0].metrics if result.per_class else result.metrics
    main = next((key for key in result.metrics if key in known), "AP")
    return Layout(
        main=main,
        metrics=metrics,
        columns=(_IMAGES, _TRUTH, _DETECTIONS),
        totals=(Total("all", counts, result.metrics),),
        file_columns=(_DETECTIONS,),
        file_metrics=(*metrics, *(name for name in ("APs", "APm", "APl") if name in result.metrics)),
        compared=(_IMAGES, _TRUTH),
        beneath=_beneath(result, metrics),
        no_number=_no_number(result, main),
        class_reason="no truth of the class to find",
        rules=_rules(result),
        held=(
            _truth_held(result.truth, result.geometry),
            (_objects(result.predictions, result.geometry), *_recognised(result.predictions)),
        ),
    )


def _no_number(result: Result, main: str) -> str:
    """Why a class has none: some have truths, and their protocol reads other classes alone."""
    odd = any(each.truths and each.metrics.get(main) is None for each in result.per_class)
    known = protocol_of(result.parameters).columns
    asked = questions(result.state) if odd and known else ()
    left_out = any(each.key == main and each.classes is not None for each in asked)
    return f"no truth to find{' by these rules' if left_out else ''}, so no part in the means"


def _with_column(result: Result) -> tuple[str, ...]:
    """AP, AP50, AP75, and the recall that classes have.

    AP50 and AP75 have no column where they are undefined as a whole: the threshold is not among those used.
    """
    if chosen := protocol_of(result.parameters).columns:
        return tuple(name for name in chosen if name in result.metrics)
    known = result.per_class[0].metrics if result.per_class else result.metrics
    limits = sorted(result.parameters.max_detections, reverse=True)
    recall = [name for name in ("AR", *(f"AR{limit}" for limit in limits)) if name in known]
    single = [name for name in ("AP50", "AP75") if result.metrics.get(name) is not None]
    if result.metrics.get("AP") is None:  # nothing is defined: keep the usual columns
        single = [name for name in ("AP50", "AP75") if name in result.metrics]
    return tuple(name for name in ("AP", *single, *recall[:1]) if name in result.metrics)


def _beneath(result: Result, columns: tuple[str, ...]) -> tuple[tuple[tuple[str, ...], str], ...]:
    """The metrics without a column: by size, then recall by count."""
    counts = [f"AR{limit}" for limit in result.parameters.max_detections]
    by_count = tuple(name for name in counts if name in result.metrics)
    shown = ("AP", "AP50", "AP75", *columns, *counts)
    others = [name for name in result.metrics if name not in shown]
    by_iou = tuple(name for name in others if name.startswith("AP") and name[2:3].isdigit())
    others = [name for name in others if name not in by_iou]
    by_size = (tuple(name for name in others if name.startswith(kind)) for kind in ("AP", "AR"))
    lines = [(names, "") for names in by_size if names]
    ranges = result.parameters.area_ranges
    if lines and {label: ranges[label] for label in _SIZES if label in ranges} == _SIZES:
        lines[0] = (lines[0][0], _SIZE_LEGEND)
    own = tuple(name for name in others if not name.startswith(("AP", "AR")))
    if own:
        lines.append((own, ""))
    if by_iou:
        lines.insert(0, (by_iou, "by IoU threshold, in hundredths"))
    if len(by_count) > 1:
        limits = ", ".join(name[2:] for name in by_count)
        lines.append((by_count, f"best {limits} per image and class"))
    return tuple(lines)


def _rules(result: Result) -> tuple[str, ...]:
    allowed = result.parameters.max_detections
    limits = ", ".join("any" if limit == NO_LIMIT else str(limit) for limit in allowed)
    agnostic = ("class-agnostic",) if result.parameters.class_agnostic else ()
    return (result.geometry, f"max detections {limits}", *agnostic)


def _truth_held(truth: Truth, geometry: str) -> tuple[str, ...]:
    crowd = int(truth.crowd.sum())
    return (
        grouped(len(truth.images), "image"),
        _objects(truth, geometry),
        *((f"{crowd:,} crowd",) if crowd else ()),
        grouped(len(truth.categories), "class", "classes"),
        *_recognised(truth),
    )


def _objects(records: Truth | Predictions, geometry: str) -> str:
    if geometry in ROTATED:
        return grouped(len(records), "rotated box", "rotated boxes")
    # Of what was not kept the geometry tells what it was.
    gone = len(records.boxes) < len(records)
    if records.segmentations is not None or (gone and geometry in OUTLINED):
        return grouped(len(records), "mask")
    if records.keypoints is not None or (gone and geometry == "keypoints"):
        return grouped(len(records), "set of keypoints", "sets of keypoints")
    return grouped(len(records), "box", "boxes")


def _recognised(records: Truth | Predictions) -> tuple[str, ...]:
    source: Source = records.source
    return (f"recognised by {source.evidence}",) if source.evidence else ()
