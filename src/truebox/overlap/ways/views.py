"""A native kernel on arrays of other libraries that lie in ordinary memory, without a copy."""

from __future__ import annotations

from typing import Any

from numpy import ascontiguousarray

from truebox.arrays import library_of
from truebox.overlap.ways.question import Kernel, OverlapQuestion

__all__ = ["on_views", "through_views"]


def through_views(
    kernel: Kernel, boxes_a: Any, boxes_b: Any, box_format: str, pixels: str, *, threads: Any = None
) -> Any | None:
    """The answer of the native `kernel` to views of arrays of one library in ordinary memory.

    None for all else: arrays of NumPy and lists, values that are traced, differentiated or on a device, and
    whatever the kernel does not take. The careful ways, which word the errors, then have their turn; this one
    is for small arrays, of which a question more takes as long as their overlaps.
    """
    library = library_of(boxes_a)
    if library.name == "numpy" or library_of(boxes_b) is not library:
        return None
    views = library.numpy_views(boxes_a, boxes_b)
    if views is None:
        return None
    a, b = views
    answer = kernel(a, b, box_format, pixels, None, None, threads)
    if answer is None and not (a.flags.c_contiguous and b.flags.c_contiguous):
        answer = kernel(ascontiguousarray(a), ascontiguousarray(b), box_format, pixels, None, None, threads)
    return None if answer is None else library.wrap_numpy(answer)


def on_views(question: OverlapQuestion) -> Any | None:
    """As `through_views`, for what only now is an array of a library: the variables of Keras."""
    how = question.how
    if question.kernel is None or how.image_size is not None:
        return None
    threads = None if question.threads is None else int(question.threads)
    return through_views(
        question.kernel, question.boxes_a, question.boxes_b, how.layout, how.pixels, threads=threads
    )
