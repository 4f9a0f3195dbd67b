"""Coordinates in the letterbox of another tool, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.protocols.stated_pairs import stated_places

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Case
    from truebox.evaluation.states.rules import Rules
    from truebox.typing import FloatArray

__all__ = ["image_sizes", "in_letterbox"]

_STRIDE = 32
_WHOLE = 0.1
"""Halves of a pixel of padding are left out on the near side, as Ultralytics rounds them."""

_CHANGES: dict[str, Callable[[FloatArray, FloatArray, FloatArray, FloatArray], FloatArray]] = {
    "whole pixels": lambda points, scale, padding, _: (np.rint(points * scale + padding) - padding) / scale,
    "left in": lambda points, scale, padding, _: points * scale + padding,
    "taken off": lambda points, scale, padding, _: (points - padding) / scale,
    "padding left in": lambda points, scale, padding, _: points + padding / scale,
    "padding taken off": lambda points, scale, padding, _: points - padding / scale,
    "scale left in": lambda points, scale, *_: points * scale,
    "scale taken off": lambda points, scale, *_: points / scale,
    "stretched": lambda points, scale, padding, shares: (points * scale + padding) * shares,
}
"""From points, the scale and padding of their letterbox, and their image as a share of it, to points."""


def image_sizes(case: Case) -> FloatArray:
    """Width and height of the image of each detection [N, 2], 0 where nobody says."""
    place, _ = stated_places(case.truth, case.alignment)
    sizes = np.zeros((len(case.alignment.images) + 1, 2))
    sizes[place] = case.truth.images.sizes  # what is not evaluated goes to the last row
    sizes[-1] = 0
    found: FloatArray = sizes[case.alignment.predicted_image]
    return found


def in_letterbox(points: FloatArray, sizes: FloatArray, rules: Rules) -> FloatArray:
    """What the letterbox of the rules makes of points [N, K, 2] in images of known sizes [N, 2].

    Examples
    --------
    An image of 320 x 160 in a square of 640: twice as large, with 160 above and below; in a rectangle of
    multiples of 32 it needs no padding.

    >>> from truebox.evaluation import Rules
    >>> point, size = np.array([[[10.0, 20.0]]]), np.array([[320.0, 160.0]])
    >>> in_letterbox(point, size, Rules(letterbox="left in")).tolist()
    [[[20.0, 200.0]]]
    >>> in_letterbox(point, size, Rules(letterbox="left in", letterbox_shape="multiples of 32")).tolist()
    [[[20.0, 40.0]]]
    """
    if rules.letterbox == "as read":
        return points
    side = float(rules.letterbox_size)
    scale = side / sizes.max(axis=1)[:, None]
    padding = _padding(sizes, scale, side, rules.letterbox_shape)
    change = _CHANGES[rules.letterbox]
    return change(points, scale[:, :, None], padding[:, None, :], sizes[:, None, :] / side)


def _padding(sizes: FloatArray, scale: FloatArray, side: float, shape: str) -> FloatArray:
    """Pixels of the letterbox left of and above each image [N, 2]."""
    if shape == "square":
        exact: FloatArray = (side - sizes * scale) / 2
        return exact
    scaled = np.rint(sizes * scale)
    missing = side - scaled if shape == "whole square" else -scaled % _STRIDE
    whole: FloatArray = np.maximum(np.rint(missing / 2 - _WHOLE), 0)
    return whole
