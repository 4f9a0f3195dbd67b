"""From the records of images to a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._native import packing as native
from truebox._writing.counted import agreeing, counted
from truebox.errors import InputError
from truebox.evaluation.detection.findings import DataCounts, data_findings
from truebox.evaluation.states.deferred import tables_of_state
from truebox.evaluation.states.quirks import QUIRKS, Quirk
from truebox.evaluation.states.summary import class_metrics, summarise
from truebox.evaluation.streaming.packed_cases import (
    keep_classes,
    totals_of,
    unpack,
    used_classes,
    with_used_classes,
)
from truebox.evaluation.streaming.streamed_result import seen_truth, streamed_result
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.states.deferred import AnyCurves
    from truebox.evaluation.streaming.held_images import HeldImages
    from truebox.evaluation.streaming.noticed import Noticed
    from truebox.evaluation.streaming.packed_cases import AnyTotals
    from truebox.evaluation.streaming.stream_question import StreamQuestion
    from truebox.evaluation.streaming.streamed_result import StreamedResult
    from truebox.records import Ids
    from truebox.typing import Int64Array

__all__ = ["MOST_ROWS", "findings_of", "refuse_repeated_annotations", "refuse_too_many", "result_of"]

MOST_ROWS = 2**32 - 1
"""Of one class: what the accumulation numbers its detections with."""

_MOST_IMAGES = 2**31 - 1
_FIRST_IMAGES = 3


def result_of(question: StreamQuestion, held: HeldImages, noticed: Noticed, threads: int) -> StreamedResult:
    """Every number, from the images held."""
    images, places = held.in_order()
    annotation_places, ids = map(_numbers, native.packed_annotation_ids(places))
    refuse_repeated_annotations(annotation_places, ids, images)
    totals = totals_of(places, question, len(images))
    refuse_too_many(totals.kept, len(images))
    state = unpack(places, totals, question, images)
    if question.open and not question.parameters.class_agnostic:
        used = used_classes(totals)
        question = question.only(used)
        state = with_used_classes(state, question, used)
        keep_classes(totals, used)
    curves = tables_of_state(state, threads=threads or None)
    truth = seen_truth(question, images, totals.given_truths + noticed.stray)
    return streamed_result(
        question,
        totals,
        state,
        curves,
        truth=truth,
        summary=summarise(state, curves, truth),
        metrics=class_metrics(state, curves, truth),
        findings=findings_of(question, totals, curves, images, noticed=noticed, again=held.again),
    )


def _numbers(raw: bytes) -> Int64Array:
    return np.frombuffer(raw, dtype=np.int64)


def refuse_too_many(kept: Int64Array, images: int) -> None:
    """Raise InputError (E-577) for more rows or images than the numbers of an evaluation can count."""
    most = int(kept.max(initial=0))
    if most > MOST_ROWS:
        problem, fix = f"{most} detections of one class, at most {MOST_ROWS}", "lower max_detections"
    elif images > _MOST_IMAGES:
        problem, fix = f"{images} images, at most {_MOST_IMAGES}", "evaluate fewer images at once"
    else:
        return
    raise InputError("E-577", "parts", problem, fix)


def refuse_repeated_annotations(places: Int64Array, ids: Int64Array, images: Ids) -> None:
    """Raise InputError (E-573) where two images share the id of an annotation.

    The reference keeps the last annotation of each id in the whole file, which no part can see.
    """
    if len(ids) < 2:
        return
    order = np.argsort(ids, kind="stable")
    ordered, where = ids[order], places[order]
    clash = np.flatnonzero((ordered[1:] == ordered[:-1]) & (where[1:] != where[:-1]))
    if len(clash) == 0:
        return
    first, second = (images[int(where[clash[0] + step])] for step in (0, 1))
    raise InputError(
        "E-573",
        "parts",
        f"{counted(len(clash), 'annotation has', 'annotations have')} the id of one in another image (images "
        f"{first!r} and {second!r} first), and the reference would use the last of them for all",
        "number annotations through all parts; or mode='corrected', which does not look at their ids",
    )


def findings_of(
    question: StreamQuestion,
    totals: AnyTotals,
    curves: AnyCurves,
    images: Ids,
    *,
    noticed: Noticed,
    again: int,
) -> tuple[Finding, ...]:
    """What a reader of the numbers should know."""
    without = totals.without_predictions
    said = noticed.said()
    counts = DataCounts(
        name="<predictions>",
        truths=totals.given_truths + noticed.stray,
        detections=totals.given,
        images=len(images),
        without_predictions=len(without),
        first_without=tuple(images[place] for place in without[:_FIRST_IMAGES].tolist()),
        unlisted=totals.notes["unlisted"] + noticed.stray,
        repeated=totals.notes["repeated"],
        cut=int((totals.detections - totals.kept).sum()),
        no_area=totals.notes["no_area"],
    )
    findings = [*said, *data_findings(counts, noticed.survey(totals.notes), question.parameters, said)]
    if again:
        text = (
            f"{counted(again, 'image was', 'images were')} given more than once and "
            f"{agreeing(again, 'is', 'are')} counted once"
        )
        findings.append(Finding("W-570", text, again))
    quirks = _touching(question, curves, noticed)
    if quirks:
        named = ", ".join(f"Q{number}" for number in quirks)
        text = (
            f"strict rules that may have changed a number: {named}; by how much is only measured on whole "
            "files, and mode='corrected' has none of them"
        )
        findings.append(Finding("W-571", text, len(quirks)))
    return tuple(findings)


def _touching(question: StreamQuestion, curves: AnyCurves, noticed: Noticed) -> tuple[int, ...]:
    """Numbers of the quirks, with equal scores of different images, which only all rows show."""
    ties = next(entry for entry in QUIRKS if entry.quirk == Quirk.TIE_ORDER)
    among = ties in question.protocol.reported and ties.quirk not in question.mended
    if among and curves.ties.any():
        return noticed.with_touched(ties.quirk).touched
    return noticed.touched
