"""What an evaluation found: frozen, named, and silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox._moved import set_fields
from truebox._writing.html_fold import html_fold
from truebox._writing.html_table import html_table
from truebox.errors import ArgumentError
from truebox.evaluation.document import result_document
from truebox.evaluation.states.accumulation import Curves, accumulate
from truebox.evaluation.states.summary import ap_by_threshold, questions
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.evaluation.layout import Layout
    from truebox.evaluation.matches.ground import MatchGround
    from truebox.evaluation.matches.strong import StrongPairs
    from truebox.evaluation.matches.table import MatchTable
    from truebox.evaluation.states.deferred import AnyCurves
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Finding, Predictions, Truth
    from truebox.typing import FloatArray, Mode

__all__ = ["ClassResult", "Result"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassResult:
    """One class: counts and its own metrics (None where undefined).

    Parameters
    ----------
    id, name : int or str, str
    images : int
        Images that hold truths of the class.
    truths : int
        Truths that count: without crowd regions, any area.
    detections : int
        Detections of the class, those beyond the largest cap included.
    metrics : mapping
        As the headline, averaged over the class alone.
    """

    id: int | str
    name: str
    images: int
    truths: int
    detections: int
    metrics: Mapping[str, float | None]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Result(Plotted):
    """The outcome of one evaluation.

    ``plot()`` draws precision against recall (`truebox.plotting.plot_precision_recall`).

    Parameters
    ----------
    protocol, geometry : str
        ``"coco"``, ``"boxes"``.
    mode : {"strict", "corrected"}
    parameters : CocoParameters
    metrics : mapping
        ``AP AP50 AP75 APs APm APl AR1 AR10 AR100 ARs ARm ARl`` as fractions; None where undefined.
        The keys follow the parameters: ``AR{n}`` for each of `max_detections`, ``AP60`` and the like for
        each of other than the usual `iou_thresholds`, ``AP[label]`` and ``AR[label]`` for area ranges that
        are not all, small, medium or large.
    undefined : mapping
        Metric name to the reason why it is None.
    images, truths, detections : int
        What was evaluated, which is less than was read when a subset is: truths without crowd regions,
        detections with those beyond the largest cap.
    per_class : tuple of ClassResult
        In the order of category ids; empty when `class_agnostic`.
    curves : Curves or DeferredCurves
        The tables of `precision` and `recall`.
    stats : array [12]
        The reference's summary vector, -1 for undefined.
    state : MatchState
        What survived matching; states of disjoint images add.
    truth, predictions : Truth, Predictions
    warnings : tuple of Finding
        Everything a reader of the number should know, reading findings included.
    ground : MatchGround or None
        What `matches` is made from; a result that was not evaluated here has none.
    """

    _plotted_by = "plot_precision_recall"
    lacks: ClassVar[Mapping[str, str]] = {}
    """What cannot be made of it: nothing."""

    protocol: str
    geometry: str
    mode: Mode
    parameters: CocoParameters
    metrics: Mapping[str, float | None]
    undefined: Mapping[str, str]
    images: int
    truths: int
    detections: int
    per_class: tuple[ClassResult, ...]
    curves: AnyCurves = field(repr=False)
    stats: FloatArray
    state: MatchState
    truth: Truth
    predictions: Predictions
    warnings: tuple[Finding, ...] = ()
    ground: MatchGround | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        name = next(iter(self.metrics), "AP")
        value = self.metrics.get(name)
        shown = "undefined" if value is None else f"{value:.4f}"
        return (
            f"<Result {name} {shown}: {self.protocol} {self.geometry}, {self.mode}, {self.images:,} images, "
            f"{self.truths:,} truths, {self.detections:,} detections>"
        )

    @property
    def headline(self) -> str:
        """The metric that stands for the result: the one its benchmark ranks by, such as AP, MR or NDS."""
        return next(iter(self.metrics), "AP")

    @property
    def less_is_better(self) -> frozenset[str]:
        """Metrics whose fall is an improvement, such as a miss rate."""
        return frozenset(each.key for each in questions(self.state, self.truth) if each.smaller_is_better)

    @property
    def layout(self) -> Layout:
        """How it is shown."""
        from truebox.evaluation.result_layout import result_layout  # noqa: PLC0415  JSON needs none (1 ms)

        return result_layout(self)

    @property
    def matches(self) -> MatchTable:
        """Every detection and truth with its partners, overlaps and outcomes.

        Made when first asked for, and then kept: a plain evaluation does not pay for it.

        Raises
        ------
        ArgumentError
            The result holds no ground to make it from.
        """
        return self._held_ground().table(self)

    @refuses_other_kinds
    def strong_pairs(self, least: float) -> StrongPairs:
        """The overlaps of `matches` from `least` up, without making the rest of it.

        Parameters
        ----------
        least : float
            Smaller overlaps may be left out; they are there where the table of matches was made before.

        Raises
        ------
        ArgumentError
            The result holds no ground to make it from.

        Examples
        --------
        >>> from truebox.evaluation import evaluate
        >>> truth = [{"boxes": [[0, 0, 100, 100]], "labels": ["cat"]}]
        >>> found = [{"boxes": [[0, 0, 100, 72]], "labels": ["cat"], "scores": [0.9]}]
        >>> evaluate(truth, found, mode="corrected").strong_pairs(0.5).pairs.overlap.tolist()
        [0.72]
        """
        return self._held_ground().strong_pairs(self, least)

    def _held_ground(self) -> MatchGround:
        if self.ground is None:
            raise ArgumentError("result.matches: this result was not evaluated here. Fix: evaluate again.")
        return self.ground

    def __setstate__(self, state: list[Any]) -> None:
        """As pickled; results of 0.1 hold the two tables where their curves are now."""
        place = [each.name for each in fields(self)].index("curves")
        if isinstance(state[place], np.ndarray):
            state = [*state[:place], _curves_of_tables(*state[place : place + 2]), *state[place + 2 :]]
        set_fields(self, state)

    @property
    def precision(self) -> FloatArray:
        """At each recall threshold [T, R, K, A, M]; NaN-free, -1 where the class has no truth.

        As in the reference. With thousands of classes the table is very large (100,000 classes: 10 GB) and
        is made when it is asked for.
        """
        return self.curves.precision

    @property
    def recall(self) -> FloatArray:
        """The recall reached [T, K, A, M]; -1 where the class has no truth, as in the reference."""
        return self.curves.recall

    @property
    def ap_by_iou(self) -> dict[float, float | None]:
        """IoU threshold to AP at it, for every threshold that was evaluated; None where undefined.

        `truebox.plotting.plot_ap_by_iou` draws it. Other thresholds: ``evaluate(..., iou_thresholds=[0.6])``,
        and its ``metrics`` have ``AP60``.

        Examples
        --------
        >>> from truebox.evaluation import evaluate
        >>> truth = [{"boxes": [[0, 0, 100, 100]], "labels": ["cat"]}]
        >>> found = [{"boxes": [[0, 0, 100, 72]], "labels": ["cat"], "scores": [0.9]}]
        >>> evaluate(truth, found, iou_thresholds=[0.6, 0.8], mode="corrected").ap_by_iou
        {0.6: 1.0, 0.8: 0.0}
        """
        return ap_by_threshold(self.state, self.curves)

    @property
    def scores(self) -> FloatArray:
        """Score at each recall threshold [T, R, K, A, M], -1 and 0 as in the reference.

        Computed when asked for: the table is as large as `precision`, and few need it.
        """
        scores = accumulate(self.state).scores
        assert scores is not None  # it was asked for
        return scores

    @refuses_other_kinds
    def to_log(self, prefix: str = "", *, per_class: bool = False) -> dict[str, float]:
        """The metrics as loggers take them: flat names and floats; what is undefined is left out.

        Parameters
        ----------
        prefix : str
            Before each name, such as ``"val/"``.
        per_class : bool
            With the AP of each class, as ``AP/cat``, or what its protocol has in that place.

        Examples
        --------
        >>> from truebox.evaluation import evaluate
        >>> truth = [{"boxes": [[0, 0, 100, 100]], "labels": ["cat"]}]
        >>> found = [{**truth[0], "scores": [0.9]}]
        >>> log = evaluate(truth, found, mode="corrected").to_log("val/", per_class=True)
        >>> log["val/AP"], log["val/AP/cat"], "val/APs" in log
        (1.0, 1.0, False)
        """
        log = {f"{prefix}{name}": float(value) for name, value in self.metrics.items() if value is not None}
        if per_class:
            key = self.layout.main
            values = {entry.name: entry.metrics.get(key) for entry in self.per_class}
            log |= {f"{prefix}{key}/{name}": float(each) for name, each in values.items() if each is not None}
        return log

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, ``format_version`` 1; undefined is None.

        The truth's SHA-256 is computed here, from the file.
        """
        return result_document(self)

    def _repr_html_(self) -> str:
        names = [name for name in ("AP", "AP50", "AP75") if name in self.metrics]
        rows = [("all", self.truths, *(self.metrics[name] for name in names))]
        rows += [(e.name, e.truths, *(e.metrics.get(name) for name in names)) for e in self.per_class]
        others = ", ".join(
            f"{key} {'n/a' if value is None else f'{value:.3f}'}"
            for key, value in self.metrics.items()
            if key not in names
        )
        title = f"{self.predictions.source.shown}: {self.protocol} {self.mode}, {self.geometry}; {others}"
        table = html_table(["class", "truths", *names], rows, title)
        return table + html_fold("warning", self.warnings)

    def to_coco_eval(self) -> dict[str, FloatArray]:
        """``precision``, ``recall``, ``scores``, ``stats``, identical to ``COCOeval`` of pycocotools.

        Shapes [T, R, K, A, M], [T, K, A, M], [T, R, K, A, M] and [12]; undefined is -1.
        """
        return {
            "precision": self.precision,
            "recall": self.recall,
            "scores": self.scores,
            "stats": self.stats,
        }


def _curves_of_tables(precision: FloatArray, recall: FloatArray) -> Curves:
    classes = recall.shape[1]
    return Curves(
        precision=precision,
        recall=recall,
        scores=None,
        more_precision=precision[:, :0],
        ties=np.zeros(classes, dtype=np.uint8),
    )
