"""Both sides without the rows that an evaluation would refuse."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from truebox.datasets.joining.unlisted import without_unknown_names, without_unlisted
from truebox.datasets.pairing import joined
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError
from truebox.evaluation.matching.mask_sizes import mask_sizes, refuse_mask
from truebox.evaluation.matching.masks import native_rows
from truebox.evaluation.states.alignment import align
from truebox.records import Predictions, SegmentationKind, Truth
from truebox.records.taking import take_predictions, take_truth
from truebox.typing import OUTLINED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from truebox.evaluation.states.alignment import Alignment
    from truebox.typing import BoolArray, Geometry, Int64Array

__all__ = ["without_refused"]

_Side = TypeVar("_Side", Truth, Predictions)


def without_refused(
    truth: Truth,
    predictions: Predictions,
    geometry: Geometry,
    threads: int = 0,
    *,
    errors: tuple[RowErrors, RowErrors] | None = None,
    maskless: bool = False,
) -> tuple[Truth, Predictions]:
    """Leave out rows with bad boxes, areas, scores or masks, and detections of unknown images or classes.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
        The predictions need not be joined.
    geometry : {"boxes", "masks", "keypoints", "boundary", "rotated", "probiou"}
        Masks are looked at only where they are evaluated.
    threads : int
        0 is the default.
    errors : pair of RowErrors, optional
        Where dropped rows are counted, those of the truth and those of the predictions.
    maskless : bool
        Truths without a mask are taken.

    Returns
    -------
    truth, predictions
        With a finding (W-150) per code that dropped rows; the same objects where none did.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": [1]}])
    >>> found = tb.read_predictions([{"boxes": [[0, 0, 9, 9]] * 2, "labels": [1, 2], "scores": [1, 1]}])
    >>> _, kept = without_refused(truth, found, "boxes")
    >>> len(kept), kept.findings[0].message
    (1, '1 row dropped by E-131: <predictions> row 1: class 2 is not in <truth>')
    """
    of_truth, of_predictions = errors or (RowErrors(lenient=True), RowErrors(lenient=True))
    if not predictions.boxed and geometry in OUTLINED:
        found = predictions  # its boxes are measured later
    else:
        found = _without(predictions, _bad_boxes(predictions), of_predictions)
    found = _without(found, _bad_scores(found), of_predictions)
    found = joined(truth, without_unknown_names(truth, found, of_predictions))
    true = _without(truth, [*_bad_boxes(truth), *_bad_areas(truth)], of_truth)
    found = without_unlisted(true, found, of_predictions)
    if (
        geometry in ("masks", "boundary")
        and true.segmentations is not None
        and found.segmentations is not None
    ):
        true, found = _without_bad_masks(true, found, threads, of_truth, of_predictions, maskless=maskless)
    return true, found


def _bad_boxes(side: Truth | Predictions) -> list[InputError]:
    boxes = side.boxes
    bad = np.any(~np.isfinite(boxes), axis=1) | np.any(boxes[:, 2:] < 0, axis=1)
    problem = "the box {} is not finite or has a negative size"
    return _errors(side, "E-138", bad, [problem.format(tuple(boxes[row].tolist())) for row in _rows(bad)])


def _bad_scores(found: Predictions) -> list[InputError]:
    bad = ~np.isfinite(found.scores)
    problem = "the score {} is not a finite number"
    return _errors(found, "E-139", bad, [problem.format(found.scores[row]) for row in _rows(bad)])


def _bad_areas(true: Truth) -> list[InputError]:
    bad = ~(np.isfinite(true.area) & (true.area >= 0))
    problem = "the area {} is not a finite number of at least 0"
    return _errors(true, "E-138", bad, [problem.format(true.area[row]) for row in _rows(bad)])


def _rows(bad: BoolArray) -> list[int]:
    return np.flatnonzero(bad).tolist()


def _errors(
    side: Truth | Predictions, code: str, bad: BoolArray, problems: Iterable[str]
) -> list[InputError]:
    return [
        InputError(code, f"{side.source.name} row {row}", problem, "remove or repair it", row=row)
        for row, problem in zip(_rows(bad), problems, strict=True)
    ]


def _without(side: _Side, refused: list[InputError], errors: RowErrors) -> _Side:
    """`side` without the rows that were refused; each row counts once, by its first error."""
    first: dict[int, InputError] = {}
    for error in refused:
        first.setdefault(-1 if error.row is None else error.row, error)
    if not first:
        return side
    own: RowErrors = RowErrors(lenient=True)
    for row, error in first.items():
        at = row if side.source_rows is None else int(side.source_rows[row])
        place = error.place.replace(f"[{row}]", f"[{at}]").replace(f" row {row}", f" row {at}")
        said = InputError(error.code, place, error.problem, error.fix, row=at)
        own.refuse(said)
        errors.refuse(said)
    findings = (*side.findings, *own.findings())
    kept = np.setdiff1d(np.arange(len(side)), np.array(list(first)))
    take = take_truth if isinstance(side, Truth) else take_predictions
    return replace(take(side, kept), findings=findings)


def _without_bad_masks(
    true: Truth,
    found: Predictions,
    threads: int,
    of_truth: RowErrors,
    of_predictions: RowErrors,
    *,
    maskless: bool,
) -> tuple[Truth, Predictions]:
    alignment = align(true, found, images=None, categories=None, class_agnostic=False, threads=threads)
    sizes = mask_sizes(true, found, alignment, threads)
    bad = _bad_masks(true, alignment, sizes)
    if maskless and true.segmentations is not None:
        kinds = true.segmentations.kinds
        bad = [error for error in bad if error.row is None or kinds[error.row] != SegmentationKind.NONE]
    return (
        _without(true, bad, of_truth),
        _without(found, _bad_masks(found, alignment, sizes), of_predictions),
    )


def _bad_masks(side: Truth | Predictions, alignment: Alignment, sizes: Int64Array) -> list[InputError]:
    is_truth = isinstance(side, Truth)
    image = alignment.true_image if is_truth else alignment.predicted_image
    category = alignment.true_category if is_truth else alignment.predicted_category
    name = f"{side.source.name} annotations" if is_truth else side.source.name
    refused = []
    for fault in native_rows(side, image, category, sizes).faults():
        try:
            refuse_mask(fault, name, image, sizes)
        except InputError as error:
            refused.append(error)
    return refused
