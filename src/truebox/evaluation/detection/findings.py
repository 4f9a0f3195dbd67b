"""What a reader of the number should know about the data; what must be refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._named import NamedTuple
from truebox._native import evaluation as native
from truebox._widened import held_values
from truebox._writing.counted import agreeing, counted
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.parameters import AREA_LIMIT
from truebox.evaluation.states.quirks import Quirk
from truebox.records import Finding, Ids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.matching.source import OverlapSource
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.records import Predictions, Source, Truth
    from truebox.typing import BoolArray, FloatArray

__all__ = ["DataCounts", "Survey", "at_bound", "counts_of", "data_findings", "survey"]

_MOST_ROWS = 2**31 - 1
_AT_ONCE = 1 << 15


class Survey(NamedTuple):
    """One pass over the columns of both sides.

    Parameters
    ----------
    zero_size : int
        Truths without width or height.
    scores_outside : int
        Scores below 0 or above 1.
    lowest, highest : float
        Scores.
    detections_on_bound : int
        Detections whose area equals the upper bound of an area range.
    beyond_limit : bool
        Whether some area is larger than the reference's largest.
    """

    zero_size: int
    scores_outside: int
    lowest: float
    highest: float
    detections_on_bound: int
    beyond_limit: bool


def survey(
    truth: Truth,
    predictions: Predictions,
    parameters: CocoParameters,
    threads: int,
    source: OverlapSource | None = None,
) -> Survey:
    """Look at every value once.

    Raises
    ------
    InputError
        A box or a score is not finite, a size is negative (E-138, E-139).
    ArgumentError
        Records made by hand hold columns of different lengths, or there are too many rows for one process.
    """
    _refuse_uneven("truth", truth, ("image", "category", "ids", "area", "crowd", "ignore"))
    _refuse_uneven("predictions", predictions, ("image", "category", "scores"))
    for side in (truth, predictions):
        if len(side) > _MOST_ROWS:
            raise ArgumentError(
                f"{side.source.name}: {len(side)} rows, at most {_MOST_ROWS} in one evaluation. "
                "Fix: evaluate parts of the images and add their states."
            )
    nothing = np.empty(0)
    area_of_detections = None if source is None else source.area(Quirk.NONE)
    upper = np.array(sorted({high for _, high in parameters.area_ranges.values()}))
    bad, zero_size, _, _ = native.survey_boxes(_contiguous(truth.boxes), nothing, threads)
    if bad >= 0:
        _refuse_box(truth.source, truth.boxes, bad)
    area = truth.area
    bad_area = np.flatnonzero(~(np.isfinite(area) & (area >= 0)))
    if len(bad_area):
        _refuse(
            truth.source,
            int(bad_area[0]),
            "area",
            f"{area[bad_area[0]]} is not a finite number of at least 0",
        )
    bad, _, on_bound, largest = native.survey_boxes(_contiguous(predictions.boxes), upper, threads)
    if bad >= 0:
        _refuse_box(predictions.source, predictions.boxes, bad)
    if area_of_detections is not None and len(area_of_detections):
        on_bound = int(np.count_nonzero(at_bound(area_of_detections, parameters)))
        largest = float(area_of_detections.max())
    bad, outside, lowest, highest = native.survey_scores(_contiguous(predictions.scores), threads)
    if bad >= 0:
        raise InputError(
            "E-139",
            f"{predictions.source.name} row {bad}",
            f"the score {predictions.scores[bad]} is not a finite number",
            "give every detection a finite score",
            row=bad,
        )
    return Survey(
        zero_size=zero_size,
        scores_outside=outside,
        lowest=lowest,
        highest=highest,
        detections_on_bound=on_bound,
        beyond_limit=largest > AREA_LIMIT or bool(len(area) and area.max() > AREA_LIMIT),
    )


def at_bound(area: FloatArray, parameters: CocoParameters) -> BoolArray:
    """Which of these are the upper bound of an area range; ``numpy.isin`` would be one more module.

    Examples
    --------
    >>> from truebox.evaluation.states.parameters import coco_parameters
    >>> at_bound(np.array([1024.0, 1025.0]), coco_parameters()).tolist()
    [True, False]
    """
    found = np.zeros(len(area), dtype=bool)
    for begin in range(0, len(area), _AT_ONCE):  # what stands between stays in few pages
        part = area[begin : begin + _AT_ONCE]
        for bound in {high for _, high in parameters.area_ranges.values()}:
            found[begin : begin + _AT_ONCE] |= part == bound
    return found


def _refuse_uneven(name: str, side: Truth | Predictions, columns: Sequence[str]) -> None:
    if np.ndim(side.boxes) != 2 or np.shape(side.boxes)[1] != 4:
        raise ArgumentError(
            f"{name}.boxes: expected shape [N, 4], got {np.shape(side.boxes)}. "
            "Fix: give x, y, width, height per row."
        )
    for column in columns:
        values = getattr(side, column)
        shape = np.shape(held_values(values, "values") if isinstance(values, Ids) else values)
        if shape != (len(side),):
            raise ArgumentError(
                f"{name}.{column}: expected shape ({len(side)},), one per box, got {shape}. "
                "Fix: make all columns as long as the boxes."
            )


def _contiguous(values: FloatArray) -> FloatArray:
    return np.ascontiguousarray(values, dtype=np.float64)


def _refuse_box(source: Source, boxes: FloatArray, row: int) -> None:
    x, y, width, height = boxes[row].tolist()
    _refuse(
        source,
        row,
        "box",
        f"({x}, {y}, {width}, {height}) is not finite or has a negative size",
    )


def _refuse(source: Source, row: int, what: str, problem: str) -> None:
    raise InputError(
        "E-138",
        f"{source.name} row {row}",
        f"the {what} {problem}",
        "boxes are x, y, width, height with finite values and sizes of at least 0; "
        "if these are corners, convert them first",
        row=row,
    )


class DataCounts(NamedTuple):
    """What warnings about the data are made of, beside a `Survey`.

    Parameters
    ----------
    name : str
        Of the predictions.
    truths, detections : int
        Rows given.
    images : int
        That are evaluated.
    without_predictions, first_without : int, tuple of ids
        Images without any detection, and the first few.
    unlisted : int
        Truths of images or categories that the truth does not list.
    repeated, cut : int
        Detections that repeat another, and those beyond the largest cap.
    no_area : int
        Truths of area 0 whose box has one.
    """

    name: str
    truths: int
    detections: int
    images: int
    without_predictions: int
    first_without: tuple[int | str, ...]
    unlisted: int
    repeated: int
    cut: int
    no_area: int


def counts_of(truth: Truth, predictions: Predictions, alignment: Alignment, matched: Matched) -> DataCounts:
    """Of both sides, as they were matched."""
    return DataCounts(
        name=predictions.source.name,
        truths=len(truth),
        detections=len(predictions),
        images=len(alignment.images),
        without_predictions=alignment.images_without_predictions,
        first_without=alignment.first_without_predictions,
        unlisted=alignment.unlisted_truths,
        repeated=matched.repeated,
        cut=matched.cut,
        no_area=int(np.count_nonzero((truth.area == 0) & (truth.boxes[:, 2] * truth.boxes[:, 3] > 0))),
    )


def data_findings(
    counts: DataCounts, seen: Survey, parameters: CocoParameters, said: Sequence[Finding] = ()
) -> list[Finding]:
    """Warnings about the data, most consequential first; `said` are those of the truth's reader."""
    findings = []
    total = counts.detections

    def note(code: str, count: int, message: str) -> None:
        if count:
            findings.append(Finding(code, message, count))

    if total == 0:
        findings.append(Finding("W-303", f"{counts.name} holds no detections, so every recall is 0"))
    else:
        note("W-301", counts.without_predictions, _without_predictions(counts))
    unlisted = counts.unlisted
    note(
        "W-302",
        unlisted,
        f"{unlisted} of {counted(counts.truths, 'annotation')} {agreeing(unlisted, 'is', 'are')} of images "
        f"or categories that the truth does not list, and {agreeing(unlisted, 'is', 'are')} left out",
    )
    repeated = counts.repeated
    note(
        "W-305",
        repeated,
        f"{counted(repeated, 'detection')} ({repeated / max(total, 1):.1%}) "
        f"{agreeing(repeated, 'repeats', 'repeat')} {_repeated(parameters.geometry)}",
    )
    cap, cut = parameters.max_detections[-1], counts.cut
    note(
        "W-306",
        cut,
        f"{counted(cut, 'detection')} ({cut / max(total, 1):.1%}) {agreeing(cut, 'is', 'are')} beyond the "
        f"{cap} best of {agreeing(cut, 'its', 'their')} image and category and "
        f"{agreeing(cut, 'is', 'are')} left out",
    )
    outside = seen.scores_outside
    lowest, highest = seen.lowest + 0.0, seen.highest + 0.0  # of equal zeros either may have been kept
    note(
        "W-307",
        outside,
        f"{counted(outside, 'score is', 'scores are')} outside [0, 1] (lowest {lowest:g}, "
        f"highest {highest:g}); {protocol_of(parameters).beyond_scores or 'ranking is unaffected'}",
    )
    if total > 1 and lowest == highest:
        note("W-304", total, f"all {total} scores are {lowest:g}: their ranking is arbitrary")
    flat = 0 if any(finding.code == "W-141" for finding in said) else seen.zero_size
    note(
        "W-308",
        flat,
        f"{counted(flat, 'truth has', 'truths have')} no width or no height, so nothing overlaps "
        f"{agreeing(flat, 'it', 'them')}",
    )
    no_area = counts.no_area
    note(
        "W-477",
        no_area,
        f"{counted(no_area, 'annotation has', 'annotations have')} area 0 although the box has one: "
        f"{agreeing(no_area, 'it counts', 'they count')} as small",
    )
    return findings


def _repeated(geometry: str) -> str:
    if geometry == "boxes":
        return "another exactly; each repetition counts as a false positive"
    return f"box, score and class of another; where the {geometry} are the same too, they are false positives"


def _without_predictions(counts: DataCounts) -> str:
    absent, first = counts.without_predictions, counts.first_without
    shown = ", ".join(map(repr, first)) + (", ..." if absent > len(first) else "")
    return (
        f"{absent} of {counted(counts.images, 'image')} {agreeing(absent, 'has', 'have')} no "
        f"detections (id {shown}); {agreeing(absent, 'its', 'their')} truths count as missed"
    )
