"""The ``segmentation`` of parsed COCO rows to ragged columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked
from truebox._writing.saying import say
from truebox.records import SegmentationKind, Segmentations

if TYPE_CHECKING:
    from truebox.datasets.columns.values import Rows
    from truebox.errors import InputError

__all__ = ["segmentation_column"]

_KEY = "segmentation"
_FORMS = "write {'size': [height, width], 'counts': ...} or [[x1, y1, x2, y2, ...], ...]"


def segmentation_column(rows: Rows) -> Segmentations:
    """Segmentations of every row; a row without one is kept as such (E-162 to E-169).

    What the numbers mean (runs that fit the size, points that make a polygon) is checked where they
    are decoded.
    """
    column = _Column(rows)
    for row, entry in enumerate(rows.rows):
        column.add(row, entry.get(_KEY))
    return column.finish()


class _Column:
    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.kinds: list[int] = []
        self.sizes: list[tuple[int, int]] = []
        self.texts: list[bytes] = []
        self.parts: list[Any] = []
        self.row_ends = [0]

    def add(self, row: int, value: Any) -> None:
        size, text = (0, 0), b""
        if value is None:
            kind = SegmentationKind.NONE
        elif isinstance(value, Mapping):
            size = self._size(row, value)
            counts = value.get("counts")
            if isinstance(counts, str | bytes):
                kind = SegmentationKind.TEXT
                text = counts if isinstance(counts, bytes) else counts.encode("utf-8", "surrogatepass")
            elif isinstance(counts, Sequence | np.ndarray):
                kind = SegmentationKind.COUNTS
                self.parts.append(self._counts(row, counts))
            else:
                raise self._refuse(row, f"counts are {'missing' if counts is None else say(counts)}")
        elif isinstance(value, Sequence | np.ndarray) and not isinstance(value, str | bytes):
            kind = SegmentationKind.POLYGONS
            for number, polygon in enumerate(value):
                self.parts.append(self._polygon(row, number, polygon))
        else:
            raise self._refuse(row, say(value))
        self.kinds.append(kind)
        self.sizes.append(size)
        self.texts.append(text)
        self.row_ends.append(len(self.parts))

    def finish(self) -> Segmentations:
        text = np.frombuffer(b"".join(self.texts), dtype=np.uint8)
        return Segmentations(
            kinds=np.array(self.kinds, dtype=np.uint8),
            sizes=np.array(self.sizes, dtype=np.int64).reshape(-1, 2),
            text=text,
            text_offsets=_offsets([len(entry) for entry in self.texts]),
            numbers=np.concatenate([np.empty(0), *self.parts]),
            part_offsets=_offsets([len(part) for part in self.parts]),
            row_offsets=np.array(self.row_ends, dtype=np.int64),
        )

    def _refuse(self, row: int, problem: str, code: str = "E-169", fix: str = _FORMS) -> InputError:
        text = f"not a segmentation: {problem}" if code == "E-169" else problem
        return self.rows.refuse(code, row, _KEY, text, fix)

    def _size(self, row: int, value: Mapping[Any, Any]) -> tuple[int, int]:
        size = value.get("size")
        pair = isinstance(size, Sequence | np.ndarray) and not isinstance(size, str) and len(size) == 2
        if not pair or not all(
            isinstance(side, int | np.integer) and not isinstance(side, bool) and -(2**62) < side < 2**62
            for side in size  # type: ignore[union-attr]
        ):
            given = "is missing" if size is None else say(size)
            problem = f"size {given}, need [height, width] in whole pixels"
            raise self._refuse(row, problem, "E-163", "write the size of the image the mask was made for")
        return int(size[0]), int(size[1])  # type: ignore[index]

    def _counts(self, row: int, counts: Any) -> Any:
        for count in counts:
            if isinstance(count, bool) or not isinstance(count, int | np.integer):
                problem = f"counts must be whole numbers from 0 on, got {say(count)}"
                raise self._refuse(row, problem, "E-165", "write non-negative integers")
            if not -(2**53) < count < 2**53:
                problem = f"the run {say(count)} goes beyond every image"
                raise self._refuse(row, problem, "E-161", "encode the mask again")
        return np.array([int(count) for count in counts], dtype=np.float64)

    def _polygon(self, row: int, number: int, polygon: Any) -> Any:
        if not isinstance(polygon, Sequence | np.ndarray) or isinstance(polygon, str | bytes):
            problem = f"{say(polygon)} where a polygon is expected; a list of polygons is one list deeper"
            raise self._refuse(row, problem)
        refuse_masked(polygon, f"{self.rows.name}[{row + self.rows.offset}].{_KEY}[{number}]")
        try:
            points = np.asarray(polygon)
        except ValueError:
            points = np.empty(1, dtype=object)
        if points.size and (points.dtype.kind not in "iuf" or points.ndim > 2):
            wrong = next((value for value in polygon if not isinstance(value, int | float)), polygon)
            raise self._refuse(row, f"polygon {number} holds {say(wrong)}, need numbers", "E-167")
        return points.astype(np.float64).ravel()


def _offsets(lengths: list[int]) -> Any:
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
