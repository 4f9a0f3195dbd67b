"""The outlines of a mask of pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray

__all__ = ["mask_outline"]

_FINEST = 100


def mask_outline(mask: AnyArray) -> list[FloatArray]:
    """The closed lines between the pixels of a mask and all others, corners only.

    Of masks with a side above 100 pixels, only every second pixel is looked at, or third, and so on.

    Parameters
    ----------
    mask : bool or uint8 array [H, W]
        What is not zero belongs to it.

    Returns
    -------
    list of float64 array [P, 2]
        ``x, y`` of each corner, in pixels of the mask; holes are lines of their own.

    Examples
    --------
    >>> [line.tolist() for line in mask_outline(np.array([[0, 1], [0, 1]]))]
    [[[1.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 2.0]]]
    """
    held = np.asarray(mask) != 0
    rows, columns = np.flatnonzero(held.any(axis=1)), np.flatnonzero(held.any(axis=0))
    if len(rows) == 0:
        return []
    top, left = int(rows[0]), int(columns[0])
    cut = held[top : rows[-1] + 1, left : columns[-1] + 1]
    step = -(-max(cut.shape) // _FINEST)
    lines = _loops(_edges(np.pad(cut[::step, ::step], 1)))
    return [np.array(line, dtype=np.float64) * step + (left, top) for line in lines]


def _edges(padded: AnyArray) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Steps between neighbouring corners, by where they begin, the mask on their right."""
    inside = padded.astype(np.int8)
    across = np.diff(inside, axis=0)[:, 1:-1]  # lines between a row and the next
    along = np.diff(inside, axis=1)[1:-1, :]
    steps: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for y, x in np.argwhere(across == 1).tolist():
        steps.setdefault((x, y), []).append((x + 1, y))
    for y, x in np.argwhere(across == -1).tolist():
        steps.setdefault((x + 1, y), []).append((x, y))
    for y, x in np.argwhere(along == -1).tolist():
        steps.setdefault((x, y), []).append((x, y + 1))
    for y, x in np.argwhere(along == 1).tolist():
        steps.setdefault((x, y + 1), []).append((x, y))
    return steps


def _loops(steps: dict[tuple[int, int], list[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    loops = []
    while steps:
        start = min(steps)
        line, here, before = [], start, (0, 0)
        while here in steps:
            there = steps[here].pop()
            if not steps[here]:
                del steps[here]
            way = (there[0] - here[0], there[1] - here[1])
            if way != before:
                line.append(here)
            here, before = there, way
        loops.append(line)
    return loops
