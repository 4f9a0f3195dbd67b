"""Boxes that lie near their objects, and all to one side, or all too large: a shift that was not undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox import fitting
from truebox.evaluation.detection.looks.gained import gained
from truebox.records import Finding
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.evaluation.matches.judged import Judged
    from truebox.evaluation.result import Result
    from truebox.records import Predictions

__all__ = ["shifted_boxes"]

_LOOSE, _STRICT = "AP50", "AP75"
_NEARLY_ALL = 0.97
"""Where AP is so high a share of that at IoU .5, boxes fit."""
_HARDLY = 0.5
"""Where so few are, a look at more of them is worth it; else one at some says whether it is."""
_LOOKED_AT = 150
_LEAST = 0.1
_GAINED = 0.05
"""Of the mean overlap of the boxes around masks: they are not evaluated again."""


def shifted_boxes(
    result: Result, seen: Judged, evaluate_again: Callable[[Predictions], Result]
) -> Finding | None:
    """What to say (W-324) where boxes moved or scaled about their middles all alike would give a better AP.

    Parameters
    ----------
    result : Result
        Of boxes; or of masks, of which the boxes around them are looked at.
    seen : Judged
        Of the result.
    evaluate_again : callable
        Evaluates other predictions in the same way.
    """
    overall = result.metrics.get("AP")
    loose, strict = (result.metrics.get(key) for key in (_LOOSE, _STRICT))
    if overall is None or loose is None or strict is None or loose < _LEAST or overall > _NEARLY_ALL * loose:
        return None
    worth_it = strict <= _HARDLY * loose or not _none_of_some(result, seen)
    found = fitting.common_shift(result.truth, result.predictions) if worth_it else None
    if found is None:
        return None
    if result.geometry != "boxes":
        return _of_masks(result, found)
    boxes = found.of(result.predictions.boxes)
    otherwise = evaluate_again(replace(result.predictions, boxes=boxes)).metrics["AP"]
    if not gained(otherwise, overall):
        return None
    return Finding(
        "W-324",
        f"boxes lie beside their objects all alike: AP would be {otherwise:.4f} instead of {overall:.4f} if "
        f"they were {found.what}",
    )


def _none_of_some(result: Result, seen: Judged) -> bool:
    """Whether some of the detections that are right are off to no side in common."""
    right = np.flatnonzero(seen.right)
    right = right[:: max(1, -(-len(right) // _LOOKED_AT))]
    if result.ground is None:
        return True
    near = np.zeros(len(result.state.images) + 1, dtype=bool)  # the last of none
    near[seen.image[right]] = True
    held = near[result.ground.columns.image]
    true = fitting.RowsByImage(result.ground.columns.rows[held], result.ground.columns.image[held])
    found = fitting.RowsByImage(seen.row[right], seen.image[right])
    return fitting.common_shift(result.truth, result.predictions, (found, true)) is None


def _of_masks(result: Result, found: fitting.CommonShift) -> Finding | None:
    """What to say of masks, by the boxes around them."""
    before, after = found.overlap
    if after < before + _GAINED:
        return None
    kind = "rotated boxes" if result.geometry in ROTATED else result.geometry
    return Finding(
        "W-324",
        f"{kind} lie beside their objects all alike: the boxes around them would overlap those of the "
        f"objects by {after:.2f} in the mean instead of {before:.2f} if they were {found.what}",
    )
