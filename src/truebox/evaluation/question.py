"""What a protocol asks of the tables: one headline number, as a value that says how it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from truebox._frozen import dataclass

if TYPE_CHECKING:
    from truebox.evaluation.states.class_outcomes import Measure, OutcomeOrder
    from truebox.evaluation.states.drawn_outcomes import DrawnMeasure
    from truebox.typing import BoolArray

__all__ = ["Question"]


@dataclass(frozen=True, slots=True, eq=False)
class Question:
    """One headline number: the mean of precision or recall over a part of the tables.

    Parameters
    ----------
    key : str
        Its name; ``"AP"`` is what reports, gates and diagnoses look at first.
    is_precision : bool
        Else it is of recall.
    label : str
        The area range it is of.
    cap : int
        One of `max_detections`.
    threshold : float or None
        The IoU threshold, None for the mean over all of them.
    classes : bool array [K] or None
        Only these classes; None for all.
    per_class : bool or None
        Whether each class has the number too, of `classes` each of these; None: unless `classes` are named.
    why : str or None
        The reason where none of the classes has truth.
    measure : callable or None
        The number is no mean of the tables: from the `ClassOutcomes` of all classes to a value for each [K],
        NaN where it has none, or to several [K, P]. The headline is the mean of those that are defined.
    drawn : callable or None
        From an `OutcomeOrder` to the measure of draws, where counting is faster than repeating rows: from the
        weights of images [I] and the truths of classes [K] to what the measure gives for what was drawn.
    part : int
        Which of several.
    closing_line : bool
        A mean of precision to which the area under a line from the last detection to recall 1 is added.
    absent : float or None
        What a class without truth counts as in the mean; None leaves it out.
    counts_absent : bool
        Of a measure: classes without truth take part in the mean with what the measure gives them.
    needs_truth : bool
        Of a measure: the number is undefined where no class has truth; else it is then of all classes.
    smaller_is_better : bool
        Of errors and miss rates: a fall is an improvement.
    weighed_by : str or None
        The headline weighs each class by its truths in this area range; None weighs all alike.

    Examples
    --------
    >>> Question("AP50", True, "all", 100, 0.5).threshold
    0.5
    """

    key: str
    is_precision: bool
    label: str
    cap: int
    threshold: float | None = None
    classes: BoolArray | None = None
    per_class: bool | None = None
    why: str | None = None
    measure: Measure | None = None
    part: int = 0
    closing_line: bool = False
    absent: float | None = None
    smaller_is_better: bool = False
    weighed_by: str | None = None
    counts_absent: bool = False
    needs_truth: bool = True
    drawn: Callable[[OutcomeOrder], DrawnMeasure] | None = None
