"""What protocols of text share: words that are not to be read; precision, recall and hmean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.text.axis_order import refuse_swapped
from truebox.evaluation.protocols.text.outlines import without_crossed
from truebox.evaluation.question import Question
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk, QuirkEntry

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.class_outcomes import ClassOutcomes, Measure
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array, WordArray

__all__ = ["as_settled", "shares", "text_protocol", "unranked"]

_PARTS = ("recall", "precision", "hmean")
_CROSSED = "outlines that cross or touch themselves, or enclose nothing"


def text_protocol(
    name: str,
    title: str,
    reference: str,
    *,
    settle: Callable[[Case, Matched], Matched],
    ranked: Measure,
    why_unranked: str,
    overlap: float,
    overlap_said: str,
    reported: tuple[QuirkEntry, ...] = (),
    keeps_crossed: bool = False,
    y_first: bool = False,
) -> DetectionProtocol:
    """The protocol of a challenge of the Robust Reading Competition.

    Parameters
    ----------
    name, title, reference : str
        Of the protocol.
    settle : callable
        Its matching, of which `MatchState.values` keeps what each detection adds to recall and precision, and
        whether it counts.
    ranked : callable
        The measure that is `AP`.
    why_unranked : str
        Why there is none.
    overlap : float
        The threshold that parameters name.
    overlap_said : str
        What a word needs to be found, in words.
    reported : tuple of QuirkEntry
        Habits of the kit that corrected mode mends.
    keeps_crossed : bool
        Outlines that cross themselves take part; else they are left out.
    y_first : bool
        The files have y before x: what fits the other way round is refused.
    """
    own = Quirk.NONE
    for entry in reported:
        own |= entry.quirk

    def defaults(geometry: str, mended: Quirk) -> CocoParameters:
        del mended
        return without_sizes(name, geometry, np.array([overlap]))

    def questions(state: MatchState, truth: Truth | None) -> list[Question]:
        del truth
        cap = state.parameters.max_detections[-1]
        headline = {
            part: Question(part, part == "precision", "all", cap, measure=shares, part=place)
            for place, part in enumerate(_PARTS)
        }
        return [
            headline["hmean"],
            headline["precision"],
            headline["recall"],
            Question("AP", True, "all", cap, measure=ranked, why=why_unranked),
        ]

    return DetectionProtocol(
        name=name,
        title=title,
        reference=reference,
        takes=EVERY_ARGUMENT
        - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections", "class_agnostic"},
        geometries=("rotated",),
        defaults=defaults,
        questions=questions,
        ties_by_file=True,
        quirks=Quirk.TIE_ORDER | own,
        reported=reported,
        select=_select_y_first if y_first else _select if keeps_crossed else _select_rings,
        settle=settle,
        columns=("hmean", "precision", "recall", "AP"),
        leaves_out={
            "uncounted": "words that are not to be read",
            **dict.fromkeys(("truths", "detections"), _CROSSED),
        },
        whole_only=True,
        outlines=True,
        overlap_said=overlap_said,
    )


def shares(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """Recall, precision and their harmonic mean [K, 3], from what each detection adds; 0 of no detections.

    Examples
    --------
    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.ones(2), image=np.zeros(2, np.int32), row=np.arange(2), truths=4,
    ...     hit=np.array([[True], [False]]), false=np.array([[False], [True]]), images=1,
    ...     values=np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 1.0]]))
    >>> shares([one]).round(4).tolist()
    [[0.25, 0.5, 0.3333]]
    """
    found = np.full((len(classes), len(_PARTS)), np.nan)
    for k, each in enumerate(classes):
        if each.truths <= 0:
            continue
        total = np.zeros(3) if each.values is None else each.values.sum(axis=0)
        recall, precision = total[0] / each.truths, total[1] / max(total[2], 1.0)
        whole = recall + precision
        found[k] = recall, precision, 0.0 if whole == 0 else 2 * precision * recall / whole
    return found


def unranked(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """No number: of rules that rank nothing.

    Examples
    --------
    >>> unranked([]).tolist()
    []
    """
    return np.full(len(classes), np.nan)


def _select(case: Case) -> Case:
    """Words that are not to be read are neither found nor missed."""
    ignored = case.truth.ignore | case.truth.crowd
    truth = replace(case.truth, crowd=np.zeros_like(ignored), ignore=ignored)
    return replace(case, truth=truth, uncounted=ignored)


def _select_y_first(case: Case) -> Case:
    refuse_swapped(case)
    return _select(case)


def _select_rings(case: Case) -> Case:
    return without_crossed(_select(case))


def as_settled(
    matched: Matched, hit: BoolArray, ignored: BoolArray, values: FloatArray, partners: Int64Array
) -> Matched:
    """What was matched, with this outcome of every row of the detections."""
    state = matched.state
    settled = replace(
        state,
        matched=_word(hit[state.row]),
        ignored=_word(ignored[state.row]),
        values=values[state.row],
    )
    return replace(matched, state=settled, partners=partners)


def _word(flags: BoolArray) -> WordArray:
    return flags.astype(np.uint64)[:, None]
