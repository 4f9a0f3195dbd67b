"""Cityscapes instances: AP of masks over ten overlaps; what lies in void or in groups is excused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import ArgumentError
from truebox.evaluation.matching.mask_sizes import mask_sizes
from truebox.evaluation.protocol import EVERY_ARGUMENT, Case, DetectionProtocol
from truebox.evaluation.protocols.driving.mask_shares import (
    SharedOnce,
    SharedPixels,
    masks_of_rows,
    shared_pixels,
)
from truebox.evaluation.question import Question
from truebox.evaluation.states.alignment import positions
from truebox.evaluation.states.parameters import CocoParameters, without_sizes
from truebox.evaluation.states.quirks import Quirk, QuirkEntry
from truebox.masks import mask_area
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.evaluation.matching.matching import Matched
    from truebox.evaluation.states.alignment import Alignment
    from truebox.evaluation.states.class_outcomes import ClassOutcomes
    from truebox.evaluation.states.state import MatchState
    from truebox.records import Truth
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["PROTOCOL", "average_precision"]

_LEAST_PIXELS = 100
_VOID = frozenset(
    (
        *("unlabeled", "ego vehicle", "rectification border", "out of roi", "static", "dynamic", "ground"),
        *("parking", "rail track", "guard rail", "bridge", "tunnel", "polegroup", "caravan", "trailer"),
    )
)
_OTHERS = _VOID | frozenset(
    (
        *("road", "sidewalk", "building", "wall", "fence", "pole", "traffic light", "traffic sign"),
        *("vegetation", "terrain", "sky"),
    )
)
"""Void and stuff."""

LOOSE_VOID = QuirkEntry(
    1, Quirk.LOOSE_VOID, "caravans and trailers that are told apart excuse nothing, groups of them do", "Y"
)
SMALL_GROUPS = QuirkEntry(
    2, Quirk.SMALL_GROUPS, "a group of fewer than 100 pixels excuses twice what lies in it", "Y"
)


def average_precision(classes: Sequence[ClassOutcomes]) -> FloatArray:
    """The kit's AP of each class [K], the mean over thresholds; precision has no envelope.

    Each cut of the scores, and the point of precision 1 and recall 0, weighs half the way in recall between
    its neighbours.

    Examples
    --------
    Half of two objects is found, and then something else.

    >>> from truebox.evaluation.states.class_outcomes import ClassOutcomes
    >>> one = ClassOutcomes(score=np.array([0.9, 0.8]), image=np.zeros(2, np.int32), row=np.arange(2),
    ...     hit=np.array([[True], [False]]), false=np.array([[False], [True]]), truths=2, images=1)
    >>> average_precision([one]).tolist()
    [0.5]
    """
    values = np.full(len(classes), np.nan)
    for k, found in enumerate(classes):
        if found.truths > 0:
            values[k] = _at_each(found).mean()
    return values


def _at_each(found: ClassOutcomes) -> FloatArray:
    """At each threshold [T]; 0 where nothing counts."""
    if not len(found.score):
        return np.zeros(found.hit.shape[1])
    last = np.append(np.flatnonzero(np.diff(found.score)), len(found.score) - 1)[::-1]  # by rising score
    hits = np.cumsum(found.hit, axis=0)[last]
    counted = np.cumsum(found.hit | found.false, axis=0)[last]
    # A cut at which nothing more counts repeats its neighbour, before the first that is the closing point.
    precision = np.where(counted > 0, hits / np.maximum(counted, 1), 1.0)
    recall = hits / found.truths
    none = np.zeros((1, recall.shape[1]))
    around = np.concatenate([recall[:1], recall, none, none])
    steps = (around[:-2] - around[2:]) / 2
    area: FloatArray = (precision * steps[:-1]).sum(axis=0) + steps[-1]
    return area


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    thresholds = np.arange(0.5, 1.0, 0.05)
    return without_sizes(
        "cityscapes", geometry, thresholds.round(2) if Quirk.LINSPACE in mended else thresholds
    )


def _select(case: Case) -> Case:
    """Classes with instances; groups and instances of fewer than 100 pixels are neither found nor missed."""
    alignment = _with_instances(case)
    truth = case.truth
    used = np.flatnonzero((alignment.true_image >= 0) & (alignment.true_category >= 0))
    small = np.zeros(len(truth), dtype=np.uint8)
    if truth.segmentations is not None:
        sizes = mask_sizes(truth, case.predictions, alignment, 0)[alignment.true_image[used]]
        masks = masks_of_rows(truth.segmentations, used, sizes, truth.source.name)
        small[used] = mask_area(masks) < _LEAST_PIXELS
    uncounted = truth.crowd | truth.ignore | small
    return replace(case, alignment=alignment, uncounted=uncounted, shared=SharedOnce())


def _with_instances(case: Case) -> Alignment:
    """Without stuff and void, whose names are Cityscapes' own."""
    alignment = case.alignment
    chosen = [k for k, name in enumerate(alignment.category_names) if name not in _OTHERS]
    if not chosen:
        raise ArgumentError(
            "protocol: 'cityscapes' evaluates classes with instances, and there are "
            f"{', '.join(case.truth.categories.names) or 'no classes'}. "
            "Fix: name another protocol, or rename the classes."
        )
    places = np.full(len(alignment.category_names) + 1, -1, dtype=np.int32)  # the last: of no class
    places[chosen] = np.arange(len(chosen), dtype=np.int32)
    return replace(
        alignment,
        categories=Ids.of([alignment.categories[k] for k in chosen]),
        category_names=tuple(alignment.category_names[k] for k in chosen),
        predicted_category=places[alignment.predicted_category],
        true_category=places[alignment.true_category],
    )


