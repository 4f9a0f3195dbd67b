"""The LVIS protocol: a federated truth, a limit per image over all classes, frequency groups."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox import datasets
from truebox.errors import ArgumentError
from truebox.evaluation.matching.matching import last_of_each_id, repeated_ids
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.coco import coco_defaults, questions_at
from truebox.evaluation.protocols.image_limit import limited_images
from truebox.evaluation.protocols.stated_pairs import StatedPairs, stated_places
from truebox.evaluation.question import Question
from truebox.evaluation.states.quirks import Quirk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.result import Result
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Federation, Ids, Truth
    from truebox.typing import AnyArray, BoolArray, Int64Array

__all__ = ["PROTOCOL"]

_GROUPS = {"r": "rare", "c": "common", "f": "frequent"}
_SIZES = ("s", "m", "l")
_TITLE = {"AP": "Average Precision", "AR": "Average Recall"}
_NEVER = -1


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    return replace(coco_defaults(geometry, mended), max_detections=(300,))


def _select(case: Case) -> Case:
    """Leave out what is beyond the limit of an image, or of classes that nobody looked for there."""
    truth, predictions, alignment = case.truth, case.predictions, case.alignment
    most = case.parameters.max_detections[-1]
    image = limited_images(alignment.predicted_image, predictions.scores, most)
    asked = StatedPairs(len(alignment.images), len(alignment.categories))
    positive = truth.area > 0  # the reference selects no others
    loaded: BoolArray | Int64Array = positive
    selected: BoolArray | None = None
    if Quirk.DUPLICATE_IDS not in case.mended and repeated_ids(truth):  # which classes are asked for follows
        selected = positive
        of_positive = replace(alignment, selected_truths=selected)
        loaded = last_of_each_id(truth, of_positive, class_agnostic=False)
    asked.add(alignment.true_image[loaded], alignment.true_category[loaded])
    stated = _federation(truth)
    negative = np.asarray(stated.negative, dtype=bool)
    rows_of_image, rows_of_category = stated_places(truth, alignment)
    asked.add(rows_of_image[stated.image[negative]], rows_of_category[stated.category[negative]])
    category = alignment.predicted_category
    evaluated = np.flatnonzero((image >= 0) & (category >= 0))
    unasked = evaluated[~asked.hold(image[evaluated], category[evaluated])]
    image[unasked] = _NEVER
    taken = positive.copy()
    taken[loaded] = True  # the last with an id is looked up, also where it has no area itself
    true_image = np.where(taken, alignment.true_image, _NEVER).astype(np.int32)
    return replace(
        case,
        truth=replace(truth, crowd=np.zeros_like(truth.crowd)),  # not a notion of LVIS
        alignment=replace(alignment, predicted_image=image, true_image=true_image, selected_truths=selected),
        uncounted=truth.ignore,
    )


def _federation(truth: Truth) -> Federation:
    if truth.federation is None or len(truth.federation.frequency) != len(truth.categories):
        raise ArgumentError(
            f"truth: {truth.source.name} was read without what LVIS adds. "
            "Fix: pass the file or its parsed content, or another protocol."
        )
    return truth.federation


def _settle(case: Case, matched: Matched) -> Matched:
    """Unmatched detections of classes that were not labelled exhaustively in their image do not count."""
    truth, alignment = case.truth, case.alignment
    stated = _federation(truth)
    loose = ~np.asarray(stated.negative, dtype=bool)
    rows_of_image, rows_of_category = stated_places(truth, alignment)
    pairs = StatedPairs(len(alignment.images), len(alignment.categories))
    pairs.add(rows_of_image[stated.image[loose]], rows_of_category[stated.category[loose]])
    state = matched.state
    rows = pairs.hold(state.image, state.category)
    ignored = state.ignored.copy()
    ignored[rows] |= ~state.matched[rows]
    return replace(matched, state=replace(state, ignored=ignored))


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    """The thirteen: as COCO at the one limit, and AP of the three groups of classes by frequency."""
    asked = questions_at(state)
    precise = [question for question in asked if question.is_precision]
    groups = [] if truth is None else _of_groups(precise[0].cap, _frequency_of(truth, state.categories))
    return [*precise, *groups, *(question for question in asked if not question.is_precision)]


def _of_groups(cap: int, frequency: AnyArray) -> Iterator[Question]:
    for label, name in _GROUPS.items():
        why = f"no truth of {name} classes"
        yield Question(f"AP{label}", True, "all", cap, classes=frequency == label, why=why)


def _frequency_of(truth: Truth, categories: Ids) -> AnyArray:
    """How often each category occurs, as the truth states it: ``"r"``, ``"c"`` or ``"f"``."""
    rows = {truth.categories.ids[row]: row for row in range(len(truth.categories))}
    stated = _federation(truth).frequency
    return np.array([stated[rows[categories[k]]] for k in range(len(categories))])


def _lines(result: Result) -> str:
    """What ``LVISEval.print_results()`` prints."""
    thresholds = result.parameters.iou_thresholds
    span = f"{thresholds[0]:0.2f}:{thresholds[-1]:0.2f}"
    limit = result.parameters.max_detections[-1]
    lines = []
    for key, value in result.metrics.items():
        kind, rest = key[:2], key[2:]
        if kind == "AP" and rest[:1].isdigit() and rest not in ("50", "75"):
            continue  # the package has no line for it
        # The package takes any digit after AP for a threshold; "AR@300" has none in that place.
        overlap = f"{float(rest) / 100:0.2f}" if kind == "AP" and rest.isdigit() else span
        area = rest if rest in _SIZES else "all"
        group = rest if rest in _GROUPS else "all"
        shown = -1.0 if value is None else value
        lines.append(
            f" {_TITLE[kind]:<18} ({kind}) @[ IoU={overlap:<9} | area={area:>6s} | "
            f"maxDets={limit:>3d} catIds={group:>3s}] = {shown:0.3f}\n"
        )
    return "".join(lines)


PROTOCOL = DetectionProtocol(
    name="lvis",
    title="LVIS",
    reference="lvis 0.5.3",
    takes=EVERY_ARGUMENT - {"class_agnostic"},
    geometries=("boxes", "masks", "boundary"),
    defaults=_defaults,
    questions=_questions,
    limit="image",
    stated_by=("neg_category_ids", "not_exhaustive_category_ids"),
    counts_empty=False,
    quirks=Quirk.ALL,
    complete=datasets.with_federation,
    select=_select,
    settle=_settle,
    leaves_out={
        "truths": "objects without area",
        "detections": "classes that nobody looked for in the image, and all but the best 300 of an image",
        "uncounted": "objects to be ignored",
        "unjudged": "those that find nothing, of classes of which not all objects of the image are labelled, "
        "and those on objects to be ignored",
    },
    lines=_lines,
)
