"""Boxes that lie near their objects, and all to one side, or all too large: a shift that was not undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from truebox import fitting
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.result import Result
    from truebox.records import Predictions

__all__ = ["shifted_boxes"]

_LOOSE, _STRICT = "AP50", "AP75"
_HARDLY = 0.5
"""Of the detections that are right at .5, so few at .75: detectors that place boxes as badly are rare."""
_LEAST = 0.1
_BETTER, _TIMES_BETTER = 0.02, 1.2


def shifted_boxes(result: Result, evaluate_again: Callable[[Predictions], Result]) -> Finding | None:
    """What to say (W-324) where boxes moved or scaled about their middles all alike would give a better AP.

    Parameters
    ----------
    result : Result
        Of boxes.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    overall = result.metrics.get("AP")
    loose, strict = (result.metrics.get(key) for key in (_LOOSE, _STRICT))
    if overall is None or loose is None or strict is None or loose < _LEAST or strict > _HARDLY * loose:
        return None
    found = fitting.common_shift(result.truth, result.predictions)
    if found is None:
        return None
    boxes = found.of(result.predictions.boxes)
    otherwise = evaluate_again(replace(result.predictions, boxes=boxes)).metrics["AP"]
    if otherwise is None or otherwise < max(overall + _BETTER, _TIMES_BETTER * overall):
        return None
    return Finding(
        "W-324",
        f"boxes lie beside their objects all alike: AP would be {otherwise:.4f} instead of {overall:.4f} if "
        f"they were {found.what}",
    )
