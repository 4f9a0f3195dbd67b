"""Objects of a truth in files by image, in the order in which they came, and whether their ids repeat."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets import NotInPiecesError
from truebox.evaluation.streaming.larger.spilled.files import SpilledFiles
from truebox.evaluation.streaming.larger.stretches import Stretches
from truebox.records import Ids
from truebox.records.taking import take_truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.datasets import TruthFrame
    from truebox.records import Finding, Truth
    from truebox.typing import Int64Array

__all__ = ["RepeatedIds", "SpilledTruth"]

_ROW = np.dtype(
    [
        ("image", "<i8"),
        ("category", "<i8"),
        ("id", "<i8"),
        ("row", "<i8"),
        ("box", "<f8", 4),
        ("area", "<f8"),
        ("crowd", "u1"),
        ("ignore", "u1"),
        ("area_missing", "u1"),
    ]
)
_ID = np.dtype([("id", "<i8"), ("row", "<i8")])
_ID_FILES, _FIRST = 64, 5
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


class RepeatedIds:
    """Ids of annotations in files by their hash, so that a few at a time tell which repeat.

    Parameters
    ----------
    home : Path
        A folder that exists.
    """

    def __init__(self, home: Path) -> None:
        self._files = SpilledFiles(home, "ids", _ID_FILES, _ID)
        self.any_zero = False
        self._highest: int | None = None
        self._ascending = True

    def add(self, piece: Truth, first: int) -> None:
        """Take the ids of a piece, whose first row is the `first` of the file."""
        values = piece.ids.values
        if not len(values):
            return
        beyond = self._highest is None or int(values[0]) > self._highest
        self._ascending &= beyond and bool((values[1:] > values[:-1]).all())
        self._highest = int(values[-1])
        self.any_zero |= not values.all()
        rows = np.empty(len(values), dtype=_ID)
        rows["id"], rows["row"] = values, np.arange(first, first + len(values))
        mixed = (values.view(np.uint64) * _GOLDEN) >> np.uint64(58)
        self._files.add(mixed.astype(np.int64), rows, _shapeless(piece))

    def close(self) -> None:
        """Everything is written."""
        self._files.close()

    def again(self, like: Truth) -> tuple[int, tuple[int, ...]]:
        """How many annotations have the id of an earlier one, and the rows of the first five."""
        if self._ascending:
            return 0, ()
        found = []
        for place in range(_ID_FILES):
            rows, _, _ = self._files.read(place, place + 1, _shapeless(like))
            order = np.argsort(rows["id"], kind="stable")
            ordered = rows[order]
            found.append(ordered["row"][1:][ordered["id"][1:] == ordered["id"][:-1]])
        again = np.sort(np.concatenate(found))
        return len(again), tuple(again[:_FIRST].tolist())


def _shapeless(truth: Truth) -> Truth:
    return replace(truth, segmentations=None, keypoints=None)


class SpilledTruth:
    """Pieces of a truth, given back by neighbouring images.

    Parameters
    ----------
    home : Path
        A folder for the files.
    frame : TruthFrame
        Images and classes, and the objects in pieces.
    rows : int
        Of a piece.
    stretches : int
        Into how many the images are cut.

    Raises
    ------
    NotInPiecesError
        The pieces are not alike, or only the whole can tell what their ids mean.
    """

    def __init__(self, home: Path, frame: TruthFrame, rows: int, stretches: int) -> None:
        self.stretches = Stretches(frame.images, stretches)
        self._files = SpilledFiles(home, "objects", stretches, _ROW)
        self._like: Truth | None = None
        self._any_missing, self._filled = False, False
        self._categories = frame.categories.ids
        ids = RepeatedIds(home)
        said: list[tuple[int, Sequence[Finding]]] = []
        first = 0
        with closing(self._files), closing(ids):
            for piece in frame.pieces.read(frame, rows):
                said.append((first, piece.findings))
                self._add(piece, first)
                ids.add(piece, first)
                first += len(piece)
        like = self._like_pieces()
        again = ids.again(like)
        self.repeated: bool = again[0] > 0
        self.any_zero: bool = ids.any_zero
        self.frame: Truth = replace(frame, findings=frame.pieces.noticed(said, again), units=like.units)
        self.weights = self._files.weights

    def _like_pieces(self) -> Truth:
        if self._like is None:
            raise NotInPiecesError
        return self._like

    def _add(self, piece: Truth, first: int) -> None:
        like = self._like
        if piece.ids.names is not None or (len(piece) and self._unlike(piece)):
            raise NotInPiecesError
        if like is None or (len(piece) and not self._filled):
            self._like, self._filled = take_truth(piece, np.empty(0, dtype=np.int64)), len(piece) > 0
        rows = np.empty(len(piece), dtype=_ROW)
        rows["image"] = _placed(piece.image, self.stretches.table)
        rows["category"] = _placed(piece.category, self._categories)
        rows["id"], rows["row"] = piece.ids.values, np.arange(first, first + len(piece))
        rows["box"], rows["area"] = piece.boxes, piece.area
        rows["crowd"], rows["ignore"] = piece.crowd, piece.ignore
        rows["area_missing"] = 0 if piece.area_missing is None else piece.area_missing
        self._any_missing |= piece.area_missing is not None
        self._files.add(self.stretches.of(piece.image), rows, piece)

    def _unlike(self, piece: Truth) -> bool:
        """Whether a piece with rows differs from one before in what columns it has."""
        like = self._like
        if like is None or not self._filled:
            return False
        kinds = [
            (
                each.units,
                each.segmentations is None,
                None if each.keypoints is None else each.keypoints.per_row,
            )
            for each in (piece, like)
        ]
        return kinds[0] != kinds[1]

    def of(self, first: int, last: int) -> Truth:
        assert self._like is not None  # or there was no piece
        rows, masks, points = self._files.read(first, last, self._like)
        order = np.argsort(rows["row"], kind="stable")
        held = replace(
            self._like,
            image=_given_back(rows["image"], self.stretches.table),
            category=_given_back(rows["category"], self._categories),
            ids=Ids(np.ascontiguousarray(rows["id"])),
            boxes=np.ascontiguousarray(rows["box"]),
            area=np.ascontiguousarray(rows["area"]),
            crowd=np.ascontiguousarray(rows["crowd"]),
            ignore=np.ascontiguousarray(rows["ignore"]),
            area_missing=rows["area_missing"] != 0 if self._any_missing else None,
            segmentations=masks,
            keypoints=points,
            attributes={},
            source_rows=None,
        )
        return replace(
            take_truth(held, order),
            source=self.frame.source,
            images=self.stretches.images(first, last),
            categories=self.frame.categories,
            findings=self.frame.findings,
        )


def _placed(ids: Ids, table: Ids) -> Int64Array:
    """Numbers that stand for ids: themselves, or places in a table of texts."""
    if ids.names is None and table.names is None:
        return ids.values
    if not len(ids):
        return np.empty(0, dtype=np.int64)
    if ids.names is None or table.names is None:
        raise NotInPiecesError  # of another kind than those that are listed
    place = {name: row for row, name in enumerate(table.tolist())}
    codes = np.array([place.get(name, -1) for name in ids.names], dtype=np.int64)[ids.values]
    if (codes < 0).any():
        raise NotInPiecesError
    return codes


def _given_back(codes: Int64Array, table: Ids) -> Ids:
    if table.names is None:
        return Ids(np.ascontiguousarray(codes))
    return Ids(table.values[codes], table.names)
