"""Detections in files by image, in the order in which they came, until their images are evaluated."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from truebox.evaluation.states.alignment import align, positions, sorted_table
from truebox.records import Ids, Images, Keypoints, Segmentations, Strings
from truebox.records.taking import take_predictions, take_truth

if TYPE_CHECKING:
    from truebox.records import Finding, Predictions, Source, Truth
    from truebox.typing import AnyArray, Int64Array

__all__ = ["NotInPiecesError", "SpilledRows"]

_BUCKETS = 128
_ROW = np.dtype([("image", "<i4"), ("category", "<i4"), ("box", "<f8", 4), ("score", "<f8")])
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


class NotInPiecesError(Exception):
    """What decides about the rows of a file was different in two of its pieces."""


class SpilledRows:
    """Pieces of predictions are taken, and given back by neighbouring images.

    Parameters
    ----------
    home : Path
        A folder for the files.
    truth : Truth
        Whose images and classes they are of.
    """

    def __init__(self, home: Path, truth: Truth) -> None:
        self._truth = truth
        self._images = sorted_table(truth.images.ids)
        self._sizes = np.zeros((len(self._images), 2), dtype=np.int64)
        self._sizes[positions(truth.images.ids, self._images, 1)[0]] = truth.images.sizes
        self._categories = sorted_table(truth.categories.ids)
        self._home = home
        self._weights = np.zeros(_BUCKETS, dtype=np.int64)
        self._findings: list[Finding] = []
        self._seen: set[tuple[str, str]] = set()
        self._files = ExitStack()
        self._streams: list[IO[bytes]] = [
            self._files.enter_context(self._path(bucket).open("wb")) for bucket in range(_BUCKETS)
        ]
        self._last: Predictions | None = None

    def _path(self, bucket: int) -> Path:
        return self._home / f"{bucket}.rows"

    @property
    def source(self) -> Source:
        """Of the predictions."""
        assert self._last is not None  # as in `_found`
        source = self._last.source
        return replace(source, description=f"{source.description}, read in pieces")

    def close(self) -> None:
        """Everything is written."""
        self._files.close()

    def add(self, piece: Predictions) -> None:
        """Write the rows of a piece.

        Raises
        ------
        NotInPiecesError
            They have boxes or points where those of another piece have none, or the other way round.
        """
        image, _ = positions(piece.image, self._images, 1)
        category, _ = positions(piece.category, self._categories, 1)
        if len(piece) and (image.min() < 0 or category.min() < 0):
            align(self._truth, piece, images=None, categories=None, class_agnostic=False, threads=1)
        if len(piece) or self._last is None:
            self._refuse_other_kind(piece)
            self._last = take_predictions(piece, np.empty(0, dtype=np.int64))
        rows = np.empty(len(piece), dtype=_ROW)
        rows["image"], rows["category"] = image, category
        rows["box"], rows["score"] = piece.boxes, piece.scores
        bucket = image.astype(np.int64) * _BUCKETS // max(len(self._images), 1)
        order = np.argsort(bucket, kind="stable")
        counts = np.bincount(bucket, minlength=_BUCKETS)
        ends = np.cumsum(counts)
        for place in np.flatnonzero(counts).tolist():
            chosen = order[ends[place] - counts[place] : ends[place]]
            stream = self._streams[place]
            before = stream.tell()
            _write(stream, rows[chosen])
            for values in _shapes_of(piece, chosen):
                _write(stream, values)
            self._weights[place] += -(-(stream.tell() - before) // _ROW.itemsize)
        for each in piece.findings:
            if (each.code, each.message) not in self._seen:
                self._seen.add((each.code, each.message))
                self._findings.append(each)

    def _refuse_other_kind(self, piece: Predictions) -> None:
        last = self._last
        if last is None or not len(piece):
            return
        kinds = [
            (
                each.boxed,
                each.segmentations is None,
                None if each.keypoints is None else each.keypoints.points.shape[1],
            )
            for each in (piece, last)
        ]
        if kinds[0] != kinds[1]:
            raise NotInPiecesError

    def groups(self, most: int) -> Iterator[tuple[Truth, Predictions]]:
        """Truth and predictions of neighbouring images, with at most so many rows where possible.

        Masks and points weigh as many rows as boxes would take in the same bytes.
        """
        where, _ = positions(self._truth.image, self._images, 1)
        # Truths of images that nobody lists are counted once, with the first.
        where = np.maximum(where, 0)
        order = np.argsort(where, kind="stable")
        ordered = where[order]
        first = 0
        while first < _BUCKETS:
            last = first + 1
            while last < _BUCKETS and self._weights[first : last + 1].sum() <= most:
                last += 1
            low, high = (-(-each * len(self._images) // _BUCKETS) for each in (first, last))
            first, of_first = last, first
            if low == high:
                continue
            begin, end = np.searchsorted(ordered, [low, high])
            yield self._true(low, high, order[begin:end]), self._found(of_first, last)

    def _true(self, low: int, high: int, rows: Int64Array) -> Truth:
        """The images from place `low` to `high`, with these rows, in the order of the file."""
        count = high - low
        images = Images(
            ids=Ids(self._images.values[low:high], self._images.names),
            sizes=self._sizes[low:high],
            file_names=Strings(b"", np.zeros(count + 1, dtype=np.int64)),
            listed=self._truth.images.listed,
        )
        return replace(take_truth(self._truth, np.sort(rows)), images=images)

    def _found(self, first: int, last: int) -> Predictions:
        assert self._last is not None  # a file has a piece, if only an empty one
        chunks = [chunk for bucket in range(first, last) for chunk in self._chunks(bucket)]
        rows = np.concatenate([np.empty(0, dtype=_ROW), *(chunk[0] for chunk in chunks)])
        shapes = [chunk[1:] for chunk in chunks]
        masks, points = self._last.segmentations, self._last.keypoints
        if shapes and masks is not None:
            masks = Segmentations(**_joined_masks([each[: len(_OF_MASKS)] for each in shapes]))
        if shapes and points is not None:
            columns = zip(*(each[-len(_OF_POINTS) :] for each in shapes), strict=True)
            points = Keypoints(**dict(zip(_OF_POINTS, map(np.concatenate, columns), strict=True)))
        return replace(
            self._last,
            image=Ids(self._images.values[rows["image"]], self._images.names),
            category=Ids(self._categories.values[rows["category"]], self._categories.names),
            boxes=np.ascontiguousarray(rows["box"]),
            scores=np.ascontiguousarray(rows["score"]),
            segmentations=masks,
            keypoints=points,
            attributes={},
            source_rows=None,
            findings=tuple(self._findings if first == 0 else []),
        )

    def _chunks(self, bucket: int) -> Iterator[list[AnyArray]]:
        """The arrays of each piece."""
        assert self._last is not None  # as in `_found`
        kinds: list[Any] = [_ROW]
        if self._last.segmentations is not None:
            kinds += _OF_MASKS.values()
        if self._last.keypoints is not None:
            kinds += _OF_POINTS.values()
        with self._path(bucket).open("rb") as stream:
            while head := stream.read(8):
                chunk = [_read(stream, kinds[0], head)]
                chunk += [_read(stream, kind, stream.read(8)) for kind in kinds[1:]]
                yield _shaped(chunk, self._last)


def _shapes_of(piece: Predictions, rows: Int64Array) -> list[AnyArray]:
    """The columns of masks and points of these rows."""
    if piece.segmentations is None and piece.keypoints is None:
        return []
    taken = take_predictions(piece, rows)
    columns: list[AnyArray] = []
    for held, names in ((taken.segmentations, _OF_MASKS), (taken.keypoints, _OF_POINTS)):
        if held is not None:
            columns += [getattr(held, name).astype(kind, copy=False) for name, kind in names.items()]
    return columns


def _shaped(chunk: list[AnyArray], like: Predictions) -> list[AnyArray]:
    """The arrays of a chunk, which were written flat, with their axes."""
    rows, place = len(chunk[0]), 1
    if like.segmentations is not None:
        chunk[2] = chunk[2].reshape(rows, 2)
        place += len(_OF_MASKS)
    if like.keypoints is not None:
        chunk[place] = chunk[place].reshape(rows, -1, 3)
        chunk[place + 2] = chunk[place + 2].reshape(rows, 4)
    return chunk


def _joined_masks(chunks: list[list[AnyArray]]) -> dict[str, AnyArray]:
    """The columns of all chunks; offsets count on."""
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
