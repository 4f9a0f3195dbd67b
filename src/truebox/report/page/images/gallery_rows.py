"""What stands on the images of the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.report.page.explained import outcome_codes, overlaps_with, partners
from truebox.report.page.images.object_paths import object_paths
from truebox.report.page.images.pictures import small_pictures

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.report.page.images.gallery_images import ImageChoice
    from truebox.report.page.side import Side
    from truebox.typing import ByteArray, FloatArray, Int64Array

__all__ = ["MOST_DETECTIONS", "gallery_data", "gallery_rows"]

MOST_DETECTIONS = 300
"""Of one image and result; the least confident of more are not drawn."""


def gallery_data(
    sides: Sequence[Side], choice: ImageChoice, folder: Path | None, budget: int
) -> dict[str, Any]:
    """The chosen images with their pictures, how they were chosen, and what is left out.

    Pictures are looked for in `folder`, and take at most `budget` bytes.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.images.gallery_images import gallery_images
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> side = Side.of(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected"))
    >>> gallery_data([side], gallery_images([side], 300), None, 0)["reason"]
    'All images'
    """
    rows = gallery_rows(sides, choice.places)
    pictures = small_pictures(rows, folder, budget)
    for place, address in pictures.addresses.items():
        rows[place]["picture"] = address
    return {"images": rows, "reason": choice.reason, "note": _notes(pictures.note, rows)}


def _notes(note: str, rows: Sequence[Mapping[str, Any]]) -> str:
    crowded = sum(1 for row in rows if any(row["left"]))
    notes = [note] if note else []
    if crowded:
        notes.append(f"Of {crowded:,} images only the {MOST_DETECTIONS} most confident detections are drawn")
    return ". ".join(notes)


def gallery_rows(sides: Sequence[Side], places: Int64Array) -> list[dict[str, Any]]:
    """Truths and the most confident detections of each result, per image.

    A truth is ``[x, y, width, height, class, counts, row]`` with its row in `columns_of_truths`; a detection
    ``[x, y, width, height, class, score, outcome, truth, overlap, confused truth, row]`` with its row in
    `detection_columns`, and truths by their place in the image's list, -1 for none: first the one that
    explains the outcome, with which it has this overlap.
    ``paths`` are outlines and points as SVG paths, of each truth and of each detection, where the results
    are of masks or keypoints; detections of less than half the score of the best F1 have none.

    Examples
    --------
    >>> import truebox as tb
    >>> from truebox.report.page.side import Side
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> result = tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")
    >>> gallery_rows([Side.of(result)], np.array([0]))[0]["detections"]
    [[[0.0, 0.0, 9.0, 9.0, 0, 0.5, 0, 0, 1.0, 0, 0]]]
    """
    results = [side.result for side in sides]
    truth = results[0].truth
    listed = {value: row for row, value in enumerate(truth.images.ids.tolist())}
    true_by_image = _grouped(results[0].matches.truths.image, places)
    explained = [_Explained.of(side) for side in sides]
    found_by_image = [_grouped(side.result.matches.detections.image, places) for side in sides]
    rows = []
    for position, place in enumerate(places.tolist()):
        key = results[0].state.images[place]
        true_rows = true_by_image[position]
        found_rows = [
            _most_confident(side.result, groups[position])
            for side, groups in zip(sides, found_by_image, strict=True)
        ]
        width, height = truth.images.sizes[listed[key]].tolist()
        entry = {
            "id": key,
            "file": truth.images.file_names[listed[key]],
            "width": width,
            "height": height,
            "truths": _truths(results[0], true_rows),
            "detections": [
                _detections(side, own, best, true_rows)
                for side, own, best in zip(sides, explained, found_rows, strict=True)
            ],
            "left": [
                len(groups[position]) - len(best)
                for groups, best in zip(found_by_image, found_rows, strict=True)
            ],
        }
        paths = _paths(sides, true_rows, found_rows)
        if paths is not None:
            entry["paths"] = paths
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
        [*_rounded(truths.boxes[row]), int(truths.category[row]), int(not truths.ignored[row]), row]
        for row in rows.tolist()
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Explained:
    """Outcomes of all detections of one side, and the truths that explain them."""

    outcome: ByteArray
    truth: Int64Array
    overlap: FloatArray
    rank: Int64Array

    @classmethod
    def of(cls, side: Side) -> _Explained:
        truth = partners(side)
        order = np.argsort(-side.result.state.score, kind="stable")
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        return cls(outcome_codes(side), truth, overlaps_with(side, truth), rank)


def _detections(
    side: Side, explained: _Explained, rows: Int64Array, true_rows: Int64Array
) -> list[list[Any]]:
    found = side.result.matches.detections
    place = {row: index for index, row in enumerate(true_rows.tolist())}
    return [
        [
            *_rounded(found.boxes[row]),
            int(found.category[row]),
            float(found.score[row]),
            int(explained.outcome[row]),
            place.get(int(explained.truth[row]), -1),
            round(float(explained.overlap[row]), 4),
            place.get(int(side.matrix.partner[row]), -1),
            int(explained.rank[row]),
        ]
        for row in rows.tolist()
    ]


def _most_confident(result: Result, rows: Int64Array) -> Int64Array:
    score = result.matches.detections.score[rows]
    return rows[np.argsort(-score, kind="stable")][:MOST_DETECTIONS]


def _paths(
    sides: Sequence[Side], true_rows: Int64Array, found_rows: Sequence[Int64Array]
) -> dict[str, Any] | None:
    first = sides[0].result
    if first.truth.segmentations is None and first.truth.keypoints is None:
        return None
    return {
        "truths": object_paths(first.truth, first.matches.truths.row[true_rows]),
        "detections": [_found_paths(side, best) for side, best in zip(sides, found_rows, strict=True)],
    }


def _found_paths(side: Side, rows: Int64Array) -> list[str]:
    """Only of detections that a score near the best F1 keeps: to outline a mask takes a millisecond."""
    found = side.result.matches.detections
    near = found.score[rows] >= side.cut / 2
    paths = iter(object_paths(side.result.predictions, found.row[rows[near]]))
    return [next(paths) if each else "" for each in near.tolist()]


def _rounded(box: FloatArray) -> list[float]:
    return [round(value, 2) for value in box.tolist()]


def _extent(entry: dict[str, Any]) -> tuple[int, int]:
    """The size of a canvas that holds all boxes, for images whose size is unknown."""
    boxes = [*entry["truths"], *(each for side in entry["detections"] for each in side)]
    right = max((box[0] + box[2] for box in boxes), default=100)
    lower = max((box[1] + box[3] for box in boxes), default=100)
    return max(1, int(np.ceil(right))), max(1, int(np.ceil(lower)))
