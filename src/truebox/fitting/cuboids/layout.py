"""How records hold boxes in space: which columns, and which of their axes points up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets import ground_boxes

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth
    from truebox.typing import AnyArray, FloatArray

__all__ = ["CENTER", "SIDES", "CuboidLayout", "layout_of", "space_columns", "with_columns"]

CENTER = ("x_3d", "y_3d", "z_3d")
SIDES = ("length_3d", "width_3d", "height_3d")
_QUATERNION = ("rotation_w", "rotation_x", "rotation_y", "rotation_z")


@dataclass(frozen=True, slots=True)
class CuboidLayout:
    """How a kind of records holds a box in space.

    Parameters
    ----------
    turns : tuple of str
        Columns of its direction: one in radians, or a quaternion.
    ground : tuple of int
        Axes along the ground; `up` the other.
    heights : mapping
        What its point may be instead, with the fix, and what to add to the upright axis in heights.
    """

    turns: tuple[str, ...]
    ground: tuple[int, int]
    up: int
    heights: Mapping[str, tuple[str, float]]


_MIDDLE = {
    "at the bottom of the box": ("add half the height to z", 0.5),
    "at the top of the box": ("subtract half the height from z", -0.5),
}
_LAYOUTS = (
    CuboidLayout(_QUATERNION, (0, 1), 2, _MIDDLE),
    CuboidLayout(("heading",), (0, 1), 2, _MIDDLE),
    CuboidLayout(
        ("rotation_y",),
        (0, 2),
        1,
        {
            "in the middle of the box": ("add half the height to y, which points down", 0.5),
            "at the top of the box": ("add the height to y, which points down", 1.0),
        },
    ),
)


def layout_of(truth: Truth, predictions: Predictions) -> CuboidLayout | None:
    for each in _LAYOUTS:
        needed = {*CENTER, *SIDES, *each.turns}
        if needed <= {*truth.attributes} and needed <= {*predictions.attributes}:
            return each
    return None


def space_columns(
    side: Truth | Predictions, names: Sequence[str], rows: AnyArray | None = None
) -> FloatArray:
    """Some rows of columns [N, C]; NaN where one has none."""
    every = (np.asarray(side.attributes[name]) for name in names)
    held = [column if rows is None else column[rows] for column in every]
    return np.stack([each.astype(np.float64) for each in held], axis=1)  # None becomes NaN


def with_columns(predictions: Predictions, names: Sequence[str], values: FloatArray) -> Predictions:
    columns = {name: np.ascontiguousarray(values[:, k]) for k, name in enumerate(names)}
    held = {**predictions.attributes, **columns}
    if set(_QUATERNION) <= set(held):
        return replace(predictions, attributes=held, boxes=ground_boxes(held))
    return replace(predictions, attributes=held)
