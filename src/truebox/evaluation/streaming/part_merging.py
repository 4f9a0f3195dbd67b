"""Many parts to one result: memory holds one class of all of them, whatever they weigh together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import packing as native
from truebox._native.threads import thread_count
from truebox._writing.counted import agreeing, counted
from truebox.errors import ArgumentError, InputError
from truebox.evaluation.registry import protocol_of
from truebox.evaluation.states.accumulation import CurveArrays, Curves
from truebox.evaluation.states.quirks import Quirk
from truebox.evaluation.states.state import MatchState
from truebox.evaluation.states.summary import class_metrics, summarise
from truebox.evaluation.streaming.held_images import refuse_repeated_images
from truebox.evaluation.streaming.notes import NOTES
from truebox.evaluation.streaming.packed_cases import keep_classes, used_classes
from truebox.evaluation.streaming.part_files import open_part
from truebox.evaluation.streaming.parts_result import (
    findings_of,
    refuse_repeated_annotations,
    refuse_too_many,
)
from truebox.evaluation.streaming.stream import Stream, missing_images
from truebox.evaluation.streaming.streamed_result import seen_truth, streamed_result
from truebox.records import Ids

if TYPE_CHECKING:
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.streaming.held_images import Repeated
    from truebox.evaluation.streaming.noticed import Noticed
    from truebox.evaluation.streaming.part_files import PartFile
    from truebox.evaluation.streaming.stream_question import StreamQuestion
    from truebox.evaluation.streaming.streamed_result import StreamedResult
    from truebox.typing import Int32Array, Int64Array

__all__ = ["RowlessState", "merge_parts"]


_UNPACKED = 1 << 16
"""Detections of a class unpacked at a time; of a large class more, whose cells are walked for each lot."""

_MOST_BANDS = 64

_MOST_OPEN = 256
"""Files held open: systems allow a process a thousand or so, and others need some."""


class _RowsNeededError(ArgumentError):
    """What was asked needs the rows of all classes at once."""


class RowlessState(MatchState):
    """A match state whose rows stay in the files of the parts: counts of truths, images and classes alone."""

    __slots__ = ()

    def category_offsets(self) -> Int64Array:
        raise _RowsNeededError(
            "state: the rows of a merged result stay in its parts. "
            "Fix: Evaluator.load each part and merge them, which holds all rows in memory."
        )

    def __add__(self, other: MatchState) -> MatchState:
        raise ArgumentError("state: a merged result has no rows to add. Fix: merge all parts at once.")


@refuses_other_kinds
def merge_parts(
    parts: Iterable[str | PathLike[str] | bytes],
    *,
    expect: Iterable[Any] | None = None,
    repeated: Repeated = "same",
    protocol: DetectionProtocol | None = None,
    threads: int | None = None,
) -> StreamedResult:
    """The result of all parts: the bytes of one evaluation of all images, in whatever order they come.

    Memory holds the ids of all images and the detections of one class; of a protocol whose numbers are of all
    classes together, such as ``"froc"``, those of all.

    Parameters
    ----------
    parts : iterable of paths or bytes
        As `Evaluator.save`, `Evaluator.to_bytes` and ``truebox part`` write them.
    expect : iterable of ids, optional
        Every image there must be: one that is missing is refused (E-571), and so is one more (E-572).
        Texts of whole numbers count as these where the images have such.
    repeated : {"same", "refuse", "lowest"}
        Of an image in two parts; see `Evaluator`.
    protocol : DetectionProtocol, optional
        The protocol itself where it is none of Truebox's own.
    threads : int or None
        As in `truebox.evaluate`.

    Raises
    ------
    InputError
        A part is damaged (E-574), of another version (E-575) or question (E-576); images are missing
        (E-571), or in two parts with other content (E-570).

    Examples
    --------
    >>> from truebox.evaluation import Evaluator, merge_parts
    >>> cat, parts = {"boxes": [[0, 0, 9, 9]], "labels": [1]}, []
    >>> for image in (1, 2):
    ...     evaluator = Evaluator([1], mode="corrected")
    ...     evaluator.update([cat], [{**cat, "scores": [0.5]}], images=[image])
    ...     parts.append(evaluator.to_bytes())
    >>> merge_parts(parts, expect=[1, 2]).metrics["AP"]
    1.0
    """
    expected, parts = None if expect is None else set(expect), list(parts)
    with ExitStack() as files:
        opened: list[PartFile] = []
        for part in parts:
            opened.append(open_part(part, protocol, stays_open=len(opened) < _MOST_OPEN))
            files.callback(opened[-1].close)
        if not opened:
            raise ArgumentError("parts: none. Fix: pass at least one part.")
        question, noticed = _common(opened)
        joined = _join(opened, repeated, expected)
        try:
            return _reduced(opened, joined, question, noticed, thread_count(threads))
        except _RowsNeededError:
            pass
    return _held(parts, repeated, protocol, thread_count(threads))


def _held(
    parts: Sequence[str | PathLike[str] | bytes],
    repeated: Repeated,
    protocol: DetectionProtocol | None,
    threads: int,
) -> StreamedResult:
    """The same with all rows in memory, of parts that were found to fit together."""
    streams = []
    for part in parts:
        data, name = (part, "bytes") if isinstance(part, bytes) else (Path(part).read_bytes(), str(part))
        streams.append(Stream.of_part(data, name, repeated, protocol))
    seen = next((each for each in streams if len(each.held)), streams[0])
    for each in streams:
        if each is not seen:
            seen.take(each)
    return seen.result(threads)


@dataclass(frozen=True, slots=True, eq=False)
class _Joined:
    """The images of all parts.

    Parameters
    ----------
    images : Ids
    places : list of int32 arrays
        Of each part: the place of each image, -1 for those that another part gives.
    again : int
        Images that came more than once.
    """

    images: Ids
    places: list[Int32Array]
    again: int


def _common(opened: Sequence[PartFile]) -> tuple[StreamQuestion, Noticed]:
    """The question of all parts, and what was noticed in any."""
    first = next((part for part in opened if part.head.images), opened[0])
    question, noticed = first.head.question, first.head.noticed
    for part in opened:
        if part is not first:
            question.refuse_other(part.head.question, empty=part.head.images == 0)
            question = question.grown(len(part.head.question.categories))
            noticed = noticed.joined(part.head.noticed)
    return question, noticed


def _join(opened: Sequence[PartFile], repeated: Repeated, expected: set[Any] | None) -> _Joined:
    columns = _ids_of_all(opened)
    ids, digests = np.concatenate(columns), np.concatenate([part.digests for part in opened])
    raw = digests.view(np.uint8).reshape(len(digests), -1)
    # By id, and of one id the lowest digest first: what stays does not depend on the order of the parts.
    words = raw.copy().view(">u8").reshape(len(digests), 2) if len(digests) else raw.reshape(0, 2)
    order = np.lexsort((words[:, 1], words[:, 0], *_keys(ids)))
    ordered = ids[order]
    first = np.ones(len(ids), dtype=bool)
    first[1:] = ordered[1:] != ordered[:-1]
    if not first.all():
        other = ~first
        other[1:] &= (words[order][1:] != words[order][:-1]).any(axis=1)
        refuse_repeated_images(ordered[~first].tolist(), ordered[other].tolist(), repeated)
    place = np.full(len(ids), -1, dtype=np.int32)
    place[order[first]] = np.arange(int(first.sum()), dtype=np.int32)
    distinct = ordered[first]
    if expected is not None:
        if ids.dtype != object:  # a list from a file is of texts
            expected = {int(each) if str(each).lstrip("-").isdigit() else each for each in expected}
        _refuse_others(expected, set(distinct.tolist()))
    ends = np.cumsum([len(each) for each in columns])[:-1]
    strings = ids.dtype == object
    table = Ids(np.arange(len(distinct)), tuple(distinct.tolist())) if strings else Ids(distinct)
    before = sum(part.head.said["again"] for part in opened)
    return _Joined(table, np.split(place, ends), int((~first).sum()) + before)


def _keys(ids: Any) -> tuple[Any, ...]:
    """What `numpy.lexsort` takes: texts by their place in code point order."""
    if ids.dtype != object:
        return (ids,)
    return (np.unique(ids, return_inverse=True)[1],)


def _ids_of_all(opened: Sequence[PartFile]) -> list[Any]:
    """Ids by part; images that were numbered as they came are numbered on."""
    arrived = [part.head.said["arrived"] for part in opened if part.head.images]
    if any(each is None for each in arrived) and any(each is not None for each in arrived):
        raise ArgumentError(
            "parts: some name their images, and some do not. Fix: name them in all, or in none."
        )
    columns, first = [], 0
    for part in opened:
        columns.append(part.ids + first if part.head.said["arrived"] is not None else part.ids)
        first += part.head.said["arrived"] or 0
    held = [column for column in columns if len(column)]
    kinds = {column.dtype == object for column in held}
    if len(kinds) > 1:
        raise InputError(
            "E-572",
            "parts",
            "ids of images are whole numbers in one part and texts in another",
            "give every image a whole number, or every image a text",
        )
    return [column.astype(held[0].dtype) if held else column for column in columns]


def _refuse_others(expected: set[Any], held: set[Any]) -> None:
    others = held - expected
    if others:
        raise InputError(
            "E-572",
            "parts",
            f"{counted(len(others), 'image')} {agreeing(len(others), 'is', 'are')} not expected "
            f"(id {sorted(others)[0]!r} first)",
            "list every image, with ids of the same kind",
        )
    if expected - held:
        raise missing_images(expected, held)


def _reduced(
    opened: Sequence[PartFile], joined: _Joined, question: StreamQuestion, noticed: Noticed, threads: int
) -> StreamedResult:
    images = joined.images
    totals = _Sums(opened, joined, question)
    refuse_repeated_annotations(*totals.annotations(opened, joined), images)
    kept = np.zeros(question.columns, dtype=np.int64)
    for part in opened:
        kept[: len(part.head.said["kept"])] += part.head.said["kept"]
    refuse_too_many(kept, len(images))
    curves = _curves(opened, joined, question, totals, threads)
    if question.open and not question.parameters.class_agnostic:
        used = used_classes(totals)
        question = question.only(used)
        curves = replace(
            curves,
            precision=curves.precision[:, :, used],
            recall=curves.recall[:, used],
            more_precision=curves.more_precision[:, :, used],
            ties=curves.ties[used],
            area=None if curves.area is None else curves.area[:, used],
        )
        keep_classes(totals, used)
    state = RowlessState(
        **{name: getattr(_no_rows(question, images), name) for name in _FIELDS} | {"truths": totals.truths}
    )
    truth = seen_truth(question, images, totals.given_truths + noticed.stray)
    return streamed_result(
        question,
        totals,
        state,
        curves,
        truth=truth,
        summary=summarise(state, curves, truth),
        metrics=class_metrics(state, curves, truth),
        findings=findings_of(question, totals, curves, images, noticed=noticed, again=joined.again),
    )


class _Sums:
    """As `Totals`, filled class by class."""

    def __init__(self, opened: Sequence[PartFile], joined: _Joined, question: StreamQuestion) -> None:
        columns, images = question.columns, len(joined.images)
        self.truths = np.zeros((columns, len(question.parameters.area_ranges)), dtype=np.int64)
        self.kept, self.detections, self.truth_images, self.counted = np.zeros((4, columns), dtype=np.int64)
        given, self.given_truths = np.zeros(images, dtype=np.int64), 0
        notes = np.zeros(len(NOTES), dtype=np.int64)
        for part, places in zip(opened, joined.places, strict=True):
            taken = places >= 0
            given[places[taken]] = part.given[taken]
            self.given_truths += int(part.truths[taken].sum())
            notes += part.notes[taken].sum(axis=0)
        self.notes = dict(zip(NOTES, notes.tolist(), strict=True))
        self.given = int(given.sum())
        self.first_row = np.cumsum(given) - given

    @property
    def without_predictions(self) -> Int64Array:
        """Places of images without any detection."""
        return np.flatnonzero(np.diff(self.first_row, append=self.given) == 0)

    @staticmethod
    def annotations(opened: Sequence[PartFile], joined: _Joined) -> tuple[Int64Array, Int64Array]:
        """The place of the image of each annotation, and its id."""
        found = [
            (places[part.annotation_image], part.annotation_ids)
            for part, places in zip(opened, joined.places, strict=True)
        ]
        where, ids = (np.concatenate(each) for each in zip(*found, strict=True))
        return where[where >= 0], ids[where >= 0]


_FIELDS = MatchState.__dataclass_fields__


def _no_rows(question: StreamQuestion, images: Ids) -> MatchState:
    """A state without rows."""
    parameters = question.parameters
    words = -(-len(parameters.iou_thresholds) * len(parameters.area_ranges) // 64)
    return MatchState(
        parameters=parameters,
        mended=question.mended,
        images=images,
        categories=question.categories.ids,
        score=np.empty(0),
        category=np.empty(0, dtype=np.int32),
        image=np.empty(0, dtype=np.int32),
        row=np.empty(0, dtype=np.int64),
        rank=np.empty(0, dtype=np.int32),
        matched=np.empty((0, words), dtype=np.uint64),
        ignored=np.empty((0, words), dtype=np.uint64),
        truths=np.zeros((1, len(parameters.area_ranges)), dtype=np.int64),
        boxes=np.empty((0, 4)) if Quirk.TIE_ORDER in question.mended else None,
    )


def _curves(
    opened: Sequence[PartFile], joined: _Joined, question: StreamQuestion, totals: _Sums, threads: int
) -> Curves:
    """The tables of all classes, one accumulated after the other."""
    by_content = Quirk.TIE_ORDER in question.mended
    by_file = protocol_of(question.parameters).ties_by_file
    arrays = CurveArrays(question.parameters, question.mended, question.columns, with_scores=False)
    for k in range(question.columns):
        rows = _class_rows(opened, joined, question, totals, k)
        most = max(_UNPACKED, rows.kept // _MOST_BANDS)
        order = native.ClassOrder(totals.first_row, by_content, by_file and not by_content, most)
        try:
            rows.accumulate(order, arrays.settings, arrays.tables(slice(k, k + 1)), threads)
        except ValueError as error:
            raise _damaged_parts(error) from None
    return arrays.curves()


def _class_rows(
    opened: Sequence[PartFile], joined: _Joined, question: StreamQuestion, totals: _Sums, k: int
) -> native.ClassRows:
    """One class of all parts, still packed."""
    streams = [part.class_stream(k) for part in opened]
    try:
        rows = native.ClassRows(streams, joined.places, question.packed_shape)
    except ValueError as error:
        raise _damaged_parts(error) from None
    totals.kept[k], totals.detections[k] = rows.kept, rows.given
    totals.truth_images[k], totals.counted[k] = rows.truth_images, rows.counted
    totals.truths[k] = np.frombuffer(rows.truths, dtype=np.int64)
    return rows


def _damaged_parts(error: ValueError) -> InputError:
    return InputError("E-574", "parts", str(error), "make the parts again")
