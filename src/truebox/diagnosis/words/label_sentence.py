"""Whether the labels are likely to be wrong, beyond what the detector gets wrong by itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.diagnosis.causes.error_breakdown import ERROR_NAMES
from truebox.diagnosis.causes.outcomes import outcome_at

if TYPE_CHECKING:
    from truebox.diagnosis.diagnosed import Diagnosis
    from truebox.typing import FloatArray

__all__ = ["label_sentence", "unexplained"]

_FEWEST = 10
_SURE = 0.9
_RARER = 0.25
_ERRORS_APART = 2.5
_KINDS = {
    "missing": "unlabelled objects",
    "class": "wrong classes",
    "box": "badly drawn boxes",
    "duplicate": "duplicates",
}
_CONTRADICTING = ("background", "class")
"""What a right detection becomes where the label is missing, or of a wrong class."""


def label_sentence(found: Diagnosis) -> str | None:
    """Return how many labels are worth a look; None where the detector's own errors explain them.

    A detector's errors become rarer the surer it is, and wrong labels do not: they contradict the surest
    detections as often as others.
    """
    sure = [each for each in found.label_errors or () if each.suspicion >= _SURE]
    if len(sure) < _FEWEST or found.errors is None:
        return None
    of_class = [found.errors.kind == ERROR_NAMES.index(name) for name in _CONTRADICTING]
    wrong = found.errors.table.detections.score[of_class[0] | of_class[1]]
    right = found.errors.table.detections.score[outcome_at(found.result, found.errors.iou) == 1]
    beyond = unexplained(wrong, right)
    if beyond < _FEWEST:
        return None
    counts = {kind: sum(each.kind == kind for each in sure) for kind in _KINDS}
    listed = ", ".join(f"{count:,} {_KINDS[kind]}" for kind, count in counts.items() if count)
    return (
        f"The labels may be wrong in {len(sure):,} places that are worth a look ({listed}), "
        f"first in image {sure[0].image_id}: about {round(beyond):,} more of the "
        "surest detections contradict them than the detector's own errors explain."
    )


def unexplained(wrong: FloatArray, right: FloatArray) -> float:
    """How many of the surest wrong detections are more than the detector's errors explain; 0 within chance.

    Scores are divided where the right detections have their quartiles. In the last quarter a detector that
    errs is a quarter as often wrong as in the second, or less; wrong labels contradict it as often in both.

    Parameters
    ----------
    wrong, right : arrays
        The scores of detections.

    Examples
    --------
    >>> right = np.linspace(0, 1, 400)
    >>> unexplained(np.concatenate([np.full(200, 0.3), np.full(20, 0.9)]), right)
    0.0
    >>> unexplained(np.linspace(0, 1, 200), right)  # as often wrong where it is surest
    37.5
    """
    if len(right) < 4 * _FEWEST:
        return 0.0
    ranked = np.sort(right)
    # Equal scores count by half, or a score of one decimal would make every tie sure.
    place = (np.searchsorted(ranked, wrong) + np.searchsorted(ranked, wrong, side="right")) / (
        2 * len(ranked)
    )
    _, second, _, fourth = np.histogram(place, [0, 0.25, 0.5, 0.75, 1.0001])[0].tolist()
    beyond = fourth - _RARER * second
    error = (fourth + _RARER**2 * second) ** 0.5
    return float(beyond) if beyond > _ERRORS_APART * error else 0.0
