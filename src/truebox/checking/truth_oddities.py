"""What is odd about a truth although it can be evaluated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import looks as native
from truebox._widened import held_values
from truebox._writing.counted import agreeing, counted
from truebox.checking.box_oddities import boxes_outside, huge_boxes
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.records import Ids, Truth
    from truebox.typing import Int64Array

__all__ = ["areas_beyond_boxes", "repeated_boxes", "repeated_classes", "repeated_files", "truth_oddities"]

_FIRST_ROWS = 5
_FIRST_NAMES = 5
_REFERENCE_AREA_LIMIT = 1e10


def truth_oddities(truth: Truth) -> Iterator[Finding]:
    """Findings beyond those that reading and evaluating make themselves.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 2, "labels": ["cat"] * 2}])
    >>> [finding.code for finding in truth_oddities(truth)]
    ['W-475']
    """
    yield from boxes_outside(truth, truth, "annotation")
    yield from huge_boxes(truth, "annotation")
    yield from _unused(truth)
    yield from repeated_classes(truth)
    yield from repeated_files(truth)
    yield from repeated_boxes(truth)
    yield from areas_beyond_boxes(truth)
    yield from _areas(truth)


def _unused(truth: Truth) -> Iterator[Finding]:
    held = set(truth.category.tolist())
    single = {truth.category[row] for row in np.flatnonzero(truth.crowd == 0).tolist()}
    pairs = list(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))
    empty = [name for value, name in pairs if value not in held]
    if empty:
        has = counted(len(empty), "class has", "classes have")
        yield Finding("W-472", f"{has} no annotation at all: {_first_of(empty)}", len(empty))
    only = [name for value, name in pairs if value in held and value not in single]
    if only:
        has = counted(len(only), "class has", "classes have")
        yield Finding("W-473", f"{has} crowd regions only: {_first_of(only)}", len(only))


def _first_of(names: list[str]) -> str:
    return ", ".join(names[:_FIRST_NAMES]) + (" ..." if len(names) > _FIRST_NAMES else "")


def repeated_classes(truth: Truth) -> Iterator[Finding]:
    """Names that several classes share (W-489).

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}])
    >>> list(repeated_classes(truth))
    []
    """
    names = list(truth.categories.names)
    shared = [name for name, times in Counter(names).items() if times > 1]
    if shared:
        share = counted(len(shared), "name stands", "names stand")
        yield Finding("W-489", f"{share} for more than one class: {_first_of(shared)}", len(shared))


def repeated_files(truth: Truth) -> Iterator[Finding]:
    """Images with the file name of an earlier one (W-474).

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}])
    >>> list(repeated_files(truth))
    []
    """
    rows = truth.images.file_names.repeats()
    if rows:
        images = counted(len(rows), "image repeats", "images repeat")
        message = f"{images} the file name of an earlier one, under another id"
        yield Finding("W-474", message, len(rows), tuple(rows[:_FIRST_ROWS]))


def repeated_boxes(truth: Truth) -> Iterator[Finding]:
    """Annotations that repeat another exactly (W-475).

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 2, "labels": ["cat"] * 2}])
    >>> print(next(repeated_boxes(truth)).message)
    1 annotation repeats another exactly: same image, class and box
    """
    boxes = np.ascontiguousarray(truth.boxes, dtype=np.float64)
    if not native.may_repeat(_numbers(truth.image), _numbers(truth.category), boxes, truth.crowd):
        return  # as nearly always
    columns = [truth.image.values, truth.category.values, *(boxes + 0.0).T, truth.crowd]
    rows = np.column_stack(columns)
    _, first = np.unique(rows, axis=0, return_index=True)
    again = np.ones(len(truth), dtype=bool)
    again[first] = False
    repeated = np.flatnonzero(again)
    if len(repeated):
        message = (
            f"{counted(len(repeated), 'annotation repeats', 'annotations repeat')} another exactly: "
            "same image, class and box"
        )
        yield Finding("W-475", message, len(repeated), tuple(repeated[:_FIRST_ROWS].tolist()))


def _numbers(ids: Ids) -> Int64Array:
    """As they are held, where a kernel takes them so."""
    held = held_values(ids, "values")
    return np.ascontiguousarray(held if held.dtype == np.int32 else ids.values)


def areas_beyond_boxes(truth: Truth) -> Iterator[Finding]:
    """Annotations whose area no box of their size holds (W-476).

    Examples
    --------
    >>> import truebox as tb
    >>> truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}])
    >>> list(areas_beyond_boxes(truth))
    []
    """
    # A mask fits its box up to the pixels that its outline cuts.
    if not native.any_larger_area(np.ascontiguousarray(truth.boxes), truth.area):
        return
    larger = np.flatnonzero(truth.area > (truth.boxes[:, 2] + 1) * (truth.boxes[:, 3] + 1))
    if len(larger):
        message = (
            f"{counted(len(larger), 'annotation has', 'annotations have')} an area larger than "
            f"{agreeing(len(larger), 'its', 'their')} box"
        )
        yield Finding("W-476", message, len(larger), tuple(larger[:_FIRST_ROWS].tolist()))


def _areas(truth: Truth) -> Iterator[Finding]:
    extent = truth.boxes[:, 2] * truth.boxes[:, 3]
    none = np.flatnonzero((truth.area == 0) & (extent > 0))
    if len(none):
        message = (
            f"{counted(len(none), 'annotation has', 'annotations have')} area 0 although the box has one: "
            f"{agreeing(len(none), 'it counts', 'they count')} as small"
        )
        yield Finding("W-477", message, len(none), tuple(none[:_FIRST_ROWS].tolist()))
    beyond = np.flatnonzero(truth.area > _REFERENCE_AREA_LIMIT)
    if len(beyond):
        message = (
            f"{counted(len(beyond), 'annotation is', 'annotations are')} larger than 1e10 square pixels: "
            f"the reference leaves {agreeing(len(beyond), 'it', 'them')} out"
        )
        yield Finding("W-478", message, len(beyond), tuple(beyond[:_FIRST_ROWS].tolist()))
