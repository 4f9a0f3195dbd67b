"""Which box is wrong, why, how many are, and what to do about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import answered_first, refuses_other_kinds
from truebox._native import overlap as native
from truebox._typed import box_function
from truebox.arrays import library_of
from truebox.boxes.box_array import as_box_array
from truebox.boxes.box_format import BoxFormat, as_box_format
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.boxes.box_format import BoxFormatLike
    from truebox.typing import AnyArray, BoolArray

__all__ = ["validate_boxes"]


@box_function
@answered_first(native.validate_boxes_plainly)
@refuses_other_kinds
def validate_boxes(boxes: Any, *, box_format: BoxFormatLike = "xyxy", name: str = "boxes") -> Any:
    """The boxes as an array [..., 4], if every one is finite and none has a negative extent.

    Boxes of no width or height pass: they have no area, and every overlap with them is 0.

    Parameters
    ----------
    boxes : array-like [..., 4]
        Any real dtype; tensors too, which are fetched from a device to be looked at.
    box_format : BoxFormat or str
        What the four numbers mean.
    name : str
        What messages call the boxes.

    Returns
    -------
    array [..., 4]
        `boxes` itself if it was an array or a tensor already.

    Raises
    ------
    ArgumentError
        For an unknown format, a shape that does not end in 4, or elements that are not real numbers.
    InputError
        For the first bad box: NaN or infinite (E-190), corners the wrong way round (E-191), a negative size
        (E-192). The message counts the bad ones and, where another format would fit every box, says so.

    Examples
    --------
    >>> validate_boxes([[10, 10, 20, 20], [40, 10, 30, 20]], name="truths")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    truebox.errors.InputError: E-191 truths[1]: x_max 30 < x_min 40, in 1 of 2 boxes. Fix: these look like...
    """
    layout = as_box_format(box_format)
    library = library_of(boxes)
    known = library.numbers_in_memory(boxes) if library.name != "numpy" else boxes
    array = as_box_array(library.to_numpy(boxes) if known is None else known, layout, name)
    if native.is_regular(array, layout.has_size):
        return array if library.name == "numpy" else boxes
    if array.dtype.kind == "f":
        _refuse_not_finite(array, layout, name)
    _refuse_reversed(array, layout, name)
    return array if library.name == "numpy" else boxes


def _refuse_not_finite(array: AnyArray, layout: BoxFormat, name: str) -> None:
    bad = ~np.isfinite(array)
    rows: AnyArray = np.any(bad, axis=-1)
    if not rows.any():
        return
    place, row = _first(rows)
    column = int(np.argmax(bad[place]))
    raise InputError(
        "E-190",
        _named(name, place),
        f"{layout.names[column]} is {array[place][column]}, not a finite number{_count(rows)}",
        "remove these boxes or repair what computed them",
        row=row,
    )


def _refuse_reversed(array: AnyArray, layout: BoxFormat, name: str) -> None:
    bad = _negative(array) if layout.has_size else _swapped(array)
    rows: AnyArray = np.any(bad, axis=-1)
    if not rows.any():
        return
    place, row = _first(rows)
    axis = int(np.argmax(bad[place]))
    box = array[place]
    low, high = layout.names[axis], layout.names[axis + 2]
    if layout.has_size:
        code, problem = "E-192", f"{high} {box[axis + 2]:.12g} is negative"
    else:
        code, problem = "E-191", f"{high} {box[axis + 2]:.12g} < {low} {box[axis]:.12g}"
    raise InputError(
        code, _named(name, place), problem + _count(rows), _better_format(array, layout), row=row
    )


def _swapped(array: AnyArray) -> BoolArray:
    return np.less(array[..., 2:], array[..., :2])


def _negative(array: AnyArray) -> BoolArray:
    return np.less(array[..., 2:], 0)


def _better_format(array: AnyArray, layout: BoxFormat) -> str:
    prefix = "rel_" if layout.is_relative else ""
    if layout.has_size and not _swapped(array).any():
        return f"these look like {prefix}xyxy: pass --box-format {prefix}xyxy"
    if layout.has_size:
        return "give the corner with the smaller coordinates and a size of 0 or more"
    swap, other = "swap the corners of these boxes, smaller coordinates first", f"{prefix}xywh"
    if _negative(array).any():
        return swap
    swapped = _swapped(array)
    if swapped[swapped.any(axis=-1)].all():  # sizes are smaller than a corner on one axis now, on both then
        return f"{swap}; if the last two numbers are sizes, pass --box-format {other}"
    return f"these look like {other}: pass --box-format {other}"


def _first(rows: AnyArray) -> tuple[tuple[int, ...], int | None]:
    row = int(np.argmax(rows))
    place = tuple(int(k) for k in np.unravel_index(row, rows.shape))
    return place, row if place else None


def _named(name: str, place: tuple[int, ...]) -> str:
    return f"{name}[{', '.join(str(k) for k in place)}]" if place else name


def _count(rows: AnyArray) -> str:
    return f", in {np.count_nonzero(rows)} of {rows.size} boxes" if rows.size > 1 else ""
