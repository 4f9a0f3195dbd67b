"""Rows with their masks and points in files, one for each stretch of images, as they came."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from truebox.records import Keypoints, Segmentations, Truth
from truebox.records.taking import take_predictions, take_truth

if TYPE_CHECKING:
    from truebox.records import Predictions
    from truebox.typing import AnyArray, Int64Array

__all__ = ["BYTES_OF_ROW", "SpilledFiles"]

BYTES_OF_ROW = 48
"""What weighs as one row: a box, its image, class and score."""

_OF_MASKS = {
    "kinds": "u1",
    "sizes": "<i8",
    "text": "u1",
    "text_offsets": "<i8",
    "numbers": "<f8",
    "part_offsets": "<i8",
    "row_offsets": "<i8",
}
_OFFSETS = ("text_offsets", "part_offsets", "row_offsets")
_OF_POINTS = {"points": "<f8", "labelled": "<i8", "extents": "<f8"}


class SpilledFiles:
    """Rows are taken, and given back by neighbouring files.

    Parameters
    ----------
    home : Path
        A folder that exists.
    name : str
        What the files are called.
    count : int
        How many there are.
    row : numpy.dtype
        Of the rows.
    """

    def __init__(self, home: Path, name: str, count: int, row: np.dtype[Any]) -> None:
        self._home, self._name, self._row = home, name, row
        self.weights = np.zeros(count, dtype=np.int64)
        """What each file holds, in rows of `BYTES_OF_ROW`."""
        self._files = ExitStack()
        self._streams: list[IO[bytes]] = [
            self._files.enter_context(self._path(place).open("wb")) for place in range(count)
        ]

    def _path(self, place: int) -> Path:
        return self._home / f"{place}.{self._name}"

    def close(self) -> None:
        """Everything is written."""
        self._files.close()

    def add(self, places: Int64Array, rows: AnyArray, records: Truth | Predictions) -> None:
        """Write rows, with the masks and points of the records, each to the file of its place."""
        order = np.argsort(places, kind="stable")
        counts = np.bincount(places, minlength=len(self.weights))
        ends = np.cumsum(counts)
        for place in np.flatnonzero(counts).tolist():
            chosen = order[ends[place] - counts[place] : ends[place]]
            stream = self._streams[place]
            before = stream.tell()
            _write(stream, rows[chosen])
            for values in _shapes_of(records, chosen):
                _write(stream, values)
            self.weights[place] += -(-(stream.tell() - before) // BYTES_OF_ROW)

    def read(
        self, first: int, last: int, like: Truth | Predictions
    ) -> tuple[AnyArray, Segmentations | None, Keypoints | None]:
        """The rows from file `first` to before `last`, and what they have of masks and points, as `like`."""
        chunks = [chunk for place in range(first, last) for chunk in self._chunks(place, like)]
        rows = np.concatenate([np.empty(0, dtype=self._row), *(chunk[0] for chunk in chunks)])
        shapes = [chunk[1:] for chunk in chunks]
        masks, points = like.segmentations, like.keypoints
        if shapes and masks is not None:
            masks = Segmentations(**_joined_masks([each[: len(_OF_MASKS)] for each in shapes]))
        if shapes and points is not None:
            columns = zip(*(each[-len(_OF_POINTS) :] for each in shapes), strict=True)
            points = Keypoints(**dict(zip(_OF_POINTS, map(np.concatenate, columns), strict=True)))
        return rows, masks, points

    def _chunks(self, place: int, like: Truth | Predictions) -> Iterator[list[AnyArray]]:
        """The arrays of each lot."""
        kinds: list[Any] = [self._row]
        if like.segmentations is not None:
            kinds += _OF_MASKS.values()
        if like.keypoints is not None:
            kinds += _OF_POINTS.values()
        with self._path(place).open("rb") as stream:
            while head := stream.read(8):
                chunk = [_read(stream, kinds[0], head)]
                chunk += [_read(stream, kind, stream.read(8)) for kind in kinds[1:]]
                yield _shaped(chunk, like)


def _shapes_of(records: Truth | Predictions, rows: Int64Array) -> list[AnyArray]:
    """The columns of masks and points of these rows."""
    if records.segmentations is None and records.keypoints is None:
        return []
    taken = take_truth(records, rows) if isinstance(records, Truth) else take_predictions(records, rows)
    columns: list[AnyArray] = []
    for held, names in ((taken.segmentations, _OF_MASKS), (taken.keypoints, _OF_POINTS)):
        if held is not None:
            columns += [getattr(held, name).astype(kind, copy=False) for name, kind in names.items()]
    return columns


def _shaped(chunk: list[AnyArray], like: Truth | Predictions) -> list[AnyArray]:
    """The arrays of a lot, which were written flat, with their axes."""
    rows, place = len(chunk[0]), 1
    if like.segmentations is not None:
        chunk[2] = chunk[2].reshape(rows, 2)
        place += len(_OF_MASKS)
    if like.keypoints is not None:
        chunk[place] = chunk[place].reshape(rows, -1, 3)
        chunk[place + 2] = chunk[place + 2].reshape(rows, 4)
    return chunk


def _joined_masks(chunks: list[list[AnyArray]]) -> dict[str, AnyArray]:
    """The columns of all lots; offsets count on."""
    named = [dict(zip(_OF_MASKS, chunk, strict=True)) for chunk in chunks]
    joined = {}
    for name in _OF_MASKS:
        columns = [chunk[name] for chunk in named]
        if name in _OFFSETS:
            steps = [np.zeros(1, dtype=np.int64), *(np.diff(column) for column in columns)]
            joined[name] = np.cumsum(np.concatenate(steps))
        else:
            joined[name] = np.concatenate(columns)
    return joined


def _write(stream: IO[bytes], values: AnyArray) -> None:
    raw = np.ascontiguousarray(values).tobytes()
    stream.write(len(raw).to_bytes(8, "little"))
    stream.write(raw)


def _read(stream: IO[bytes], kind: Any, length: bytes) -> AnyArray:
    return np.frombuffer(stream.read(int.from_bytes(length, "little")), dtype=kind)