def _settle(case: Case, matched: Matched) -> Matched:
    """Each instance has one hit, the best score above the threshold; what is excused does not count."""
    truth, predictions, alignment, state = case.truth, case.predictions, case.alignment, matched.state
    assert case.uncounted is not None
    thresholds = state.parameters.iou_thresholds
    hit = np.zeros((len(predictions), len(thresholds)), dtype=bool)
    ignored = np.ones_like(hit)
    partners = np.full(len(predictions), -1, dtype=np.int64)
    void = _void_rows(truth, loose=Quirk.LOOSE_VOID in state.mended)
    for whole in _all_shared(case):
        each = whole.of_true((void | (alignment.true_category >= 0))[whole.true])
        same = alignment.predicted_category[each.found][:, None] == alignment.true_category[each.true]
        overlap = np.where(same, _overlaps(each), 0.0)
        excused = _excused(case, each, same, void, once=Quirk.SMALL_GROUPS in state.mended)
        best = overlap.argmax(axis=1) if len(each.true) else np.zeros(len(each.found), dtype=np.int64)
        over = overlap.max(axis=1, initial=0.0)[:, None] > thresholds
        counts = np.zeros(len(each.found), dtype=bool)
        if len(each.true):
            counts = case.uncounted[each.true][best] == 0
        first = _first_of_each(best, over & counts[:, None], predictions.scores[each.found])
        hit[each.found] = first
        ignored[each.found] = np.where(over, ~counts[:, None], excused[:, None] > thresholds)
        found = first[:, 0] if len(thresholds) else counts & False
        partners[each.found[found]] = each.true[best[found]]
    settled = replace(
        state, matched=_as_words(hit[state.row]), ignored=_as_words(ignored[state.row] & ~hit[state.row])
    )
    return replace(matched, state=settled, partners=partners)


def _all_shared(case: Case) -> Sequence[SharedPixels]:
    """The pixels that detections of classes share with truths of classes and with all void."""
    truth, predictions, alignment = case.truth, case.predictions, case.alignment
    held = SharedOnce() if case.shared is None else case.shared

    def count() -> list[SharedPixels]:
        void = _void_rows(truth, loose=True)
        image = np.where(void, positions(truth.image, alignment.images, 1)[0], alignment.true_image)
        image = np.where(void | (alignment.true_category >= 0), image, -1)
        found_image = np.where(alignment.predicted_category >= 0, alignment.predicted_image, -1)
        sizes = mask_sizes(truth, predictions, alignment, 0)
        return [*shared_pixels(truth, predictions, image, found_image, sizes)]

    return held.of((truth, predictions, alignment), count)


