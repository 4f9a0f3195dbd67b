"""Polygons and keypoints of rows that are added one by one, as ragged columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.keypoint_values import keypoints_of_columns
from truebox.errors import InputError
from truebox.records import SegmentationKind, Segmentations

if TYPE_CHECKING:
    from truebox.records import Keypoints

__all__ = ["ShapeRows"]


class ShapeRows:
    """Collects what a row holds beside its box.

    Examples
    --------
    >>> rows = ShapeRows()
    >>> rows.add(polygons=[[0, 0, 4, 0, 4, 4]])
    >>> rows.add()
    >>> rows.segmentations().kinds.tolist()
    [3, 0]
    """

    def __init__(self) -> None:
        self._kinds: list[int] = []
        self._sizes: list[tuple[int, int]] = []
        self._texts: list[bytes] = []
        self._parts: list[Sequence[float]] = []
        self._row_ends: list[int] = [0]
        self._points: list[Sequence[float]] = []

    def add(
        self,
        *,
        polygons: Sequence[Sequence[float]] | None = None,
        mask: tuple[tuple[int, int], bytes] | None = None,
        keypoints: Sequence[float] | None = None,
    ) -> None:
        """Add one row: polygons ``x, y, x, y ...`` or a mask ``((height, width), runs as text)``; points."""
        kind, size, text = SegmentationKind.NONE, (0, 0), b""
        if polygons:
            kind = SegmentationKind.POLYGONS
            self._parts.extend(polygons)
        elif mask is not None:
            kind = SegmentationKind.TEXT
            size, text = mask
        self._kinds.append(kind)
        self._sizes.append(size)
        self._texts.append(text)
        self._row_ends.append(len(self._parts))
        self._points.append(() if keypoints is None else keypoints)

    def add_empty(self, count: int) -> None:
        """Add rows that have nothing beside their boxes."""
        self._kinds.extend([SegmentationKind.NONE] * count)
        self._sizes.extend([(0, 0)] * count)
        self._texts.extend([b""] * count)
        self._row_ends.extend([len(self._parts)] * count)
        self._points.extend([()] * count)

    def segmentations(self) -> Segmentations:
        """What was added, one entry a row."""
        return Segmentations(
            kinds=np.array(self._kinds, dtype=np.uint8),
            sizes=np.array(self._sizes, dtype=np.int64).reshape(-1, 2),
            text=np.frombuffer(b"".join(self._texts), dtype=np.uint8),
            text_offsets=_offsets([len(text) for text in self._texts]),
            numbers=np.concatenate([np.empty(0), *(np.asarray(part, np.float64) for part in self._parts)]),
            part_offsets=_offsets([len(part) for part in self._parts]),
            row_offsets=np.array(self._row_ends, dtype=np.int64),
        )

    def keypoints(self, source: str) -> Keypoints:
        """``x, y, visibility`` of every row; refused where rows differ in their number (E-170)."""
        numbers = np.concatenate([np.empty(0), *(np.asarray(each, np.float64) for each in self._points)])
        ends = np.cumsum([len(each) for each in self._points], dtype=np.int64)

        def refuse(row: int, problem: str) -> InputError:
            return InputError(
                "E-170", f"{source} row {row}", problem, "give every row the same points", row=row
            )

        return keypoints_of_columns(numbers, ends, np.full(len(ends), -1, dtype=np.int64), refuse)


def _offsets(lengths: Sequence[int]) -> np.ndarray:
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
