"""A diagnosis to draw, made where a result is given instead."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from truebox import diagnosis
from truebox.diagnosis.causes.outcomes import half_or_lowest
from truebox.errors import ArgumentError
from truebox.evaluation import Result

if TYPE_CHECKING:
    from truebox.diagnosis import ConfusionMatrix

__all__ = ["confusion_where_cut", "diagnosed", "refuse_detections"]


def diagnosed(given: Any, diagnose: Callable[..., Any], *, at_iou: bool = False) -> Any:
    """`given`, or what `diagnose` finds in it where it is a `Result`.

    With `at_iou` it is diagnosed at IoU 0.5, or the lowest that was evaluated, as the report page is.

    Examples
    --------
    >>> diagnosed({"class": 0.1}, diagnosis.errors)
    {'class': 0.1}
    """
    if not isinstance(given, Result):
        return given
    return diagnose(given, iou=half_or_lowest(given.parameters)) if at_iou else diagnose(given)


def refuse_detections(result: Any, wanted: str) -> None:
    """Refuse a result of detections where one of tracks is drawn; `wanted` is what can be given."""
    if isinstance(result, Result):
        raise ArgumentError(
            f"result is {result!r}, of detections; expected {wanted}. "
            "Fix: pass what truebox.tracking.evaluate gives."
        )


def confusion_where_cut(result: Result) -> ConfusionMatrix:
    """The confusion matrix of the detections from the score of the best F1 up, as the report page opens.

    Where no score has an F1, of all detections.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> confusion_where_cut(tb.evaluate([box], [box | {"scores": [0.75]}], mode="corrected")).score
    0.75
    """
    iou = half_or_lowest(result.parameters)
    score = diagnosis.operating_points(result, iou=iou).overall.score
    return diagnosis.confusion_matrix(result, iou, score or 0.0)
