"""Predicted boxes without extent, or with a negative one, as a loss sees them: closed, and pulled open.

A network with a linear head answers such boxes, and the measures have no answer to them: two negative sides
make a positive area, which GIoU lets grow, and an empty box inside its target has no gradient at all.
"""

from __future__ import annotations

from typing import Any

from truebox._native import overlap as native
from truebox.arrays import ArrayLibrary, Columns, library_of
from truebox.boxes import BoxFormat
from truebox.formulas import quotient
from truebox.overlap.pairs.box_pairs import BoxPairs, PairOptions

__all__ = ["closed_and_pull", "is_surely_open"]


def closed_and_pull(pairs: BoxPairs) -> tuple[BoxPairs, Any]:
    """`pairs` with every prediction that has no extent shrunk to its middle, and what pulls it open.

    The pull is, for each axis, how far the sides are the wrong way round, as a share of the side of the box
    around all corners: 0 for a valid box, at most 2 in all. Only it has a gradient along a closed axis, and
    the measure of the closed box has one for its place. Of valid boxes neither changes anything.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.boxes import BoxFormat
    >>> from truebox.overlap.pairs.box_pairs import PairOptions, pair_boxes
    >>> options = PairOptions(
    ...     layout=BoxFormat.XYXY, pixels="continuous", image_size=None, pairwise=False, in_pixels=True
    ... )
    >>> pairs = pair_boxes(np.array([[6.0, 0.0, 2.0, 3.0]]), np.array([[0.0, 0.0, 8.0, 8.0]]), options)
    >>> closed, pull = closed_and_pull(pairs)
    >>> [float(column[0]) for column in closed.a], pull
    ([4.0, 0.0, 4.0, 3.0], array([0.5]))
    """
    x_min, x_max, x_pull = _axis(pairs, 0, 2)
    y_min, y_max, y_pull = _axis(pairs, 1, 3)
    return pairs._replace(a=Columns(x_min, y_min, x_max, y_max)), x_pull + y_pull


def is_surely_open(library: ArrayLibrary, prediction: Any, how: PairOptions) -> bool:
    """Whether predicted corners are in memory and have two sides each: `closed_and_pull` does nothing then.

    What is traced or on a device is not looked at.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.arrays import library_of
    >>> from truebox.boxes import BoxFormat
    >>> how = PairOptions(
    ...     layout=BoxFormat.XYXY, pixels="continuous", image_size=None, pairwise=False, in_pixels=True
    ... )
    >>> boxes = np.array([[0.0, 0.0, 8.0, 8.0]])
    >>> is_surely_open(library_of(boxes), boxes, how), is_surely_open(library_of(boxes), -boxes, how)
    (True, False)
    """
    if how.layout not in (BoxFormat.XYXY, BoxFormat.YXYX) or library_of(prediction) is not library:
        return False
    view = library.values_in_memory(prediction)
    return view is not None and native.are_open(view, _FAR) is True


# Within, no sum or difference of corners leaves single precision.
_FAR = 1e30


def _axis(pairs: BoxPairs, low: int, high: int) -> tuple[Any, Any, Any]:
    xp, start, end = pairs.library.xp, pairs.a[..., low], pairs.a[..., high]
    extent = end - start
    valid = extent > 0  # NaN is not, and stays NaN in the middle
    middle = start / 2 + end / 2
    # At 0 the pull is 0 and has its gradient: an empty box opens.
    backwards = xp.where(valid, xp.zeros_like(extent), -extent)
    far = xp.maximum(xp.maximum(start, end), pairs.b[..., high])
    near = xp.minimum(xp.minimum(start, end), pairs.b[..., low])
    # A constant: with its own gradient, a box larger than its target would have none.
    pull = quotient(xp, backwards, pairs.library.stop_gradient(far - near))
    return xp.where(valid, start, middle), xp.where(valid, end, middle), pull
