"""What a protocol is: a value that says how it differs from others, so that a new one is one file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from truebox._frozen import dataclass
from truebox._kinds import refuses_other_kinds
from truebox._named import NamedTuple
from truebox.errors import ArgumentError
from truebox.evaluation.matching.policy import COCO_POLICY, MatchingPolicy, QuadMeasure
from truebox.evaluation.states.accumulation import PrecisionRule
from truebox.evaluation.states.quirks import Quirk, QuirkEntry

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.question import Question
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.rules import Rules
    from truebox.evaluation.states.state import MatchState
    from truebox.fitting import OtherReading
    from truebox.records import Predictions, Truth
    from truebox.typing import BoolArray, ByteArray, FloatArray, Mode, Pixels, WordArray

__all__ = [
    "EVERY_ARGUMENT",
    "Asked",
    "Case",
    "DetectionProtocol",
    "Ignored",
    "Protocol",
    "ShownCurve",
    "as_it_is",
    "asking_first",
    "with_own_scores",
]

_T = TypeVar("_T")

EVERY_ARGUMENT = frozenset(
    (
        *("geometry", "iou_thresholds", "recall_thresholds", "area_ranges", "max_detections"),
        *("class_agnostic", "images", "categories", "sigmas", "dilation_ratio", "threads"),
        *("box_format", "fit_test", "lenient", "max_memory"),
    )
)
"""What `truebox.evaluate` takes besides truth, predictions, protocol and mode."""


def as_it_is(given: _T, *_: Any) -> _T:
    """What a protocol does where a step has nothing of its own."""
    return given


def _as_matched(case: Case, matched: Matched) -> Matched:
    del case
    return matched


class Asked(NamedTuple):
    """One call of `truebox.evaluate`.

    Parameters
    ----------
    protocol : Protocol
    truth, predictions : as given
    mode : {"strict", "corrected"}
    arguments : mapping
        Every other argument by its name, given or not.
    """

    protocol: Protocol
    truth: Any
    predictions: Any
    mode: Mode
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class Case:
    """What is matched: both sides, and which of their rows take part.

    Parameters
    ----------
    truth, predictions : Truth, Predictions
    alignment : Alignment
        Image and category of every row as indices; -1 takes the row out.
    parameters : CocoParameters
    uncounted : uint8 array or None
        1 for truths that are neither found nor missed: what matches them is left out.
    outside : uint64 array or None
        Bit ``a`` of a truth: it does not count in area range ``a``, whatever its area.
    absent : uint64 array or None
        Bit ``a`` of a detection: it is not there at all in area range ``a``.
    asking : array or None
        Which detection asks first for a truth, the higher before the lower, where that are not the scores.
    mended : Quirk
        Habits of the reference that the mode leaves out.
    threads : int
        Of the native pool; 0 is its default.
    shared : object
        What `select` leaves for `settle`, which is asked once for every quirk.

    Examples
    --------
    >>> def without_small(case: Case) -> Case:  # as `DetectionProtocol.select`
    ...     return replace(case, uncounted=(case.truth.area < 100).astype("uint8"))
    """

    truth: Truth
    predictions: Predictions
    alignment: Alignment
    parameters: CocoParameters
    uncounted: ByteArray | None = None
    outside: WordArray | None = None
    absent: WordArray | None = None
    asking: FloatArray | None = None
    mended: Quirk = Quirk.NONE
    threads: int = 0
    shared: Any = None


def asking_first(case: Case) -> Predictions:
    """The predictions with what decides who asks first for scores."""
    return case.predictions if case.asking is None else replace(case.predictions, scores=case.asking)


def with_own_scores(case: Case, matched: Matched) -> Matched:
    """What was matched by `asking_first`, with the scores of the detections."""
    if case.asking is None:
        return matched
    scores = case.predictions.scores[matched.state.row]
    return replace(matched, state=replace(matched.state, score=scores))


class ShownCurve(NamedTuple):
    """A curve that a protocol reads a number from, where that is not one of the tables.

    Parameters
    ----------
    label : str
        What tells it from the others, such as ``"easy"`` or ``"0.5 m"``.
    key : str
        The metric that is read from it.
    recall : array [R]
    precision : array [K, R]
        Of each class, NaN where a class has no number.

    Examples
    --------
    >>> import numpy as np
    >>> ShownCurve("easy", "AP[easy]", np.linspace(0, 1, 3), np.array([[1.0, 0.5, 0.0]])).key
    'AP[easy]'
    """

    label: str
    key: str
    recall: FloatArray
    precision: FloatArray


class Ignored(NamedTuple):
    """Rows that count otherwise than they stand there, for ``truebox check``.

    Parameters
    ----------
    of : {"truths", "detections"}
    verb, why : str
        What is done to them, and which they are.
    rows : bool array

    Examples
    --------
    >>> import numpy as np
    >>> Ignored("detections", "cuts", "boxes that reach out of their image", np.ones(3, bool)).verb
    'cuts'
    """

    of: Literal["truths", "detections"]
    verb: str
    why: str
    rows: BoolArray


def _unsaid(asked: Asked) -> Any:
    raise ArgumentError(
        f"protocol: {asked.protocol.name!r} does not say how it evaluates. "
        "Fix: pass evaluate=, or make it a DetectionProtocol."
    )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Protocol:
    """Whose rules count.

    Parameters
    ----------
    name : str
        As ``protocol=`` and ``--protocol`` take it, and as documents name it.
    title : str
        As sentences name it.
    reference : str
        The tool whose numbers strict mode gives, with its version.
    takes : frozenset of str
        The arguments of `truebox.evaluate` that have a meaning; the others are refused.
    geometries : tuple of str
        What it can match by.
    stated_by : tuple of str
        Keys by any of which a truth says that it is evaluated by this protocol, where nobody names one.
    evaluate : callable
        From `Asked` to a result; a `DetectionProtocol` needs none.
    leaves_out : mapping
        In words, for ``truebox check``: which "detections" and "truths" take no part, "uncounted" truths and
        "unjudged" detections; by the label of an area range what does not count in it, or empty.

    Examples
    --------
    >>> from truebox.evaluation import protocol_value
    >>> protocol_value("panoptic").title, protocol_value("voc2007").reference
    ('Panoptic quality', 'VOCdevkit (VOCevaldet.m)')
    """

    name: str
    title: str
    reference: str = ""
    takes: frozenset[str] = EVERY_ARGUMENT
    geometries: tuple[str, ...] = ("boxes",)
    stated_by: tuple[str, ...] = ()
    evaluate: Callable[[Asked], Any] = _unsaid
    leaves_out: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"

    @refuses_other_kinds
    def refuse_untaken(self, arguments: Mapping[str, Any], usual: Mapping[str, Any]) -> None:
        """Raise ArgumentError for arguments that were given and have no meaning here."""
        given = [
            name
            for name, value in arguments.items()
            if name not in self.takes and (value is not None if usual[name] is None else value != usual[name])
        ]
        if given:
            raise ArgumentError(
                f"{given[0]}: the protocol {self.name!r} has no such choice. "
                f"Fix: leave out {', '.join(given)}."
            )


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DetectionProtocol(Protocol):
    """A protocol that matches detections with truths: what it does in its own way, step by step.

    Every field but `name`, `title`, `defaults` and `questions` may be left out: a step that is not named does
    nothing. `select` and `settle` are pure, and doing them twice is as good as once: what looks for the reach
    of equal scores applies them again.

    Parameters
    ----------
    name, title, reference, takes, geometries, stated_by, evaluate, leaves_out
        Of every `Protocol`.
    defaults : callable
        From geometry and the quirks that are mended to the `CocoParameters` of no arguments.
    questions : callable
        From a `MatchState` and the truth (None where nobody has it) to the headline: a list of `Question`, in
        the order in which they are shown. One has the key ``"AP"``.
    limit : {"class", "image"}
        Whether `max_detections` counts those of an image and class or, as `select` then does, of an image.
    policy : MatchingPolicy
        Which truth a detection takes, and whether its overlap must reach the threshold or exceed it.
    precision : PrecisionRule
        How precision becomes AP: sampled at recalls, or the area under its envelope.
    pixels : {"continuous", "inclusive", "single", "padded"}
        Of boxes: whether the far corner ends them, or is a pixel of theirs, so that they are one wider and
        higher; or continuous, computed as `BoxExtent.SINGLE` and `BoxExtent.PADDED` say.
    single_masks : bool
        Of masks and keypoints: overlaps are rounded to single precision before anything compares them.
    maskless : bool
        Of masks: `select` knows what to do with truths that have none.
    quads : QuadMeasure
        Of rotated boxes: how their overlap is measured.
    outlines : bool
        Of rotated boxes: they may have any number of corners from three on, and are compared as polygons.
    ties_by_file : bool
        Where boxes do not decide: equal scores stand as in the file, not by the ids of their images.
    counts_empty : bool
        Whether detections without area take part.
    sigmas : tuple of float, callable or None
        Of keypoints: how far each may lie off, or from how many there are to it; None: COCO's seventeen.
    quirks : Quirk
        The switches of the reference that are its own too: strict mode leaves these as they are.
    reported : tuple of QuirkEntry
        Those of which a strict evaluation says what they changed (W-310).
    complete : callable
        From the truth and what was given for it to a truth with all that the protocol reads.
    select : callable
        From a `Case` to the `Case` that is matched.
    settle : callable
        From a `Case` and what was `Matched` to what counts.
    rules : Rules or None
        The same in the terms in which tools are compared, where these can say it.
    rules_elsewhere : mapping
        From a geometry besides boxes to the rules by which the tool compares it.
    ignores : callable or None
        From a `Case` that was selected to further kinds of rows that `leaves_out` has no word for: `Ignored`.
    unit : str
        What its images are, in the plural: what intervals draw. Only names of ``"images"`` may be frames.
    beyond_scores, other_readings
        What becomes of scores outside [0, 1], in words. And, called with both sides, what would fit better.
    whole_only : bool
        It cannot be evaluated in pieces (`Evaluator`, ``truebox part``), which refuse it.
    overlap_said, distances : str or None, and bool
        What an object needs to be found, in words; whether thresholds are distances in metres, not overlaps.
    columns : tuple of str
        The metrics with a column in tables, the most important first; empty: AP, AP50, AP75, recall.
    vector : callable or None
        From `CocoParameters` to the keys of the reference's summary vector; None for every metric in order.
    lines : callable or None
        From a `Result` to the reference's own text, byte for byte.
    curves : callable or None
        From a `MatchState` to what `plot_precision_recall` draws, of `ShownCurve`; None: its tables are.
    alarms : {"missed", "found"} or None
        Which share its headline reads against false positives an image; None: it reads none.
    found_within : callable or None
        From a `MatchState` and false positives an image [A] to shares read from lines [A]; None: from steps.

    Examples
    --------
    >>> from truebox.evaluation import Question, coco_parameters, evaluate
    >>> plain = DetectionProtocol(
    ...     name="plain",
    ...     title="Plain AP",
    ...     defaults=lambda geometry, mended: coco_parameters(
    ...         iou_thresholds=[0.5], area_ranges={"all": (0, 1e10)}, max_detections=[100], mended=mended
    ...     ),
    ...     questions=lambda state, truth: [Question("AP", True, "all", 100)],
    ... )
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> evaluate([box], [{**box, "scores": [0.5]}], protocol=plain).metrics
    {'AP': 1.0}
    """

    defaults: Callable[[str, Quirk], CocoParameters]
    questions: Callable[[MatchState, Truth | None], Sequence[Question]]
    limit: Literal["class", "image"] = "class"
    policy: MatchingPolicy = COCO_POLICY
    precision: PrecisionRule = PrecisionRule.SAMPLED
    pixels: Pixels | Literal["single", "padded"] = "continuous"
    single_masks: bool = False
    maskless: bool = False
    quads: QuadMeasure = QuadMeasure.EXACT
    outlines: bool = False
    ties_by_file: bool = False
    counts_empty: bool = True
    sigmas: tuple[float, ...] | Callable[[int], tuple[float, ...]] | None = None
    quirks: Quirk = Quirk.NONE
    reported: tuple[QuirkEntry, ...] = ()
    complete: Callable[[Truth, Any], Truth] = as_it_is
    select: Callable[[Case], Case] = as_it_is
    settle: Callable[[Case, Matched], Matched] = _as_matched
    rules: Rules | None = None
    rules_elsewhere: Mapping[str, Rules] = field(default_factory=dict)
    ignores: Callable[[Case], Iterable[Ignored]] | None = None
    unit: str = "images"
    beyond_scores: str = ""
    other_readings: Callable[[Truth, Predictions], Iterable[OtherReading]] | None = None
    whole_only: bool = False
    overlap_said: str | None = None
    distances: bool = False
    columns: tuple[str, ...] = ()
    vector: Callable[[CocoParameters], Sequence[str]] | None = None
    lines: Callable[[Result], str] | None = None
    alarms: Literal["missed", "found"] | None = None
    curves: Callable[[MatchState], Sequence[ShownCurve]] | None = None
    found_within: Callable[[MatchState, FloatArray], FloatArray] | None = None

    @property
    def plain(self) -> bool:
        """Whether every row takes part as it was read, and counts as it was matched."""
        steps = (self.complete is as_it_is, self.select is as_it_is, self.settles_nothing)
        return all(steps) and self.counts_empty

    @property
    def settles_nothing(self) -> bool:
        """Whether what was matched counts as it is."""
        return self.settle is _as_matched

    @refuses_other_kinds
    def overlap_text(self, geometry: str, iou: float) -> str:
        """What an object needs to be found, in words: ``"IoU 0.5"``, ``"OKS 0.5"`` or the protocol's own."""
        return self.overlap_said or f"{'OKS' if geometry == 'keypoints' else 'IoU'} {iou:g}"

    @refuses_other_kinds
    def mended(self, mode: Mode) -> Quirk:
        """The quirks that a mode mends: all in corrected mode, in strict mode those of other references."""
        return Quirk.ALL if mode == "corrected" else Quirk.ALL & ~self.quirks
