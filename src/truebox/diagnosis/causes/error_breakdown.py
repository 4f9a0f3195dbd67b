"""What the error types of an evaluation add up to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from truebox._writing.escaping import escape_html
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.evaluation import MatchTable
    from truebox.typing import BoolArray, ByteArray, Int32Array

__all__ = ["ERROR_NAMES", "ClassErrors", "ErrorBreakdown", "Variant"]

Variant: TypeAlias = Literal["tide", "coco"]

ERROR_NAMES = ("none", "class", "location", "both", "duplicate", "background")
"""Of `ErrorBreakdown.kind`; a truth that nothing finds is ``missed`` besides."""

SHORT_NAMES = {
    "class": "Cls",
    "location": "Loc",
    "both": "Both",
    "duplicate": "Dupe",
    "background": "Bkg",
    "missed": "Miss",
}
"""As TIDE prints them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassErrors:
    """The errors of one class.

    Parameters
    ----------
    id, name : int or str, str
    ap : float or None
        At the IoU threshold of the breakdown; None where the class has no truth.
    counts : mapping
        Error type to how many; detections by their own class, ``missed`` truths by theirs.
    loss : mapping of str to (float or None)
        Error type to the AP of this class that it costs; None where the class has no truth.

    Examples
    --------
    >>> from truebox.diagnosis import errors
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": [
    ...     {"id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> found = [{"score": 0.9, **box}, {"score": 0.8, **box}]
    >>> cat = errors(evaluate(truth, found, mode="corrected", max_detections=[9])).per_class[0]
    >>> cat.name, cat.ap, cat.counts["duplicate"], cat.loss["duplicate"]
    ('cat', 1.0, 1, 0.0)
    """

    id: int | str
    name: str
    ap: float | None
    counts: Mapping[str, int]
    loss: Mapping[str, float | None]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class ErrorBreakdown(Plotted):
    """Error types of every detection and truth, and the AP that each type costs.

    ``plot()`` draws the lost AP (`truebox.plotting.plot_errors`).

    Parameters
    ----------
    variant : {"tide", "coco"}
        Whose matching.
    iou, background : float
        Overlap that matches, and overlap up to which a detection lies on the background.
    ap : float or None
        Mean over classes at this IoU, as a fraction.
    loss : mapping
        ``class``, ``location``, ``both``, ``duplicate``, ``background``, ``missed``: how much AP mending all
        errors of that one type would gain. They do not add up to 1 - AP: mending one kind changes others.
    special : mapping
        ``false_positive`` and ``false_negative``: the gain of mending all of them, whatever their type.
    counts : mapping
        Error type to how many.
    undefined : str or None
        Why there is no AP, where there is none.
    per_class : tuple of ClassErrors
        In the order of the evaluation's categories; empty without classes.
    kind : uint8 array [N]
        Of each detection of the match table, an index into `ERROR_NAMES`; ``none`` is right, ignored, or
        beyond TIDE's limit per image.
    target : int32 array [N]
        The truth the error is about, as a row of the match table, or -1.
    missed : bool array [G]
        Truths that no detection finds, not even a mended one.
    table : MatchTable
        The match table with its error column filled.
    intervals : mapping of error type to Estimate
        Of each loss, where they were asked for.

    Examples
    --------
    >>> from truebox.diagnosis import errors
    >>> from truebox.evaluation import evaluate
    >>> box = {"image_id": 1, "bbox": [10, 10, 40, 40]}
    >>> truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    ...     "annotations": [{"id": 1, "category_id": 1, "area": 1600, "iscrowd": 0, **box}]}
    >>> found = errors(evaluate(truth, [{"category_id": 2, "score": 0.9, **box}], mode="corrected"))
    >>> found.counts["class"], found.loss["class"], found.largest
    (1, 1.0, 'class')
    """

    _plotted_by = "plot_errors"

    variant: Variant
    iou: float
    background: float
    ap: float | None
    loss: Mapping[str, float | None]
    special: Mapping[str, float | None]
    counts: Mapping[str, int]
    undefined: str | None
    per_class: tuple[ClassErrors, ...] = field(repr=False)
    kind: ByteArray = field(repr=False)
    target: Int32Array = field(repr=False)
    missed: BoolArray = field(repr=False)
    table: MatchTable = field(repr=False)
    intervals: Mapping[str, Estimate] = field(default_factory=dict, repr=False)

    @property
    def largest(self) -> str | None:
        """The error type that costs most AP; None where nothing is lost."""
        lost = {name: loss for name, loss in self.loss.items() if loss}
        return max(lost, key=lost.__getitem__) if lost else None

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: everything but the columns."""
        return {
            "variant": self.variant,
            "iou": self.iou,
            "background": self.background,
            "ap": self.ap,
            "loss": dict(self.loss),
            "special": dict(self.special),
            "counts": dict(self.counts),
            **(
                {"intervals": {key: each.to_dict() for key, each in self.intervals.items()}}
                if self.intervals
                else {}
            ),
            "undefined": self.undefined,
            "per_class": [
                {
                    "id": one.id,
                    "name": one.name,
                    "ap": one.ap,
                    "counts": dict(one.counts),
                    "loss": dict(one.loss),
                }
                for one in self.per_class
            ],
        }

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape_html(name)}</td><td>{_shown(self.loss[name])}</td><td>{self.counts[name]}</td>"
            f"{self._interval_cell(name)}</tr>"
            for name in self.loss
        )
        interval = "<th>interval</th>" if self.intervals else ""
        return f"<table><tr><th>error</th><th>AP lost</th><th>count</th>{interval}</tr>{rows}</table>"

    def _interval_cell(self, name: str) -> str:
        if not self.intervals:
            return ""
        sure = self.intervals[name]
        ends = [] if sure.low is None else [f"{_shown(sure.low)} to {_shown(sure.high)}"]
        return f"<td>{escape_html('; '.join([*ends, *([sure.reason] if sure.reason else [])]))}</td>"


def _shown(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.4f}"
