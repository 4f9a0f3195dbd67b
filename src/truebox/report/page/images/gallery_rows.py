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

__all__ = ["MOST_DETECTIONS", "ImageRows", "gallery_data", "gallery_rows"]

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
    return ImageRows.of(sides).at(places)


@dataclass(frozen=True, slots=True, eq=False)
class ImageRows:
    """What stands on any images, found out once: see `gallery_rows`.

    Parameters
    ----------
    sides : sequence of Side
    listed : dict
        Row of each image of the truth, by its id.
    truths : _Grouped
        Rows of truths by image.
    found : sequence of _Grouped
        Of each side rows of detections by image.
    explained : sequence of _Explained
    """

    sides: Sequence[Side]
    listed: dict[Any, int]
    truths: _Grouped
    found: Sequence[_Grouped]
    explained: Sequence[_Explained]

    @classmethod
    def of(cls, sides: Sequence[Side]) -> ImageRows:
        """Find out what became of every detection, and where the rows of each image are."""
        first = sides[0].result
        return cls(
            sides,
            {value: row for row, value in enumerate(first.truth.images.ids.tolist())},
            _Grouped.by(first.matches.truths.image),
            [_Grouped.by(side.result.matches.detections.image) for side in sides],
            [_Explained.of(side) for side in sides],
        )

    def at(self, places: Int64Array) -> list[dict[str, Any]]:
        """The rows of the images at these places."""
        return [self._entry(place) for place in places.tolist()]

    def _entry(self, place: int) -> dict[str, Any]:
        first = self.sides[0].result
        truth, key = first.truth, first.state.images[place]
        true_rows = self.truths.at(place)
        every = [groups.at(place) for groups in self.found]
        best = [_most_confident(side.result, rows) for side, rows in zip(self.sides, every, strict=True)]
        width, height = truth.images.sizes[self.listed[key]].tolist()
        entry = {
            "id": key,
            "file": truth.images.file_names[self.listed[key]],
            "width": width,
            "height": height,
            "truths": _truths(first, true_rows),
            "detections": [
                _detections(side, own, rows, true_rows)
                for side, own, rows in zip(self.sides, self.explained, best, strict=True)
            ],
            "left": [len(rows) - len(kept) for rows, kept in zip(every, best, strict=True)],
        }
        paths = _paths(self.sides, true_rows, best)
        if paths is not None:
            entry["paths"] = paths
        if not (width and height):
            entry["width"], entry["height"] = _extent(entry)
        return entry


@dataclass(frozen=True, slots=True, eq=False)
class _Grouped:
    """Rows by image: those of one image stand together in `order`."""

    order: Int64Array
    ranked: Int64Array

    @classmethod
    def by(cls, image: Any) -> _Grouped:
        order = np.argsort(image, kind="stable")
        return cls(order, image[order])

    def at(self, place: int) -> Int64Array:
        first, end = np.searchsorted(self.ranked, [place, place + 1])
        return self.order[first:end]


def _truths(result: Result, rows: Int64Array) -> list[list[Any]]:
    truths = result.matches.truths
    boxes, classes = truths.boxes[rows].tolist(), truths.category[rows].tolist()
    counts = (~truths.ignored[rows]).astype(int).tolist()
    return [[*_rounded(box), *rest] for box, *rest in zip(boxes, classes, counts, rows.tolist(), strict=True)]


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
    columns = (
        found.boxes, found.category, found.score, explained.outcome, explained.truth, explained.overlap,
        side.matrix.partner, explained.rank,
    )  # fmt: skip
    return [
        [
            *_rounded(box),
            kind,
            score,
            outcome,
            place.get(truth, -1),
            round(overlap, 4),
            place.get(confused, -1),
            rank,
        ]
        for box, kind, score, outcome, truth, overlap, confused, rank in zip(
            *(column[rows].tolist() for column in columns), strict=True
        )
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


def _rounded(box: Sequence[float]) -> list[float]:
    return [round(value, 2) for value in box]


def _extent(entry: dict[str, Any]) -> tuple[int, int]:
    """The size of a canvas that holds all boxes, for images whose size is unknown."""
    boxes = [*entry["truths"], *(each for side in entry["detections"] for each in side)]
    right = max((box[0] + box[2] for box in boxes), default=100)
    lower = max((box[1] + box[3] for box in boxes), default=100)
    return max(1, int(np.ceil(right))), max(1, int(np.ceil(lower)))
