"""The match tables of tracks, of one object over time, and of segments, from what their results hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.matches.export import ColumnTable, Words
from truebox.evaluation.matches.partners import PartnerTables

if TYPE_CHECKING:
    from truebox.evaluation.panoptic.result import PanopticResult
    from truebox.evaluation.single_objects.followed_result import FollowedResult
    from truebox.evaluation.tracks.result import TrackResult
    from truebox.records import TrackedSequence, Tracks
    from truebox.typing import AnyArray, BoolArray, FloatArray, Int64Array

__all__ = ["followed_matches", "segment_matches", "track_matches"]

_NOTHING, _NOT_EVALUATED = -1, -2
_OF_PREDICTIONS = ("false positive", "true positive", "not evaluated")
_OF_TRUTHS = ("missed", "found", "not evaluated")
_OF_FRAMES = ("lost", "found", "not counted")
_OF_SEGMENTS = ("false positive", "true positive", "ignored")
_BOX = ("x", "y", "width", "height")
_PARTNERS = frozenset({"matched_truth", "matched_detection"})


def track_matches(result: TrackResult) -> PartnerTables:
    """Of every row of both files its partner in its frame, at the threshold of CLEAR.

    Frames have the numbers of their files, ids and classes are those of the rows. Several classes are
    evaluated apart: a row is told as in its own.
    """
    truth, found = result.truth.sequences, result.predictions.sequences
    first_true, first_found = _begins(truth), _begins(found)
    counts = int(first_true[-1]), int(first_found[-1])
    true_partner, found_partner = (np.full(count, _NOT_EVALUATED, dtype=np.int64) for count in counts)
    true_overlap, found_overlap = map(np.zeros, counts)
    for each in result.matched:
        true_rows = each.truth_rows + first_true[each.sequence]
        found_rows = each.prediction_rows + first_found[each.sequence]
        _note(true_partner, true_rows, each.partner_of_truth, found_rows)
        _note(found_partner, found_rows, each.partner_of_prediction, true_rows)
        pairs = np.flatnonzero(each.partner_of_truth >= 0)
        true_overlap[true_rows[pairs]] = each.similarity[pairs]
        found_overlap[found_rows[each.partner_of_truth[pairs]]] = each.similarity[pairs]
    return PartnerTables(
        ColumnTable(
            {
                **_of_rows(result.predictions),
                "score": _joined(found, lambda side: np.asarray(side.score, dtype=np.float64)),
                **_outcomes(found_partner, _OF_PREDICTIONS, "matched_truth", found_overlap),
            },
            _PARTNERS,
        ),
        ColumnTable(
            {
                **_of_rows(result.truth),
                **_outcomes(true_partner, _OF_TRUTHS, "matched_detection", true_overlap),
            },
            _PARTNERS,
        ),
    )


def _begins(sequences: Sequence[TrackedSequence]) -> Int64Array:
    return np.concatenate([[0], np.cumsum([len(each) for each in sequences])]).astype(np.int64)


def _note(told: Int64Array, rows: Int64Array, partners: AnyArray, others: Int64Array) -> None:
    """Write the partners of the rows that are evaluated, by their places among the rows of the other side."""
    judged = np.flatnonzero(partners != _NOT_EVALUATED)
    partner = partners[judged]
    places = np.full(len(judged), _NOTHING, dtype=np.int64)
    places[partner >= 0] = others[partner[partner >= 0]]
    told[rows[judged]] = places


def _joined(sequences: Sequence[TrackedSequence], column: Any) -> AnyArray:
    parts = [np.asarray(column(each)) for each in sequences]
    return np.concatenate(parts) if parts else np.empty(0)


def _of_rows(side: Tracks) -> dict[str, AnyArray | Words]:
    """Sequence, frame, id, class and box of every row."""
    sequences, names = side.sequences, {number: place for place, number in enumerate(side.classes)}
    lengths = [len(each) for each in sequences]
    label = _joined(sequences, lambda each: each.label).astype(np.int64)
    unnamed = sorted(set(label.tolist()) - set(names))
    names |= {number: len(names) + place for place, number in enumerate(unnamed)}
    said = [*side.classes.values(), *(f"class {each}" if each >= 0 else "" for each in unnamed)]
    boxes = _joined(sequences, lambda each: each.boxes).reshape(-1, 4).astype(np.float64)
    if side.layout == "xyxy":
        boxes = np.concatenate([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]], axis=1)
    return {
        "sequence": Words(np.repeat(np.arange(len(sequences)), lengths), [each.name for each in sequences]),
        "frame": _joined(sequences, lambda each: each.frame.astype(np.int64) + each.first).astype(np.int64),
        "id": _joined(sequences, lambda each: each.track).astype(np.int64),
        "class": Words(np.array([names[each] for each in label.tolist()], dtype=np.int64), said),
        "row": _joined(sequences, lambda each: np.arange(len(each))).astype(np.int64),
        **dict(zip(_BOX, boxes.T, strict=True)),
    }


def _outcomes(
    partner: Int64Array, words: Sequence[str], key: str, overlap: FloatArray
) -> dict[str, AnyArray | Words]:
    outcome = np.where(partner == _NOT_EVALUATED, 2, (partner >= 0).astype(np.int64))
    return {"outcome": Words(outcome, words), key: np.maximum(partner, _NOTHING), "overlap": overlap}


def followed_matches(result: FollowedResult) -> PartnerTables:
    """Of every frame, counted from 1 as its line is, both boxes, their overlap and the distance of centers.

    Predictions have a row for each repetition; what does not count has an overlap of 0.
    """
    truth, found = result.truth.boxes, result.predictions.boxes
    names, lengths = list(truth), [len(runs[0]) for runs in truth.values()]
    begins = dict(zip(names, (np.cumsum(lengths) - lengths).tolist(), strict=True))
    rows: list[dict[str, AnyArray]] = []
    for name, run, each in result.per_run:
        frame = np.arange(each.length)
        told = {
            "sequence": np.full(each.length, names.index(name)),
            "run": np.full(each.length, run + 1),
            "frame": frame + 1,
            "boxes": found[name][run],
            "outcome": np.full(each.length, 2),
            "matched_truth": frame + begins[name],
            "overlap": np.zeros(each.length),
        }
        told["overlap"][each.frames] = each.overlaps
        told["outcome"][each.frames] = each.overlaps > 0
        if each.errors is not None:
            told["center_error"] = np.full(each.length, np.nan)
            told["center_error"][each.frames] = each.errors
        rows.append(told)
    columns = {key: np.concatenate([each[key] for each in rows]) for key in (rows[0] if rows else ())}
    boxes = np.concatenate([runs[0] for runs in truth.values()]) if truth else np.empty((0, 4))
    if not columns:
        return PartnerTables(ColumnTable({}), ColumnTable({}))
    detections: dict[str, AnyArray | Words] = {
        "sequence": Words(columns.pop("sequence"), names),
        **{key: columns.pop(key) for key in ("run", "frame")},
        **dict(zip(_BOX, columns.pop("boxes").T, strict=True)),
        "outcome": Words(columns.pop("outcome"), _OF_FRAMES),
        **columns,
    }
    truths: dict[str, AnyArray | Words] = {
        "sequence": Words(np.repeat(np.arange(len(names)), lengths), names),
        "frame": np.concatenate([np.arange(length) + 1 for length in lengths]),
        **dict(zip(_BOX, boxes.T, strict=True)),
    }
    return PartnerTables(ColumnTable(detections, _PARTNERS), ColumnTable(truths))


def segment_matches(result: PanopticResult, missed: int) -> PartnerTables:
    """Of every segment that is judged its partner, whose overlap is above 0.5.

    `missed` is what `PanopticState.unmatched` writes for a truth without one.
    """
    wrong = result.state.unmatched[:, 3]
    truths = _of_segments(result, 0, wrong == missed, ("missed", "found"))
    detections = _of_segments(result, 1, wrong != missed, _OF_SEGMENTS)
    return PartnerTables(ColumnTable(detections, _PARTNERS), ColumnTable(truths, _PARTNERS))


def _of_segments(
    result: PanopticResult, side: int, alone: BoolArray, words: Sequence[str]
) -> dict[str, AnyArray | Words]:
    """Those that have a partner, then those that have none."""
    state, count = result.state, len(result.state.image)
    rest = state.unmatched[alone]
    outcome = rest[:, 3] if side else np.zeros(len(rest), dtype=np.int64)
    partner = np.concatenate([np.arange(count), np.full(len(rest), _NOTHING)])
    return {
        "image_id": _ids(state.images, np.concatenate([state.image, rest[:, 0]])),
        "class": Words(
            np.concatenate([state.category, rest[:, 1]]), [each.name for each in result.per_class]
        ),
        "segment": np.concatenate([state.segments[:, side], rest[:, 2]]),
        "outcome": Words(np.concatenate([np.ones(count, dtype=np.int64), outcome]), words),
        "matched_truth" if side else "matched_detection": partner,
        "overlap": np.concatenate([state.iou, np.zeros(len(rest))]),
    }


def _ids(images: Iterable[int | str], rows: Int64Array) -> AnyArray | Words:
    held = list(images)
    if all(isinstance(each, int) for each in held):
        return np.array(held, dtype=np.int64)[rows] if held else np.empty(0, dtype=np.int64)
    return Words(rows, [str(each) for each in held])
