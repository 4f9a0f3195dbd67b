"""One result and what the page asks of it more than once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.diagnosis import confusion_matrix, errors, operating_points
from truebox.diagnosis.causes.outcomes import outcome_at

if TYPE_CHECKING:
    from truebox.diagnosis import ConfusionMatrix, Diagnosis, ErrorBreakdown, OperatingPoints
    from truebox.evaluation import Result
    from truebox.typing import ByteArray

__all__ = ["Side"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Side:
    """A result, with its diagnoses at the lowest IoU threshold the page counts at.

    Parameters
    ----------
    result : Result
    iou : float
        One of the thresholds of the evaluation: .5, or the lowest where .5 is none.
    matrix : ConfusionMatrix
        Of all detections, whatever their score.
    errors : ErrorBreakdown
    points : OperatingPoints
        The scores of the best F1.
    outcome : uint8 array [N]
        0 false, 1 true, 2 ignored.
    diagnosis : Diagnosis or None
        Where the result was diagnosed before: its parts are taken from there.
    """

    result: Result
    iou: float
    matrix: ConfusionMatrix
    errors: ErrorBreakdown
    points: OperatingPoints
    outcome: ByteArray
    diagnosis: Diagnosis | None = None

    @classmethod
    def of(cls, result: Result, diagnosis: Diagnosis | None = None) -> Side:
        """Diagnose a result, as far as that was not done before.

        Examples
        --------
        >>> import truebox as tb
        >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
        >>> Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")).cut
        0.5
        """
        thresholds = result.parameters.iou_thresholds
        iou = 0.5 if np.isclose(thresholds, 0.5).any() else float(thresholds.min())
        known = diagnosis.errors if diagnosis else None
        return cls(
            result=result,
            iou=iou,
            matrix=confusion_matrix(result, iou, -np.inf),
            errors=known or errors(result, iou=iou),
            points=diagnosis.points if diagnosis else operating_points(result, iou=iou),
            outcome=outcome_at(result, iou),
            diagnosis=diagnosis,
        )

    @property
    def cut(self) -> float:
        """The score of the best F1; infinite where there is none."""
        score = self.points.overall.score
        return float("inf") if score is None else score

    @property
    def threshold(self) -> int:
        """The place of `iou` among the thresholds of the evaluation."""
        return int(np.argmin(np.abs(self.result.parameters.iou_thresholds - self.iou)))
