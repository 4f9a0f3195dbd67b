"""Which images are worth a look, and what stands on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis import confusion_matrix, errors, label_errors, operating_points
from truebox.diagnosis.error_breakdown import ERROR_NAMES
from truebox.diagnosis.outcomes import outcome_at

if TYPE_CHECKING:
    from truebox.diagnosis import ConfusionMatrix
    from truebox.evaluation import Result
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["ImageChoice", "chosen_images", "gallery_rows"]

_MOST_DETECTIONS = 100


@dataclass(frozen=True, slots=True, eq=False)
class ImageChoice:
    """Images for the gallery.

    Parameters
    ----------
    places : int64 array
        Indices into ``result.state.images``, most useful first.
    reason : str
        How they were chosen, for people.
    """

    places: Int64Array
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One result and what is known of its detections and truths."""

    result: Result
    matrix: ConfusionMatrix
    kind: ByteArray
    outcome: ByteArray
    cut: float

    @classmethod
    def of(cls, result: Result) -> _Side:
        cut = operating_points(result).overall.score
        return cls(
            result=result,
            matrix=confusion_matrix(result, 0.5, -np.inf),
            kind=errors(result).kind,
            outcome=outcome_at(result, 0.5),
            cut=np.inf if cut is None else cut,
        )


def chosen_images(results: Sequence[Result], budget: int) -> ImageChoice:
    """At most `budget` images: one for every kind of confusion, then those with most wrong on them.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> chosen_images([result], 300).places.tolist()
    [0]
    """
    count = len(results[0].state.images)
    worth = np.zeros(count)
    first: list[int] = []
    for result in results:
        side = _Side.of(result)
        own = _wrong(side, count)
        worth += own
        first += _one_of_each_confusion(side, own)
    place = {value: index for index, value in enumerate(results[0].state.images.tolist())}
    suspects = [place[each.image_id] for each in label_errors(results).suspects if each.image_id in place]
    first += suspects[: budget // 4]
    chosen = list(dict.fromkeys(first))[: budget // 2]
    order = np.argsort(-worth, kind="stable")
    taken = set(chosen)
    rest = [index for index in order.tolist() if index not in taken]
    places = np.array([*chosen, *rest][:budget], dtype=np.int64)
    places = places[np.argsort(-worth[places], kind="stable")]
    reason = (
        "All images"
        if count <= budget
        else f"{len(places):,} of {count:,} images: one for every confusion of classes, likely label errors, "
        "then those with most missed and false"
    )
    return ImageChoice(places, reason)


def _wrong(side: _Side, count: int) -> FloatArray:
    """Per image: missed truths, and false detections at the operating score."""
    table = side.result.matches
    false = (side.outcome == 0) & (table.detections.score >= side.cut)
    partner = table.truths.matched_detection[:, 0]
    score = np.append(table.detections.score, -np.inf)[partner]
    missed = ~table.truths.ignored & (score < side.cut)
    wrong: FloatArray = np.bincount(table.detections.image[false], minlength=count).astype(np.float64)
    wrong += np.bincount(table.truths.image[missed], minlength=count)
    return wrong


def _one_of_each_confusion(side: _Side, worth: FloatArray) -> list[int]:
    """For each pair of classes that are taken for each other, the image with most wrong on it."""
    table, matrix = side.result.matches, side.matrix
    rows = np.flatnonzero((matrix.partner >= 0) & (table.detections.score >= side.cut))
    true = matrix.true[matrix.partner[rows]]
    off = rows[true != matrix.predicted[rows]]
    best: dict[tuple[int, int], int] = {}
    for row in off[np.argsort(-worth[table.detections.image[off]], kind="stable")].tolist():
        pair = int(matrix.true[matrix.partner[row]]), int(matrix.predicted[row])
        best.setdefault(pair, int(table.detections.image[row]))
    return list(best.values())


def gallery_rows(results: Sequence[Result], places: Int64Array) -> list[dict[str, Any]]:
    """Truths and the best hundred detections of each result, per image.

    A truth is ``[x, y, width, height, class, counts]``; a detection ``[x, y, width, height, class, score,
    error, truth, overlap, confused truth]`` with truths by their place in the image's list, -1 for none.

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> gallery_rows([result], np.array([0]))[0]["detections"]
    [[[0.0, 0.0, 9.0, 9.0, 0, 0.5, 0, 0, 1.0, 0]]]
    """
    sides = [_Side.of(result) for result in results]
    truth = results[0].truth
    listed = {value: row for row, value in enumerate(truth.images.ids.tolist())}
    true_by_image = _grouped(results[0].matches.truths.image, places)
    found_by_image = [_grouped(side.result.matches.detections.image, places) for side in sides]
    rows = []
    for position, place in enumerate(places.tolist()):
        key = results[0].state.images[place]
        true_rows = true_by_image[position]
        width, height = truth.images.sizes[listed[key]].tolist()
        entry = {
            "id": key,
            "file": truth.images.file_names[listed[key]],
            "width": width,
            "height": height,
            "truths": _truths(results[0], true_rows),
            "detections": [
                _detections(side, groups[position], true_rows)
                for side, groups in zip(sides, found_by_image, strict=True)
            ],
        }
        if not (width and height):
            entry["width"], entry["height"] = _extent(entry)
        rows.append(entry)
    return rows


def _grouped(image: Any, places: Int64Array) -> list[Int64Array]:
    """Rows of each image of `places`."""
    order = np.argsort(image, kind="stable")
    ranked = image[order]
    return [
        order[np.searchsorted(ranked, place) : np.searchsorted(ranked, place, side="right")]
        for place in places.tolist()
    ]


def _truths(result: Result, rows: Int64Array) -> list[list[Any]]:
    truths = result.matches.truths
    return [
        [*_rounded(truths.boxes[row]), int(truths.category[row]), int(not truths.ignored[row])]
        for row in rows.tolist()
    ]


def _detections(side: _Side, rows: Int64Array, true_rows: Int64Array) -> list[list[Any]]:
    found = side.result.matches.detections
    place = {row: index for index, row in enumerate(true_rows.tolist())}
    best = rows[np.argsort(-found.score[rows], kind="stable")][:_MOST_DETECTIONS]
    made = []
    for row in best.tolist():
        kind = int(side.kind[row])
        if kind == 0 and side.outcome[row] != 1:
            kind = len(ERROR_NAMES) if side.outcome[row] == 2 else 0
        own = int(found.own_truth[row])
        confused = int(side.matrix.partner[row])
        made.append(
            [
                *_rounded(found.boxes[row]),
                int(found.category[row]),
                float(found.score[row]),
                kind,
                place.get(int(found.matched_truth[row, 0]) if side.outcome[row] == 1 else own, -1),
                round(float(max(found.own_overlap[row], 0.0)), 4),
                place.get(confused, -1),
            ]
        )
    return made


def _rounded(box: FloatArray) -> list[float]:
    return [round(value, 2) for value in box.tolist()]


def _extent(entry: dict[str, Any]) -> tuple[int, int]:
    """The size of a canvas that holds all boxes, for images whose size is unknown."""
    boxes = [*entry["truths"], *(each for side in entry["detections"] for each in side)]
    right = max((box[0] + box[2] for box in boxes), default=100)
    lower = max((box[1] + box[3] for box in boxes), default=100)
    return max(1, int(np.ceil(right))), max(1, int(np.ceil(lower)))
