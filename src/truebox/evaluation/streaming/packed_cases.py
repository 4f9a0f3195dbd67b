"""From a matching to the records of its images, and from records to a match state."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from truebox._native import evaluation
from truebox._native import packing as native
from truebox.evaluation.detection.run import counted_rows
from truebox.evaluation.states.quirks import Quirk
from truebox.evaluation.states.state import MatchState
from truebox.evaluation.streaming.notes import NOTES, notes_of

if TYPE_CHECKING:
    from truebox.evaluation.detection.run import MatchedCase
    from truebox.evaluation.streaming.stream_question import StreamQuestion
    from truebox.records import Ids
    from truebox.typing import BoolArray, Int64Array

__all__ = [
    "AnyTotals",
    "Totals",
    "keep_classes",
    "pack",
    "totals_of",
    "unpack",
    "used_classes",
    "with_used_classes",
]


def pack(found: MatchedCase, annotation_ids: Int64Array | None) -> tuple[bytes, Int64Array]:
    """The records of the images, in the order of the alignment, and where each begins [I + 1]."""
    matched, aligned = found.matched, found.aligned
    question, state = matched.question, matched.state
    assert question is not None  # the caller kept it
    counted = counted_rows(found.case, found.source)
    never = np.int32(-1)
    given = native.GivenRows(
        np.where(counted, aligned.true_image, never),
        aligned.true_category,
        aligned.predicted_image,
        aligned.true_image,
        annotation_ids,
        notes_of(found),
        question.detections if matched.repeated else None,
        len(aligned.images),
        question.class_agnostic,
    )
    outcome = evaluation.Outcome(
        state.score,
        state.category,
        state.image,
        state.row,
        state.rank,
        state.matched,
        state.ignored,
        state.truths,
        matched.equal_overlaps,
        matched.equal_scores,
    )
    rules = question.sides()[3]
    truths = question.truths if matched.columns.missed is None else matched.columns.counting().native()
    records, begins = native.pack_images(question.cells, truths, rules, outcome, state.boxes, given)
    return records, np.frombuffer(begins, dtype=np.int64)


class AnyTotals(Protocol):
    """Sums over images, of records in memory or of parts.

    Parameters
    ----------
    truths : int64 array [K, A]
        That count.
    kept, detections, truth_images, counted : int64 arrays [K]
        Detections within the cap and all of them, images with truths, objects to be found.
    given, given_truths : int
        Rows, those of classes that are not evaluated included.
    notes : mapping
        By the names of `NOTES`.
    """

    truths: Int64Array
    kept: Int64Array
    detections: Int64Array
    truth_images: Int64Array
    counted: Int64Array
    given: int
    given_truths: int
    notes: dict[str, int]

    @property
    def without_predictions(self) -> Int64Array: ...


class Totals:
    """Sums over images, before any row is unpacked.

    Parameters
    ----------
    native_totals : PackedTotals
    question : StreamQuestion
    images : int
    """

    def __init__(self, native_totals: native.PackedTotals, question: StreamQuestion, images: int) -> None:
        self.native = native_totals
        classes = np.empty((4, question.columns), dtype=np.int64)
        self.truths = np.empty((question.columns, len(question.parameters.area_ranges)), dtype=np.int64)
        notes = np.empty(len(NOTES), dtype=np.int64)
        self.first_row = np.empty(images, dtype=np.int64)
        native_totals.copy(classes, self.truths, notes, self.first_row)
        self.kept, self.detections, self.truth_images, self.counted = classes
        self.notes = dict(zip(NOTES, notes.tolist(), strict=True))
        self.given, self.given_truths = native_totals.given, native_totals.truths

    @property
    def without_predictions(self) -> Int64Array:
        """Places of images without any detection."""
        return np.flatnonzero(np.diff(self.first_row, append=self.given) == 0)


def used_classes(totals: AnyTotals) -> BoolArray:
    """Classes of which there is anything."""
    used: BoolArray = (totals.detections > 0) | (totals.truth_images > 0) | (totals.counted > 0)
    return used


def keep_classes(totals: AnyTotals, used: BoolArray) -> None:
    """Forget all other classes."""
    totals.kept, totals.detections = totals.kept[used], totals.detections[used]
    totals.truth_images, totals.counted = totals.truth_images[used], totals.counted[used]
    totals.truths = totals.truths[used]


def with_used_classes(state: MatchState, question: StreamQuestion, used: BoolArray) -> MatchState:
    """The state whose classes are those of the question, which are the used ones."""
    place = (np.cumsum(used) - 1).astype(np.int32)
    return replace(
        state,
        categories=question.categories.ids,
        category=place[state.category],
        truths=np.ascontiguousarray(state.truths[used]),
    )


def totals_of(places: native.PackedPlaces, question: StreamQuestion, images: int) -> Totals:
    """Sums over the records at these places."""
    return Totals(native.total_images(places, question.packed_shape), question, images)


def unpack(places: native.PackedPlaces, totals: Totals, question: StreamQuestion, images: Ids) -> MatchState:
    """The state of all images; `images` are their ids, ascending, as the places are."""
    parameters = question.parameters
    rows = int(totals.kept.sum())
    words = -(-len(parameters.iou_thresholds) * len(parameters.area_ranges) // 64)
    state = MatchState(
        parameters=parameters,
        mended=question.mended,
        images=images,
        categories=question.categories.ids,
        score=np.empty(rows),
        category=np.empty(rows, dtype=np.int32),
        image=np.empty(rows, dtype=np.int32),
        row=np.empty(rows, dtype=np.int64),
        rank=np.empty(rows, dtype=np.int32),
        matched=np.empty((rows, words), dtype=np.uint64),
        ignored=np.empty((rows, words), dtype=np.uint64),
        truths=totals.truths,
        boxes=np.empty((rows, 4)) if Quirk.TIE_ORDER in question.mended else None,
    )
    columns = native.StateColumns(
        state.score,
        state.category,
        state.image,
        state.row,
        state.rank,
        state.matched,
        state.ignored,
        state.boxes,
    )
    native.unpack_images(places, totals.native, columns)
    return state
