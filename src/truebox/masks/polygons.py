"""Polygons to masks, with the reference's rasterisation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuse_masked, refuses_other_kinds, warn_caller
from truebox._native import masks as native
from truebox._native.threads import thread_count
from truebox.errors import ArgumentError, InputError
from truebox.masks.masks import Masks
from truebox.masks.refusal import Fault, refuse
from truebox.masks.sizes import sizes_per_mask

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from truebox.typing import Int64Array

__all__ = ["RasterizedPolygons", "far_outside_message", "polygons_to_masks", "rasterize_polygons"]


@dataclass(frozen=True, slots=True, eq=False)
class RasterizedPolygons:
    """Masks of polygons, and which objects were clipped far from the image.

    Parameters
    ----------
    masks : Masks [N]
    far_outside : int64 array
        Rows of objects with a coordinate beyond the image by more than its longer side
        (warning ``W-168``).

    Examples
    --------
    >>> from truebox.masks import rasterize_polygons
    >>> rasterize_polygons([0, 0, 900, 0, 0, 4], [0, 6], [0, 1], (10, 10)).far_outside.tolist()
    [0]
    """

    masks: Masks
    far_outside: Int64Array


@refuses_other_kinds
def polygons_to_masks(polygons: Sequence[Any], sizes: Any, *, threads: int | None = None) -> Masks:
    """Masks of objects that are outlined by polygons.

    Equal to ``pycocotools.mask.frPyObjects`` followed by ``merge``, bit by bit, wherever those are
    defined; outlines far beyond the image, at which they crash, are clipped here. An outline may
    cross itself: a pixel belongs to it if the outline runs around it an odd number of times. The
    polygons of one object are united.

    Parameters
    ----------
    polygons : sequence [N] of sequences of polygons
        Per object a list of polygons as in COCO files: ``[[x1, y1, x2, y2, ...], ...]``, each with at
        least three points. Arrays [K, 2] are taken too.
    sizes : (height, width) or array [N, 2]
        Of the images; what lies outside is cut off.
    threads : int, optional
        None lets the size of the work decide.

    Returns
    -------
    Masks [N]

    Raises
    ------
    ArgumentError
        For sizes that are no whole numbers (height, width), one or of each mask.
    InputError
        ``E-166`` for NaN and infinity; ``E-167`` for an odd number of values, fewer than three
        points or no polygon; ``E-163`` for an impossible size.

    Warns
    -----
    TrueboxWarning
        ``W-168`` for coordinates beyond the image by more than its longer side.

    Examples
    --------
    >>> from truebox.masks import mask_area, polygons_to_masks
    >>> mask_area(polygons_to_masks([[[1, 1, 5, 1, 5, 5, 1, 5]]], (10, 10)))
    array([16])
    """
    result = rasterize_polygons(*flatten_polygons(polygons, "polygons"), sizes, threads=threads)
    if len(result.far_outside):
        warn_caller(f"W-168 {far_outside_message(result.far_outside)}")
    return result.masks


@refuses_other_kinds
def rasterize_polygons(
    coordinates: Any,
    polygon_offsets: Any,
    object_offsets: Any,
    sizes: Any,
    *,
    threads: int | None = None,
    name: str = "polygons",
    rows: Sequence[int] | None = None,
) -> RasterizedPolygons:
    """`polygons_to_masks` for polygons that are columns already; warns of nothing.

    Parameters
    ----------
    coordinates : float64 array [C]
        ``x, y`` of every point of every polygon.
    polygon_offsets : int64 array [P + 1]
        Polygon ``p`` is ``coordinates[polygon_offsets[p]:polygon_offsets[p + 1]]``.
    object_offsets : int64 array [N + 1]
        Object ``i`` has the polygons from ``object_offsets[i]`` to ``object_offsets[i + 1]``.
    sizes : (height, width) or array [N, 2]
        Of the images.
    threads : int, optional
        None lets the size of the work decide.
    name : str
        What error messages call the argument.
    rows : sequence of int, optional
        The caller's row of each object, for error messages.

    Returns
    -------
    RasterizedPolygons

    Raises
    ------
    ArgumentError
        For offsets that do not fit, and sizes that are no whole numbers (height, width).
    InputError
        ``E-163``, ``E-166`` and ``E-167``: an image too large, and polygons that are none.

    Examples
    --------
    >>> from truebox.masks import mask_area, rasterize_polygons
    >>> two_boxes = [0, 0, 4, 0, 4, 2, 0, 2, 5, 5, 8, 5, 8, 8, 5, 8]
    >>> mask_area(rasterize_polygons(two_boxes, [0, 8, 16], [0, 2], (10, 10)).masks)
    array([17])
    """
    for given in (coordinates, polygon_offsets, object_offsets):
        refuse_masked(given, name)
    points = np.ascontiguousarray(coordinates, dtype=np.float64)
    polygons = np.ascontiguousarray(polygon_offsets, dtype=np.int64)
    objects = np.ascontiguousarray(object_offsets, dtype=np.int64)
    if not points.ndim == polygons.ndim == objects.ndim == 1:
        shapes = ", ".join(str(list(column.shape)) for column in (points, polygons, objects))
        raise ArgumentError(f"{name}: coordinates and offsets have the shapes {shapes}; expected columns")
    whole = sizes_per_mask(sizes, len(objects) - 1)
    runs, offsets, far_outside, fault = native.rasterize(
        points, polygons, objects, whole, thread_count(threads)
    )
    if fault is not None:
        refuse(fault, name, _places(fault, objects, rows))
    return RasterizedPolygons(Masks.trusted(runs, offsets, whole), far_outside)


def far_outside_message(rows: Int64Array) -> str:
    """One sentence for warning ``W-168``."""
    return (
        f"{len(rows)} objects have polygon points beyond the image by more than its longer side "
        f"(first: row {int(rows[0])}); they were cut off at the image's edge"
    )


def flatten_polygons(
    objects: Any, name: str, rows: Sequence[int] | None = None
) -> tuple[NDArray[np.float64], Int64Array, Int64Array]:
    """Bring nested lists to coordinates, polygon offsets and object offsets."""
    if not isinstance(objects, Iterable):
        problem = f"{name}: expected a list of objects, each a list of polygons, got {type(objects).__name__}"
        raise ArgumentError(f"{problem}. Fix: pass [[[x1, y1, x2, y2, ...], ...], ...]")
    columns = native.flatten_polygons(objects)
    if columns is not None:
        return columns
    parts: list[NDArray[np.float64]] = []
    counts = [0]
    for index, polygons in enumerate(objects):
        row = index if rows is None else rows[index]
        if not isinstance(polygons, (Sequence, np.ndarray)) or isinstance(polygons, (str, bytes)):
            problem = f"expected a list of polygons, got {type(polygons).__name__}"
            raise InputError(
                "E-169", f"{name}[{row}]", problem, "write [[x1, y1, x2, y2, ...], ...]", row=row
            )
        parts += [_as_coordinates(polygon, name, row, number) for number, polygon in enumerate(polygons)]
        counts.append(len(parts))
    coordinates = np.concatenate([np.empty(0), *parts])
    return coordinates, np.cumsum([0, *map(len, parts)], dtype=np.int64), np.array(counts, np.int64)


def _places(fault: Fault, objects: Int64Array, rows: Sequence[int] | None) -> dict[int, str | int]:
    """What stands in the brackets for the row of the fault: an object, or a polygon of an object."""
    kind, found = fault[:2]
    if kind in {6, 11}:  # sizes and missing polygons are reported by object
        return {found: found if rows is None else int(rows[found])}
    index = int(np.searchsorted(objects, found, side="right")) - 1
    return {found: f"{index if rows is None else rows[index]}][{found - objects[index]}"}


def _as_coordinates(polygon: Any, name: str, row: int, number: int) -> NDArray[np.float64]:
    place = f"{row}][{number}"
    refuse_masked(polygon, f"{name}[{place}]")
    try:
        array = np.asarray(polygon)
    except (ValueError, OverflowError) as error:
        raise ArgumentError(f"{name}[{place}]: expected numbers x1, y1, x2, y2, ...: {error}") from None
    flat = array.ndim == 1 or (array.ndim == 2 and array.shape[1] == 2)
    if array.size and (not flat or array.dtype.kind not in "iuf"):
        problem = f"expected numbers x1, y1, x2, y2, ..., got {array.dtype} {list(array.shape)}"
        fix = "write each polygon as its own list of numbers, inside the object's list of polygons"
        raise InputError("E-167", f"{name}[{place}]", problem, fix, row=row)
    return array.astype(np.float64).ravel()
