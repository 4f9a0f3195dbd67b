"""Everything that is found out about one result by default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truebox.diagnosis.certainty.bootstrap_arguments import fewer_text
from truebox.diagnosis.certainty.frame_names import frames_hint
from truebox.diagnosis.words.reading import Reading
from truebox.diagnosis.words.sentences import sentences
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.diagnosis.causes.class_confusion import ConfusionMatrix
    from truebox.diagnosis.causes.error_breakdown import ErrorBreakdown
    from truebox.diagnosis.certainty.drawn_units import Groups
    from truebox.diagnosis.certainty.intervals import Intervals
    from truebox.diagnosis.equal_scores.ties import Ties
    from truebox.diagnosis.parts.slices import Slices
    from truebox.diagnosis.suspects.suspect import LabelErrors
    from truebox.diagnosis.thresholds.calibration import Calibration
    from truebox.diagnosis.thresholds.confidence_curves import ConfidenceCurves
    from truebox.diagnosis.thresholds.operating_points import OperatingPoints
    from truebox.evaluation import Result

__all__ = ["Diagnosis"]

_MOST_SUSPECTS = 100
_PARTS = ("errors", "points", "intervals", "ties", "calibration", "slices", "confusion")


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Diagnosis(Plotted):
    """The parts of a diagnosis; one that has no meaning for the result is None, with the reason in `skipped`.

    ``plot()`` draws the lost AP, ``plot(part=...)`` any other part (`truebox.plotting.plot_diagnosis`).

    Parameters
    ----------
    result : Result
        What was diagnosed.
    curves : ConfidenceCurves
    points : OperatingPoints
        Of the best F1.
    errors : ErrorBreakdown or None
        As TIDE asks, at the IoU of the curves.
    confusion : ConfusionMatrix or None
        At the score of the best F1 of all classes.
    intervals : Intervals or None
    ties : Ties or None
    calibration : Calibration or None
    slices : Slices or None
    label_errors : LabelErrors or None
    skipped : mapping
        Part to the reason why it is None.
    groups : str, sequence or None
        What was taken to belong together, as given.
    reduced : bool
        Whether fewer replicates than the usual 1,000 were drawn because there are very many detections; False
        where a number was named.

    Examples
    --------
    >>> from truebox.diagnosis import diagnose
    >>> from truebox.evaluation import evaluate
    >>> from truebox.generation import make_dataset
    >>> found = diagnose(evaluate(*make_dataset(30, 2, 20, 3.0, 1), mode="corrected"), replicates=100)
    >>> sorted(found.skipped), len(found.words) > 2
    ([], True)
    """

    _plotted_by = "plot_diagnosis"

    result: Result
    curves: ConfidenceCurves
    points: OperatingPoints
    errors: ErrorBreakdown | None
    confusion: ConfusionMatrix | None
    intervals: Intervals | None
    ties: Ties | None
    calibration: Calibration | None
    slices: Slices | None
    label_errors: LabelErrors | None
    skipped: Mapping[str, str]
    groups: Groups = None
    reduced: bool = False

    @property
    def fewer_draws(self) -> str | None:
        """What to say where fewer replicates than usual were drawn, and nobody asked for fewer."""
        if not self.reduced or self.intervals is None:
            return None
        return fewer_text(self.intervals.replicates)

    @property
    def hint(self) -> str | None:
        """What to say of file names that look like frames of few videos, where no groups were given."""
        return None if self.groups is not None else frames_hint(self.result)

    @property
    def words(self) -> Reading:
        """The diagnosis in three to five sentences."""
        return Reading(sentences(self))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: every part but the curves, of the label errors the first hundred.

        The curves are long: ``diagnosis.curves.to_dict()`` gives them.
        """
        document: dict[str, Any] = {"words": list(self.words)}
        for name in _PARTS:
            part = getattr(self, name)
            document[name] = None if part is None else part.to_dict()
        suspects = self.label_errors
        document["label_errors"] = None if suspects is None else suspects.to_dict()
        if suspects is not None:
            document["label_errors"]["suspects"] = document["label_errors"]["suspects"][:_MOST_SUSPECTS]
            document["label_errors"]["found"] = len(suspects)
        document["skipped"] = dict(self.skipped)
        return document

    def _repr_html_(self) -> str:
        parts: list[Any] = [self.words, self.errors, self.points, self.curves, self.slices, self.ties]
        return "".join(part._repr_html_() for part in parts if part is not None)
