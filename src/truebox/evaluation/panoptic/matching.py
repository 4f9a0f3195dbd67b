"""Which segments match, which are wrong, which are missed: the rules of panoptic quality."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.panoptic.pairs import VOID, SegmentPairs
from truebox.evaluation.panoptic.state import FALSE_POSITIVE, IGNORED, MISSED, PanopticState

if TYPE_CHECKING:
    from truebox.records.panoptic import PanopticCategories, PanopticSegments
    from truebox.typing import BoolArray, Int64Array, Mode

__all__ = ["match_segments", "pixels_per_row"]


def match_segments(
    pairs: SegmentPairs,
    truth: PanopticSegments,
    predictions: PanopticSegments,
    categories: PanopticCategories,
    *,
    images: Sequence[tuple[int, int]],
    mode: Mode,
) -> PanopticState:
    """Outcomes of all segments of the evaluated images.

    A pair matches when classes agree, the truth is no crowd and the overlap is above 0.5, where
    pixels of the prediction that are VOID in the truth do not count (Kirillov et al., 2019, 4.1
    and 4.2). A prediction without a match of which more than half is VOID or crowd of its class is
    left out; every other one is a false positive, and every other truth but crowds a false negative.
    """
    both = (pairs.truth != VOID) & (pairs.predicted != VOID)
    true_rows, predicted_rows, common = pairs.truth[both], pairs.predicted[both], pairs.pixels[both]
    same_class = truth.category[true_rows] == predictions.category[predicted_rows]
    area = pixels_per_row(pairs.predicted, pairs.pixels, len(predictions))
    void = pixels_per_row(
        np.where(pairs.truth == VOID, pairs.predicted, VOID), pairs.pixels, len(predictions)
    )

    candidates = np.flatnonzero(same_class & ~truth.crowd[true_rows])
    t, p, inside = true_rows[candidates], predicted_rows[candidates], common[candidates]
    union = area[p] + _true_areas(pairs, truth, mode)[t] - inside - void[p]
    iou = inside / union
    matched = iou > 0.5
    t, p, iou = t[matched], p[matched], iou[matched]

    evaluated = list(zip(*images, strict=True)) or [(), ()]
    missed = _rows_of(truth, evaluated[0]) & ~truth.crowd
    missed[t] = False
    alone = _rows_of(predictions, evaluated[1])
    alone[p] = False
    in_crowd = same_class & _crowds_that_count(truth, len(categories), mode)[true_rows]
    excused = void + pixels_per_row(predicted_rows[in_crowd], common[in_crowd], len(predictions))
    ignored = alone & (2 * excused > area)

    def of_outcome(segments: PanopticSegments, rows: BoolArray, outcome: int) -> Int64Array:
        chosen = np.flatnonzero(rows)
        images_of = (true_ranks if segments is truth else found_ranks)[_image_of_rows(segments)[chosen]]
        columns = (images_of, segments.category[chosen], segments.ids[chosen], np.full(len(chosen), outcome))
        return np.stack(columns, axis=1).astype(np.int64)

    def per_class(segments: PanopticSegments, rows: BoolArray) -> Int64Array:
        return np.bincount(segments.category[rows], minlength=len(categories)).astype(np.int64)

    names = tuple(sorted(truth.images[row] for row in evaluated[0]))
    rank = {name: place for place, name in enumerate(names)}
    true_ranks, found_ranks = (
        np.array([rank.get(name, -1) for name in each.images], dtype=np.int64)
        for each in (truth, predictions)
    )
    image = true_ranks[_image_of_rows(truth)[t]]
    alone_rows = np.concatenate(
        [
            of_outcome(predictions, alone & ~ignored, FALSE_POSITIVE),
            of_outcome(truth, missed, MISSED),
            of_outcome(predictions, ignored, IGNORED),
        ]
    )
    order = np.lexsort((predictions.ids[p], truth.ids[t], image))
    return PanopticState(
        mode=mode,
        categories=categories.ids,
        images=names,
        image=image[order],
        category=truth.category[t][order],
        segments=np.stack([truth.ids[t], predictions.ids[p]], axis=1)[order],
        iou=iou[order],
        false_positives=per_class(predictions, alone & ~ignored),
        false_negatives=per_class(truth, missed),
        ignored=per_class(predictions, ignored),
        unmatched=alone_rows[np.lexsort((alone_rows[:, 2], alone_rows[:, 3], alone_rows[:, 0]))],
    )


def pixels_per_row(rows: Int64Array, pixels: Int64Array, count: int) -> Int64Array:
    """Sum of `pixels` per row [count]; `VOID` rows are left out. Exact: sums stay below 2^53."""
    kept = rows != VOID
    return np.bincount(rows[kept], weights=pixels[kept], minlength=count).astype(np.int64)


def _true_areas(pairs: SegmentPairs, truth: PanopticSegments, mode: Mode) -> Int64Array:
    """Areas of true segments: in strict mode as stated, where they are, as the reference has it."""
    counted = pixels_per_row(pairs.truth, pairs.pixels, len(truth))
    return np.where(truth.area < 0, counted, truth.area) if mode == "strict" else counted


def _crowds_that_count(truth: PanopticSegments, categories: int, mode: Mode) -> BoolArray:
    """Crowd segments that excuse predictions: in strict mode the last of each image and class."""
    if mode != "strict":
        return truth.crowd
    rows = np.flatnonzero(truth.crowd)
    key = _image_of_rows(truth)[rows] * max(categories, 1) + truth.category[rows]
    order = np.argsort(key, kind="stable")
    last = np.ones(len(rows), dtype=bool)
    last[:-1] = key[order][1:] != key[order][:-1]
    counts = np.zeros(len(truth), dtype=bool)
    counts[rows[order[last]]] = True
    return counts


def _image_of_rows(segments: PanopticSegments) -> Int64Array:
    return np.repeat(np.arange(len(segments.images)), np.diff(segments.offsets))


def _rows_of(segments: PanopticSegments, images: Sequence[int]) -> BoolArray:
    """Where a segment belongs to one of the images."""
    chosen = np.zeros(len(segments.images), dtype=bool)
    chosen[list(images)] = True
    return chosen[_image_of_rows(segments)]
