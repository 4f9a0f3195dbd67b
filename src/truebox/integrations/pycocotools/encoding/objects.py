"""Polygons, boxes and plain run lengths as compressed ones: what `pycocotools.mask.frPyObjects` takes."""

from __future__ import annotations

from typing import Any

import numpy as np

from truebox._native import drop_in as native
from truebox.integrations.pycocotools.encoding.runs import LooseRuns, run_dicts, text_of_runs
from truebox.masks import boxes_to_masks, rasterize_polygons

__all__ = ["frBbox", "frPoly", "frPyObjects", "frUncompressedRLE", "of_loose_runs"]


def frPyObjects(pyobj: Any, h: Any, w: Any) -> Any:
    """Compressed run lengths of polygons, of an array of boxes, or of plain run lengths.

    Parameters
    ----------
    pyobj : list of polygons, float64 array [N, 4] of boxes, dict or list of dict
        The first entry of a list says what all are.
    h, w : int
        Height and width of the image; plain run lengths have their own.

    Returns
    -------
    list of dict
        One per polygon or box; a dict for a dict.

    Raises
    ------
    ValueError
        A coordinate that is NaN or infinite, with which the reference ends the process.
    TypeError
        A list of boxes.
    Exception
        Anything else.

    Examples
    --------
    >>> frPyObjects([[0, 0, 2, 0, 2, 2]], 4, 4)
    [{'size': [4, 4], 'counts': b'41;'}]
    """
    if isinstance(pyobj, np.ndarray):
        return frBbox(pyobj, h, w)
    if type(pyobj) is list:
        first = pyobj[0]
        if len(first) == 4:
            return frBbox(pyobj, h, w)
        if len(first) > 4:
            return frPoly(pyobj, h, w)
        if _has_counts(first):
            return frUncompressedRLE(pyobj, h, w)
    elif _has_counts(pyobj):
        return frUncompressedRLE([pyobj], h, w)[0]
    raise Exception("input type is not supported.")


def _has_counts(entry: Any) -> bool:
    return type(entry) is dict and "counts" in entry and "size" in entry


def _size(h: Any, w: Any) -> tuple[int, int]:
    if h < 0 or w < 0:
        raise OverflowError("can't convert negative value to a height or width")
    return int(h), int(w)


def frBbox(bb: Any, h: Any, w: Any) -> list[dict[str, Any]]:
    """Run lengths of boxes x, y, width, height, drawn as polygons of four corners.

    Examples
    --------
    >>> frBbox(np.array([[0.0, 0, 2, 2]]), 4, 4)
    [{'size': [4, 4], 'counts': b'02208'}]
    """
    size = _size(h, w)
    if not isinstance(bb, np.ndarray):
        raise TypeError(f"Argument 'bb' has incorrect type (expected numpy.ndarray, got {type(bb).__name__})")
    if bb.ndim != 2:
        raise ValueError(f"Buffer has wrong number of dimensions (expected 2, got {bb.ndim})")
    if bb.dtype != np.float64:
        raise ValueError(f"Buffer dtype mismatch, expected 'double_t' but got {bb.dtype.name!r}")
    return run_dicts(boxes_to_masks(bb, size))


def frPoly(poly: Any, h: Any, w: Any) -> list[dict[str, Any]]:
    """Run lengths of each polygon [x1, y1, x2, y2, ...].

    Examples
    --------
    >>> frPoly([[0, 0, 2, 0, 2, 2]], 4, 4)[0]["counts"]
    b'41;'
    """
    size = _size(h, w)
    plain = native.outlines_to_dicts(poly, h, w) if type(poly) is list else None
    if plain is not None:
        return plain
    outlines = [_outline(entry) for entry in poly]
    ends = np.concatenate([[0], np.cumsum([len(outline) for outline in outlines])]).astype(np.int64)
    count = np.arange(len(outlines) + 1, dtype=np.int64)
    numbers = np.concatenate([np.empty(0), *outlines])
    return run_dicts(rasterize_polygons(numbers, ends, count, size, name="poly").masks)


def _outline(entry: Any) -> Any:
    numbers = np.array(entry, dtype=np.double)
    if numbers.ndim != 1:
        raise ValueError(f"Buffer has wrong number of dimensions (expected 1, got {numbers.ndim})")
    points = numbers[: len(numbers) // 2 * 2]
    if not len(points):
        raise ValueError("a polygon without points")
    # A point again draws nothing more.
    return np.concatenate([points, np.tile(points[-2:], max(0, 3 - len(points) // 2))])


def frUncompressedRLE(ucRles: Any, h: Any, w: Any) -> list[dict[str, Any]]:
    """Compressed run lengths of plain ones, as they stand; `h` and `w` are not read.

    Examples
    --------
    >>> frUncompressedRLE([{"size": [2, 2], "counts": [1, 3]}], 0, 0)
    [{'size': [2, 2], 'counts': b'13'}]
    """
    _size(h, w)
    plain = native.counts_to_dicts(ucRles) if type(ucRles) is list else None
    if plain is not None:
        return plain
    found: LooseRuns = []
    for entry in ucRles:
        counts = np.array(entry["counts"], dtype=np.uint32)
        if counts.ndim != 1:
            raise ValueError(f"Buffer has wrong number of dimensions (expected 1, got {counts.ndim})")
        found.append((counts, *_size(entry["size"][0], entry["size"][1])))
    return of_loose_runs(found)


def of_loose_runs(found: LooseRuns) -> list[dict[str, Any]]:
    """As the reference hands them out."""
    return [{"size": [height, width], "counts": text_of_runs(runs)} for runs, height, width in found]
