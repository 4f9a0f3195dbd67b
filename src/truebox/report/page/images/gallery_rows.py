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
from truebox.report.page.packed import packed

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.report.page.images.gallery_images import ImageChoice
    from truebox.report.page.side import Side
    from truebox.typing import AnyArray, ByteArray, FloatArray, Int64Array

__all__ = ["MOST_DETECTIONS", "ImageRows", "gallery_data", "gallery_rows", "listed_rows"]

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
    listed : int64 array [images]
        Row of each image in the truth's list.
    truths : _Grouped
        Rows of truths by image.
    found : sequence of _Grouped
        Of each side rows of detections by image, the most confident first.
    explained : sequence of _Explained
    """

    sides: Sequence[Side]
    listed: Int64Array
    truths: _Grouped
    found: Sequence[_Grouped]
    explained: Sequence[_Explained]

    @classmethod
    def of(cls, sides: Sequence[Side]) -> ImageRows:
        """Find out what became of every detection, and where the rows of each image are."""
        first = sides[0].result
        count = len(first.state.images)
        explained = [_Explained.of(side) for side in sides]
        return cls(
            sides,
            listed_rows(first),
            _Grouped.by(first.matches.truths.image, count),
            [
                _Grouped.by(side.result.matches.detections.image, count, each.order)
                for side, each in zip(sides, explained, strict=True)
            ],
            explained,
        )

    def at(self, places: Int64Array) -> list[dict[str, Any]]:
        """The rows of the images at these places."""
        first = self.sides[0].result
        names = first.truth.images.file_names
        entries = self._entries(places)
        true_rows, found_rows = self._rows(places)
        truths = true_rows.split(_lists(self._true_columns(true_rows)))
        found = [
            rows.split(_lists(self._found_columns(index, rows))) for index, rows in enumerate(found_rows)
        ]
        return [
            {
                "id": first.state.images[int(places[i])],
                "file": names[int(self.listed[places[i]])],
                "width": entry.pop("width"),
                "height": entry.pop("height"),
                "truths": truths[i],
                "detections": [side[i] for side in found],
                **entry,
            }
            for i, entry in enumerate(entries)
        ]

    def packed_at(self, places: Int64Array) -> dict[str, Any]:
        """The same as columns of all these images, one below the other, with ``count`` rows of each.

        Ids and file names are left out; overlaps are ten-thousandths.
        """
        true_rows, found_rows = self._rows(places)
        return {
            "images": self._entries(places),
            "truths": _packed(true_rows, self._true_columns(true_rows)),
            "detections": [
                _packed(rows, self._found_columns(index, rows)) for index, rows in enumerate(found_rows)
            ],
        }

    def _rows(self, places: Int64Array) -> tuple[_Taken, list[_Taken]]:
        return self.truths.of(places), [groups.of(places, MOST_DETECTIONS) for groups in self.found]

    def _entries(self, places: Int64Array) -> list[dict[str, Any]]:
        """Of each image its size, how many detections are left out, and paths, where there are any."""
        first = self.sides[0].result
        true_rows, found_rows = self._rows(places)
        sizes = first.truth.images.sizes[self.listed[places]]
        unknown = (sizes == 0).any(axis=1)
        if unknown.any():
            sizes = np.where(np.expand_dims(unknown, 1), self._extents(true_rows, found_rows), sizes)
        left = np.stack(
            [groups.counts(places) - rows.count for groups, rows in zip(self.found, found_rows, strict=True)]
        )
        entries: list[dict[str, Any]] = [
            {"width": width, "height": height, "left": more}
            for (width, height), more in zip(sizes.tolist(), left.T.tolist(), strict=True)
        ]
        if first.truth.segmentations is None and first.truth.keypoints is None:
            return entries
        own = true_rows.split(true_rows.rows)
        best = [rows.split(rows.rows) for rows in found_rows]
        for i, entry in enumerate(entries):
            entry["paths"] = _paths(self.sides, own[i], [side[i] for side in best])
        return entries

    def _extents(self, true_rows: _Taken, found_rows: Sequence[_Taken]) -> Int64Array:
        """The size of a canvas that holds all boxes of an image, for images whose size is unknown."""
        extents = np.full((len(true_rows.count), 2), -np.inf)
        for rows, boxes in (
            (true_rows, self.sides[0].result.matches.truths.boxes),
            *(
                (rows, side.result.matches.detections.boxes)
                for rows, side in zip(found_rows, self.sides, strict=True)
            ),
        ):
            corners = _rounded(boxes[rows.rows])
            np.maximum.at(extents, rows.image, corners[:, :2] + corners[:, 2:])
        extents[np.isinf(extents)] = _EMPTY_CANVAS
        whole: Int64Array = np.maximum(1, np.ceil(extents)).astype(np.int64)
        return whole

    def _true_columns(self, taken: _Taken) -> dict[str, AnyArray]:
        truths, rows = self.sides[0].result.matches.truths, taken.rows
        return {
            "box": _rounded(truths.boxes[rows]),
            "category": truths.category[rows],
            "counts": (~truths.ignored[rows]).astype(np.int64),
            "row": rows,
        }

    def _found_columns(self, index: int, taken: _Taken) -> dict[str, AnyArray]:
        side, explained, rows = self.sides[index], self.explained[index], taken.rows
        found = side.result.matches.detections
        return {
            "box": _rounded(found.boxes[rows]),
            "category": found.category[rows],
            "score": found.score[rows],
            "outcome": explained.outcome[rows],
            "truth": self._place_of_truth(explained.truth[rows], found.image[rows]),
            "overlap": np.round(explained.overlap[rows], 4),
            "confused": self._place_of_truth(side.matrix.partner[rows], found.image[rows]),
            "row": explained.rank[rows],
        }

    def _place_of_truth(self, truth: AnyArray, image: AnyArray) -> Int64Array:
        """Where a truth stands in the list of its image; -1 for none, and for one of another image."""
        groups = self.truths
        here = truth >= 0
        here[here] = self.sides[0].result.matches.truths.image[truth[here]] == image[here]
        place = np.full(len(truth), -1, dtype=np.int64)
        place[here] = groups.within[truth[here]]
        return place


_EMPTY_CANVAS = 100
_KINDS = {
    "box": "f8", "category": "u2", "counts": "u1", "score": "f8", "outcome": "u1", "truth": "i4",
    "overlap": "u2", "confused": "i4", "row": "i4",
}  # fmt: skip
_TEN_THOUSAND = 10_000


def listed_rows(result: Result) -> Int64Array:
    """Row of each image of the evaluation in the truth's list [images].

    Examples
    --------
    >>> import truebox as tb
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> listed_rows(tb.evaluate([box], [box | {"scores": [0.5]}], mode="corrected")).tolist()
    [0]
    """
    row_of = {value: row for row, value in enumerate(result.truth.images.ids.tolist())}
    return np.array([row_of[key] for key in result.state.images.tolist()], dtype=np.int64)


def _lists(columns: Mapping[str, AnyArray]) -> list[list[Any]]:
    """Rows of plain values: the box, then one of each other column."""
    box, *rest = (column.tolist() for column in columns.values())
    return [[*corner, *values] for corner, *values in zip(box, *rest, strict=True)]


def _packed(taken: _Taken, columns: Mapping[str, AnyArray]) -> dict[str, Any]:
    made: dict[str, Any] = {"count": taken.count.tolist()}
    for name, column in columns.items():
        values = np.rint(column * _TEN_THOUSAND) if name == "overlap" else column
        made[name] = packed(values.ravel(), _KINDS[name])
    return made


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """Rows of some images, one image after the other: which `image` of them, and `count` of each."""

    rows: Int64Array
    image: Int64Array
    count: Int64Array

    def split(self, values: Any) -> list[Any]:
        """`values`, one of each row, as a piece of each image."""
        ends = np.cumsum(self.count).tolist()
        return [values[end - count : end] for end, count in zip(ends, self.count.tolist(), strict=True)]


@dataclass(frozen=True, slots=True, eq=False)
class _Grouped:
    """Rows by image: those of one image stand together in `order`, of which `offsets` says where they begin.

    ``within`` is the place of each row among those of its image.
    """

    order: Int64Array
    offsets: Int64Array
    within: Int64Array

    @classmethod
    def by(cls, image: AnyArray, count: int, ranked: Int64Array | None = None) -> _Grouped:
        """Group rows, those of one image in their order, or in that of `ranked`."""
        order = np.argsort(image if ranked is None else image[ranked], kind="stable")
        order = order if ranked is None else ranked[order]
        offsets = np.concatenate([[0], np.cumsum(np.bincount(image, minlength=count))]).astype(np.int64)
        within = np.empty(len(order), dtype=np.int64)
        within[order] = np.arange(len(order)) - offsets[image[order]]
        return cls(order, offsets, within)

    def counts(self, places: Int64Array) -> Int64Array:
        count: Int64Array = self.offsets[places + 1] - self.offsets[places]
        return count

    def of(self, places: Int64Array, most: int | None = None) -> _Taken:
        """The rows of these images, at most the first so many of each."""
        count = self.counts(places) if most is None else np.minimum(self.counts(places), most)
        image = np.repeat(np.arange(len(places)), count)
        begins = np.cumsum(count) - count
        at = np.arange(len(image)) - begins[image] + self.offsets[places][image]
        return _Taken(self.order[at], image, count)


@dataclass(frozen=True, slots=True, eq=False)
class _Explained:
    """Outcomes of all detections of one side, and the truths that explain them; `order` is best first."""

    outcome: ByteArray
    truth: Int64Array
    overlap: FloatArray
    order: Int64Array
    rank: Int64Array

    @classmethod
    def of(cls, side: Side) -> _Explained:
        truth = partners(side)
        order = np.argsort(-side.result.state.score, kind="stable")
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        return cls(outcome_codes(side), truth, overlaps_with(side, truth), order, rank)


def _paths(sides: Sequence[Side], true_rows: Int64Array, found_rows: Sequence[Int64Array]) -> dict[str, Any]:
    first = sides[0].result
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


def _rounded(boxes: FloatArray) -> FloatArray:
    rounded: FloatArray = np.round(boxes, 2)
    return rounded
