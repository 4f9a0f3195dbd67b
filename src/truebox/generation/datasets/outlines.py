"""A ragged column of closed outlines, cut at the border of the image: boxes, areas, COCO polygons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.typing import FloatArray, Int64Array

__all__ = ["DECIMALS", "Outlines", "clip_outline"]

DECIMALS = 2
"""Everything about the world is rounded to hundredths of a pixel, where no platform differs from another."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Closed outlines, one per object.

    Parameters
    ----------
    points : float64 array [P, 2]
        All corners, one outline after the other.
    offsets : int64 array [N + 1]
        Outline ``i`` is ``points[offsets[i]:offsets[i + 1]]``; none is empty.
    """

    points: FloatArray
    offsets: Int64Array

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, row: int) -> FloatArray:
        return self.points[self.offsets[row] : self.offsets[row + 1]]

    @classmethod
    def joined(cls, outlines: Sequence[FloatArray]) -> Outlines:
        """Put single outlines one after the other."""
        lengths = np.array([0, *map(len, outlines)], np.int64)
        points = np.concatenate(outlines) if outlines else np.empty((0, 2))
        return cls(points, np.cumsum(lengths))

    def boxes(self) -> FloatArray:
        """Tight boxes [N, 4], ``x, y, width, height``."""
        if not len(self):
            return np.empty((0, 4))
        low = np.minimum.reduceat(self.points, self.offsets[:-1])
        high = np.maximum.reduceat(self.points, self.offsets[:-1])
        return np.concatenate([low, np.round(high - low, DECIMALS)], axis=1)

    def areas(self) -> FloatArray:
        """Enclosed areas [N] by the shoelace formula, in whole hundredths of a square pixel.

        Summed in integers: sums of floats depend on their order, which differs between platforms, and
        one area in two hundred lies halfway between two hundredths.
        """
        if not len(self):
            return np.empty(0)
        following = np.arange(1, len(self.points) + 1)
        following[self.offsets[1:] - 1] = self.offsets[:-1]
        x, y = np.rint(self.points.T * 10**DECIMALS).astype(np.int64)
        doubled = np.abs(np.add.reduceat(x * y[following] - x[following] * y, self.offsets[:-1]))
        areas: FloatArray = ((doubled + 10**DECIMALS) // (2 * 10**DECIMALS)) / 10**DECIMALS
        return areas


def clip_outline(points: FloatArray, size: tuple[int, int]) -> FloatArray:
    """Cut an outline at the border of the image, one side after the other (Sutherland and Hodgman, 1974)."""
    for axis, limit, sign in (
        (0, 0.0, 1.0),
        (0, float(size[0]), -1.0),
        (1, 0.0, 1.0),
        (1, float(size[1]), -1.0),
    ):
        if not len(points):
            break
        depth = sign * (points[:, axis] - limit)
        kept: list[FloatArray] = []
        for here, d_here, there, d_there in zip(
            np.roll(points, 1, axis=0), np.roll(depth, 1), points, depth, strict=True
        ):
            if (d_here >= 0) != (d_there >= 0):
                crossing = here + (there - here) * (d_here / (d_here - d_there))
                crossing[axis] = limit
                kept.append(crossing)
            if d_there >= 0:
                kept.append(there)
        points = np.array(kept).reshape(-1, 2)
    return _without_spikes(points)


def _without_spikes(points: FloatArray) -> FloatArray:
    """Take out corners at which the outline turns straight back, and repeated ones.

    Cutting presses a part that lies outside flat against the border, where it may reach further than
    anything visible; coordinates on the border are equal to the last bit.
    """
    while len(points):
        arriving = points - np.roll(points, 1, axis=0)
        leaving = np.roll(arriving, -1, axis=0)
        along = (arriving * leaving).sum(axis=1)
        flat = (arriving == 0) & (leaving == 0)
        useless = (flat.any(axis=1) & (along < 0)) | (arriving == 0).all(axis=1)
        if not useless.any():
            break
        points = np.delete(points, int(np.argmax(useless)), axis=0)
    return points
