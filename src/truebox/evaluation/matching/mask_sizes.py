"""The size every mask must have: that of its image, and where the truth does not say, of the first mask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._widened import held_values
from truebox.errors import InputError
from truebox.evaluation.states.alignment import positions
from truebox.masks.refusal import refuse
from truebox.records import SegmentationKind

if TYPE_CHECKING:
    from truebox.evaluation.states.alignment import Alignment
    from truebox.records import Predictions, Segmentations, Truth
    from truebox.typing import BoolArray, Int32Array, Int64Array

__all__ = ["mask_sizes", "refuse_mask"]

_OTHER_SIZE = 13
_UNSAID = "write the width and height of the image into the truth: polygons and boxes need them"


def mask_sizes(truth: Truth, predictions: Predictions, alignment: Alignment, threads: int) -> Int64Array:
    """Height and width of every image that is evaluated [I, 2]; 0 where nobody says.

    Polygons, and boxes that stand in for masks, need the size that the truth states: in an image listed as
    0 x 0 the reference draws them as nothing, and the size of another mask would make them match (Q26).
    """
    table = np.zeros((len(alignment.images), 2), dtype=np.int64)
    places, _ = positions(truth.images.ids, alignment.images, threads)
    table[places[places >= 0]] = truth.images.sizes[places >= 0][:, ::-1]
    if not (table == 0).any():
        return table
    outlined = np.zeros(len(table), dtype=bool)
    sides = [
        (side.segmentations, image, boxed)
        for side, image, boxed in (
            (truth, alignment.true_image, False),
            (predictions, alignment.predicted_image, predictions.boxed),
        )
        if side.segmentations is not None
    ]
    for held, image, boxed in sides:
        drawn = (held.kinds == SegmentationKind.POLYGONS) | (boxed & (held.kinds == SegmentationKind.NONE))
        outlined[image[drawn & (image >= 0)]] = True
    for held, image, _ in sides:
        _fill(table, held, image, outlined)
    return table


def _fill(table: Int64Array, held: Segmentations, image: Int32Array, outlined: BoolArray) -> None:
    """Sizes of images without one, from the first run lengths that name theirs; not of `outlined` images."""
    sized = (held.kinds == SegmentationKind.TEXT) | (held.kinds == SegmentationKind.COUNTS)
    rows = np.flatnonzero(sized & (image >= 0))
    rows = rows[(table[image[rows]] == 0).any(axis=1) & ~outlined[image[rows]]][::-1]
    table[image[rows]] = held_values(held, "sizes")[
        rows
    ]  # reversed, so that the first row of an image is written last


def refuse_mask(fault: Any, name: str, image: Int32Array, sizes: Int64Array) -> None:
    """Raise the error of a fault that a look at the rows found; `image` places each row in `sizes`."""
    if fault is None:
        return
    kind, row, height, width = fault
    if kind != _OTHER_SIZE:
        refuse(fault, name)
    known = sizes[image[row]].all()
    size = "{} x {}".format(*sizes[image[row]])
    fix = "encode the mask for the full image, or check which image it belongs to"
    raise InputError(
        "E-164",
        f"{name}[{row}]",
        f"the mask's size is {height} x {width} (height x width), its image's {size}",
        fix
        if known
        else "write the width and height of the image into the truth: polygons and boxes need them",
        row=row,
    )
