"""One result and what the page asks of it more than once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.diagnosis import confusion_matrix, errors, intervals, operating_points
from truebox.diagnosis.causes.outcomes import half_or_lowest, outcome_at
from truebox.evaluation.registry import protocol_of

if TYPE_CHECKING:
    from truebox.diagnosis import ConfusionMatrix, Diagnosis, ErrorBreakdown, Intervals, OperatingPoints
    from truebox.evaluation import Result
    from truebox.typing import ByteArray

__all__ = ["Side"]

_ANEW = "in this protocol truths choose detections anew at every threshold, and kinds of errors do not add up"


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
    errors : ErrorBreakdown or None
        None where the protocol lets no errors be told apart by kind.
    no_errors : str
        Why not, for people.
    points : OperatingPoints
        The scores of the best F1.
    outcome : uint8 array [N]
        0 false, 1 true, 2 ignored.
    intervals : Intervals or None
        None where no replicates are wanted.
    diagnosis : Diagnosis or None
        Where the result was diagnosed before: its parts are taken from there.
    """

    result: Result
    iou: float
    matrix: ConfusionMatrix
    errors: ErrorBreakdown | None
    points: OperatingPoints
    outcome: ByteArray
    intervals: Intervals | None = None
    diagnosis: Diagnosis | None = None
    no_errors: str = ""

    @classmethod
    def of(cls, result: Result, diagnosis: Diagnosis | None = None, *, replicates: int = 0) -> Side:
        """Diagnose a result, as far as that was not done before.

        A diagnosis brings its own intervals, whatever number of `replicates` they have.

        Examples
        --------
        >>> import truebox as tb
        >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
        >>> Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")).cut
        0.5
        """
        iou = half_or_lowest(result.parameters)
        _ = result.matches  # the page needs the table in any case: made first, it spares others its overlaps
        known = diagnosis.errors if diagnosis else None
        unsaid = _ANEW if protocol_of(result.parameters).whole_only else ""
        sure = diagnosis.intervals if diagnosis else None
        return cls(
            result=result,
            iou=iou,
            matrix=confusion_matrix(result, iou, -np.inf),
            errors=None if unsaid else known or errors(result, iou=iou),
            points=diagnosis.points if diagnosis else operating_points(result, iou=iou),
            outcome=outcome_at(result, iou),
            intervals=(sure or intervals(result, replicates=replicates)) if replicates else None,
            diagnosis=diagnosis,
            no_errors=unsaid,
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
