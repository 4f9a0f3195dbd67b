"""KITTI's matching: truth after truth takes a detection, anew for every cut of the scores.

At a cut, each truth in the order of its file takes, of the detections that are left, that of the greatest
overlap. One more detection changes little: it is taken by the first truth that prefers it, whose former
detection goes on to the truths behind, until one that had none takes it, or nobody does. So every detection,
by falling score, adds one true positive, or one false, or nothing, and sums over these are the counts at any
cut. It is done in the picture, with footprints on the ground and with boxes in space.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox._native import driving as native

if TYPE_CHECKING:
    from truebox.typing import AnyArray, BoolArray, ByteArray, FloatArray, Int32Array, Int64Array, WordArray

__all__ = [
    "FALSE",
    "HIT",
    "SAMPLED",
    "SAMPLED_ALONE",
    "SPACE",
    "UNKNOWN_ANGLE",
    "DrivingSides",
    "Outcome",
    "attribute_numbers",
    "taken_by_truths",
    "upright_boxes",
]

HIT, FALSE, SAMPLED, SAMPLED_ALONE = 1, 2, 4, 8
"""Bits of `Outcome.flags`; the last two say that the score may become a threshold.

Where thresholds are chosen, low detections of other classes take truths too; alone: they do not."""

SPACE = ("height_3d", "width_3d", "length_3d", "x_3d", "y_3d", "z_3d", "rotation_y")
UNKNOWN_ANGLE = -10.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class DrivingSides:
    """Detections [D] and truths [G] in the order of their files, and who counts for what.

    Parameters
    ----------
    boxes, true_boxes : array [D, 4], [G, 4]
        x, y, width, height in pixels.
    space, true_space : array [D, 7], [G, 7] or None
        As `upright_boxes` gives them; without one of them only the picture is matched.
    angle, true_angle : array [D], [G]
        Directions, in radians.
    image, true_image : int array [D], [G]
        From 0, and -1 for rows that take no part.
    score : array [D]
    label : int32 array [D]
        Class of those that are evaluated, -1 for others.
    counts_for, neutral_for : int32 array [G]
        The class that a truth is of, and the class that it is a neighbour of; -1 for none.
    area : bool array [G]
        Excuses the detections that lie in it.
    ignored : uint64 array [G]
        Bit ``s``: neither found nor missed in set ``s``.
    """

    boxes: FloatArray
    true_boxes: FloatArray
    space: FloatArray | None
    true_space: FloatArray | None
    angle: FloatArray
    true_angle: FloatArray
    image: AnyArray
    true_image: AnyArray
    score: FloatArray
    label: Int32Array
    counts_for: Int32Array
    neutral_for: Int32Array
    area: BoolArray
    ignored: WordArray


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """What each detection adds.

    Parameters
    ----------
    flags : uint8 array [D, S, 3]
        `HIT`, `FALSE` or neither, `SAMPLED` and `SAMPLED_ALONE`; in each set, in the picture, on the ground
        and in space.
    likeness : array [D, S]
        How much it adds to the sum over the likeness of directions of true positives, in the picture.
    partner : int64 array [D]
        The truth that is taken in the picture since this detection is there, in the first set; else -1.
    """

    flags: ByteArray
    likeness: FloatArray
    partner: Int64Array


def taken_by_truths(
    sides: DrivingSides,
    images: int,
    *,
    thresholds: Sequence[float],
    least: Sequence[float],
    threads: int = 0,
) -> Outcome:
    """Both passes of the kit over every image, class and set.

    Parameters
    ----------
    sides : DrivingSides
        Both, and who counts for what.
    images : int
        How many there are.
    thresholds : sequence of float
        Overlap that each class must exceed.
    least : sequence of float
        Height in pixels that a detection has in each set; lower ones are neutral.
    threads : int
        Of the native pool; 0 is its default.

    Examples
    --------
    Two truths; the second detection overlaps the first truth more, whose former detection moves on.

    >>> none = np.full(2, -1, np.int32)
    >>> found = taken_by_truths(
    ...     DrivingSides(
    ...         boxes=np.array([[15.0, 0, 100, 100], [0, 0, 100, 100]]),
    ...         true_boxes=np.array([[0.0, 0, 100, 100], [30, 0, 100, 100]]),
    ...         space=None, true_space=None, angle=np.zeros(2), true_angle=np.zeros(2),
    ...         image=np.zeros(2, int), true_image=np.zeros(2, int), score=np.array([0.9, 0.8]),
    ...         label=none + 1, counts_for=none + 1, neutral_for=none, area=np.zeros(2, bool),
    ...         ignored=np.zeros(2, np.uint64)),
    ...     1, thresholds=[0.5], least=[25])
    >>> (found.flags[:, 0, 0] & HIT).tolist(), found.partner.tolist()
    ([1, 1], [0, 1])
    """
    count, sets = len(sides.boxes), len(least)
    flags = np.zeros((count, sets, 3), dtype=np.uint8)
    likeness, partner = np.zeros((count, sets)), np.full(count, -1, dtype=np.int64)
    native.match_driving(
        _side(sides.boxes, sides.space, sides.angle, sides.image, images),
        np.ascontiguousarray(sides.score, dtype=np.float64),
        np.ascontiguousarray(sides.label, dtype=np.int32),
        _side(sides.true_boxes, sides.true_space, sides.true_angle, sides.true_image, images),
        np.ascontiguousarray(sides.counts_for, dtype=np.int32),
        np.ascontiguousarray(sides.neutral_for, dtype=np.int32),
        np.ascontiguousarray(sides.area, dtype=np.uint8),
        np.ascontiguousarray(sides.ignored, dtype=np.uint64),
        np.array(thresholds, dtype=np.float64),
        np.array(least, dtype=np.float64),
        flags,
        likeness,
        partner,
        threads,
    )
    return Outcome(flags, likeness, partner)


def attribute_numbers(
    attributes: Mapping[str, AnyArray], key: str, count: int, otherwise: float
) -> FloatArray:
    """A column of numbers [count]; `otherwise` where a row, or every row, lacks it.

    Examples
    --------
    >>> attribute_numbers({"alpha": np.array([0.5, None], object)}, "alpha", 2, -10.0).tolist()
    [0.5, -10.0]
    """
    column = attributes.get(key)
    if column is None:
        return np.full(count, otherwise)
    if column.dtype.kind not in "fiu":
        column = np.array([np.nan if each is None else each for each in column.tolist()], dtype=np.float64)
    stated: FloatArray = np.where(np.isnan(column), otherwise, column).astype(np.float64)
    return stated


def upright_boxes(attributes: Mapping[str, AnyArray], count: int) -> FloatArray | None:
    """Height, width, length, x, y, z and rotation about y [count, 7]; None where a column is missing."""
    if any(key not in attributes for key in SPACE):
        return None
    unknown = (-1.0, -1.0, -1.0, -1000.0, -1000.0, -1000.0, UNKNOWN_ANGLE)
    columns = [
        attribute_numbers(attributes, key, count, value) for key, value in zip(SPACE, unknown, strict=True)
    ]
    return np.stack(columns, axis=1)


def _side(
    boxes: FloatArray, space: FloatArray | None, angle: FloatArray, image: AnyArray, images: int
) -> native.Side:
    order = np.argsort(image, kind="stable").astype(np.int64)
    offsets = np.searchsorted(image[order], np.arange(images + 1)).astype(np.int64)
    return native.Side(
        order,
        offsets,
        np.ascontiguousarray(boxes, dtype=np.float64),
        None if space is None else np.ascontiguousarray(space, dtype=np.float64),
        np.ascontiguousarray(angle, dtype=np.float64),
    )
