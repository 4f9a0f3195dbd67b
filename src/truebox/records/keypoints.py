"""Keypoints of every row."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._frozen import dataclass
from truebox._named import NamedTuple

if TYPE_CHECKING:
    from truebox.typing import AnyArray, BoolArray, ByteArray, FloatArray, Int64Array

__all__ = ["Keypoints"]


class PackedPoints(NamedTuple):
    """Points in a fourth of their memory, as most files write them; every number is exactly that of the file.

    Parameters
    ----------
    coordinates : int32 array [N, K, 2]
        ``x, y`` times `unit`: divided by it they are the doubles that the texts read as.
    thirds : uint8 array [N, K]
        Visibilities.
    unit : float
    """

    coordinates: AnyArray
    thirds: ByteArray
    unit: float

    def numbers(self) -> FloatArray:
        """As float64 [N, K, 3].

        Examples
        --------
        >>> PackedPoints(np.array([[[123, -50]]], np.int32), np.ones((1, 1), np.uint8), 100.0).numbers()
        array([[[ 1.23, -0.5 ,  1.  ]]])
        """
        found = np.empty((*self.thirds.shape, 3))
        np.divide(self.coordinates, self.unit, out=found[:, :, :2])
        found[:, :, 2] = self.thirds
        return found


class _Packed:
    """Keeps the points of `Keypoints` until they are asked for."""

    __slots__ = ("_packed",)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Keypoints(_Packed):
    """The same number of points in every row.

    Parameters
    ----------
    points : float64 array [N, K, 3]
        ``x, y, visibility`` (of predictions: anything) in absolute pixels as read. Of a file they are made
        when they are first asked for, and kept.
    labelled : int64 array [N]
        How many points count as labelled: ``num_keypoints``, or the visible ones where it is not given.
    extents : float64 array [N, 4]
        ``x, y, width, height`` of the box around all points, labelled or not.
    """

    points: FloatArray
    labelled: Int64Array
    extents: FloatArray

    @classmethod
    def from_packed(
        cls,
        coordinates: AnyArray,
        thirds: ByteArray,
        unit: float,
        *,
        labelled: Int64Array,
        extents: FloatArray,
    ) -> Keypoints:
        """Keypoints whose `points` are made when they are asked for.

        Parameters
        ----------
        coordinates : int32 array [N, K, 2]
            ``x, y`` times `unit`: divided by it they are the doubles that the texts read as.
        thirds : uint8 array [N, K]
            Visibilities.
        unit : float
            What a coordinate of 1 is written as.
        labelled, extents : arrays
            As of `Keypoints`.

        Examples
        --------
        >>> own = {"labelled": np.ones(1, np.int64), "extents": np.zeros((1, 4))}
        >>> held = Keypoints.from_packed(np.full((1, 1, 2), 125), np.ones((1, 1), np.uint8), 100.0, **own)
        >>> held.points.tolist()
        [[[1.25, 1.25, 1.0]]]
        """
        made = object.__new__(cls)
        packed = PackedPoints(coordinates, thirds, unit)
        for name, value in (("_packed", packed), ("labelled", labelled), ("extents", extents)):
            object.__setattr__(made, name, value)
        return made

    @property
    def packed(self) -> PackedPoints | None:
        """The points as they were read; None where they were not packed, or have been asked for."""
        return getattr(self, "_packed", None)

    @property
    def per_row(self) -> int:
        """How many points a row has."""
        packed = self.packed
        return int((self.points if packed is None else packed.thirds).shape[1])

    def of_point(self, point: int) -> tuple[BoolArray, FloatArray]:
        """Whether one point of each row is labelled [N, 1], its visibility above 0, and its x, y [N, 2].

        Examples
        --------
        >>> own = {"labelled": np.ones(1, np.int64), "extents": np.zeros((1, 4))}
        >>> held = Keypoints.from_packed(np.full((1, 2, 2), 125), np.array([[0, 2]]), 100.0, **own)
        >>> held.of_point(1)
        (array([[ True]]), array([[1.25, 1.25]]))
        """
        packed = self.packed
        if packed is None:
            return self.points[:, point, 2:] > 0, self.points[:, point, :2]
        return packed.thirds[:, point, None] > 0, packed.coordinates[:, point] / packed.unit

    @property
    def columns(self) -> tuple[AnyArray, ...]:
        """The arrays that are there: those of `packed`, or `points`, and the others."""
        packed = self.packed
        own = (self.points,) if packed is None else packed[:2]
        return (*own, self.labelled, self.extents)

    def taken(self, rows: Int64Array) -> Keypoints:
        """The keypoints of some rows, in that order."""
        packed, labelled, extents = self.packed, self.labelled[rows], self.extents[rows]
        if packed is None:
            return Keypoints(points=self.points[rows], labelled=labelled, extents=extents)
        coordinates, thirds = packed.coordinates[rows], packed.thirds[rows]
        return Keypoints.from_packed(coordinates, thirds, packed.unit, labelled=labelled, extents=extents)

    def __getattr__(self, name: str) -> Any:
        # Only where a slot is empty: that of the points, until somebody asks.
        if name != "points":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        packed = self.packed
        if packed is None:  # another thread has made them meanwhile
            return object.__getattribute__(self, name)
        points = packed.numbers()
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "_packed", None)  # whoever changes the points changes them for all
        return points

    def __len__(self) -> int:
        return len(self.labelled)
