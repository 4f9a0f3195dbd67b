"""The edge of a mask: its pixels that lie near one that is not in it."""

from __future__ import annotations

import numpy as np

from truebox.drawing.painting.stencil import Stencil
from truebox.drawing.pillow import Image

__all__ = ["mask_edge"]


def mask_edge(mask: Stencil, width: int) -> Stencil:
    """A line of `width` pixels inside the mask, along its edge; small masks are all edge.

    Examples
    --------
    >>> from truebox.drawing.painting.stencil import mask_stencil
    >>> edge = mask_edge(mask_stencil(np.ones((5, 5), bool)), 1)
    >>> (np.asarray(edge.cover) > 0).astype(int).tolist()[2]
    [1, 0, 0, 0, 1]
    """
    inside = np.pad(np.asarray(mask.cover) > 127, 1)
    left = width
    core = inside.copy()
    step = 1
    # Rows and columns one after the other, in steps that double: what is left is `width` away from all else.
    while left > 0:
        step = min(step, left)
        for axis in (0, 1):
            before, after = np.roll(core, step, axis), np.roll(core, -step, axis)
            # Nothing comes round from the other end.
            edge = [slice(None), slice(None)]
            edge[axis] = slice(0, step)
            before[tuple(edge)] = False
            edge[axis] = slice(-step, None)
            after[tuple(edge)] = False
            core = core & before & after
        left -= step
        step *= 2
    line = (inside & ~core)[1:-1, 1:-1]
    return Stencil(mask.left, mask.top, Image.fromarray(line.astype(np.uint8) * 255))
