"""A native kernel on arrays of other libraries that lie in ordinary memory, without a copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numpy import ascontiguousarray

from truebox.arrays import library_of

__all__ = ["Door", "through_views"]

Door = Callable[[Any, Any, str, str, Any, Any], Any]


def through_views(door: Door, boxes_a: Any, boxes_b: Any, box_format: str, pixels: str) -> Any | None:
    """The answer of a native binding to views of arrays of one library in ordinary memory.

    None for all else: arrays of NumPy and lists, values that are traced, differentiated or on a device, and
    whatever the binding does not take. The careful way, which words the errors, then has its turn; this one
    is for small arrays, of which a question more takes as long as their overlaps.
    """
    library = library_of(boxes_a)
    if library.name == "numpy" or library_of(boxes_b) is not library:
        return None
    views = library.numpy_views(boxes_a, boxes_b)
    if views is None:
        return None
    a, b = views
    answer = door(a, b, box_format, pixels, None, None)
    if answer is None and not (a.flags.c_contiguous and b.flags.c_contiguous):
        answer = door(ascontiguousarray(a), ascontiguousarray(b), box_format, pixels, None, None)
    return None if answer is None else library.wrap_numpy(answer)
