"""The native kernel on NumPy arrays that it does not take as they come: strided, of two dtypes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from truebox.overlap.ways.output_array import check_output
from truebox.overlap.ways.question import OverlapQuestion

__all__ = ["by_kernel"]

# What kernels take: C-contiguous, aligned, and no subclass of ndarray.
_PLAIN: Final = ("C", "A", "E")


def by_kernel(question: OverlapQuestion) -> Any | None:
    """The kernel's answer to both sides in one dtype and in rows; None where it has none."""
    how, out = question.how, question.out
    sees_size = how.in_pixels and how.image_size is not None
    if question.kernel is None or not question.of_numpy or sees_size:
        return None
    threads = None if question.threads is None else int(question.threads)
    a, b = question.boxes_a, question.boxes_b
    if out is None:
        # Lists have become what the kernel takes, and it says so sooner than NumPy.
        answer = question.kernel(a, b, how.layout, how.pixels, None, None, threads)
        if answer is not None:
            return answer
    dtype = np.promote_types(a.dtype, b.dtype)
    a, b = np.require(a, dtype, _PLAIN), np.require(b, dtype, _PLAIN)
    if out is not None:
        check_output(out, (len(a), len(b)) if how.pairwise else (len(a),), dtype)
        # The kernel reads while it writes.
        a, b = (boxes.copy() if np.may_share_memory(boxes, out) else boxes for boxes in (a, b))
    return question.kernel(a, b, how.layout, how.pixels, None, out, threads)