def _void_rows(truth: Truth, *, loose: bool) -> BoolArray:
    """Rows of void; `loose` with the instances of void labels."""
    ids = [
        each
        for each, name in zip(truth.categories.ids.tolist(), truth.categories.names, strict=True)
        if name in _VOID
    ]
    void = np.isin(np.array(truth.category.tolist(), dtype=object), np.array(ids, dtype=object))
    found: BoolArray = void if loose else void & (truth.crowd != 0)
    return found


def _overlaps(each: SharedPixels) -> FloatArray:
    union = each.found_area[:, None] + each.true_area - each.pixels
    return np.divide(each.pixels, union, out=np.zeros_like(each.pixels), where=union > 0)


def _excused(case: Case, each: SharedPixels, same: BoolArray, void: BoolArray, *, once: bool) -> FloatArray:
    """The share of each detection that lies in void, in groups or in small instances of its class."""
    group = (case.truth.crowd | case.truth.ignore)[each.true] != 0
    small = each.true_area < _LEAST_PIXELS
    times = (group | small).astype(np.float64) if once else group.astype(np.float64) + small
    weights = np.where(same, times, 0.0) + void[each.true]
    share: FloatArray = (each.pixels * weights).sum(axis=1) / np.maximum(each.found_area, 1)
    return share


def _first_of_each(best: Int64Array, taking: BoolArray, scores: FloatArray) -> BoolArray:
    """Of the detections that take [N, T], the best score for each truth; of equal scores the first."""
    order = np.lexsort((-scores, best))
    best, taking = best[order], taking[order]
    begins = np.searchsorted(best, best)  # of each truth's detections
    before = np.concatenate([np.zeros((1, taking.shape[1]), dtype=np.int64), taking.cumsum(axis=0)])
    first = np.zeros_like(taking)
    first[order] = taking & (before[:-1] == before[begins])
    return first


def _as_words(flags: BoolArray) -> np.ndarray:
    words = np.zeros((len(flags), 1), dtype=np.uint64)
    for bit in range(flags.shape[1]):
        words[:, 0] |= flags[:, bit].astype(np.uint64) << np.uint64(bit)
    return words


def _questions(state: MatchState, truth: Truth | None) -> list[Question]:
    del truth
    cap = state.parameters.max_detections[-1]
    return [
        Question("AP", True, "all", cap, measure=average_precision),
        Question("AP50", True, "all", cap, 0.5, measure=average_precision),
        Question("AR", False, "all", cap),
    ]


PROTOCOL = DetectionProtocol(
    name="cityscapes",
    title="Cityscapes instances",
    reference="cityscapesScripts 2.3.0 (evalInstanceLevelSemanticLabeling.py)",
    takes=EVERY_ARGUMENT
    - {"recall_thresholds", "area_ranges", "iou_thresholds", "max_detections", "class_agnostic"},
    geometries=("masks",),
    defaults=_defaults,
    questions=_questions,
    ties_by_file=True,
    counts_empty=False,
    quirks=Quirk.TIE_ORDER | Quirk.LINSPACE | Quirk.LOOSE_VOID | Quirk.SMALL_GROUPS,
    reported=(LOOSE_VOID, SMALL_GROUPS),
    select=_select,
    settle=_settle,
    columns=("AP", "AP50"),
    leaves_out={
        "truths": "stuff and void, which excuses what is found in it",
        "detections": "classes without instances",
        "uncounted": "groups, and instances of fewer than 100 pixels",
        "unjudged": "those that find nothing and lie in void, groups and small instances by more than that",
    },
    whole_only=True,
)
