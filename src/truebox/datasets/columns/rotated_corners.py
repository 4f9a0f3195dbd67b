"""A box that was turned: its corners, the upright box around points, and the unit of its angle."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np

from truebox.errors import InputError
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.typing import BoolArray, FloatArray

__all__ = [
    "angle_of",
    "angle_reading",
    "corners_of_rotated",
    "extent",
    "rotated_corners",
    "signed_zeros",
]

_BEYOND_RADIANS = 6.5
"""A whole turn has 6.28 radians: no file has larger ones."""


def rotated_corners(box: Sequence[float], degrees: float, about: Literal["centre", "corner"]) -> list[float]:
    """``x, y`` of the four corners of a box turned clockwise (as seen, y down), from the first corner on.

    Examples
    --------
    >>> [round(number, 9) for number in rotated_corners((10, 10, 4, 2), 90, "corner")]
    [10.0, 10.0, 10.0, 14.0, 8.0, 14.0, 8.0, 10.0]
    """
    x, y, width, height = box
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    pivot = (x + width / 2, y + height / 2) if about == "centre" else (x, y)
    corners: list[float] = []
    for corner_x, corner_y in ((x, y), (x + width, y), (x + width, y + height), (x, y + height)):
        right, down = corner_x - pivot[0], corner_y - pivot[1]
        corners += [pivot[0] + right * cosine - down * sine, pivot[1] + right * sine + down * cosine]
    return corners


def extent(points: Sequence[float]) -> tuple[float, float, float, float]:
    """``x, y, width, height`` of the upright box around ``x, y, x, y, ...``.

    Examples
    --------
    >>> extent([5, 1, 2, 8])
    (2, 1, 3, 7)
    """
    xs, ys = points[0::2], points[1::2]
    left, top = min(xs), min(ys)
    return left, top, max(xs) - left, max(ys) - top


def signed_zeros(numbers: FloatArray) -> BoolArray:
    """Which are -0: of two zeros `extent` takes the first, where NumPy takes either.

    Examples
    --------
    >>> signed_zeros(np.array([0.0, -0.0, -1.0])).tolist()
    [False, True, False]
    """
    found: BoolArray = np.signbit(numbers) & (numbers == 0)
    return found


def angle_of(corners: Sequence[float]) -> float:
    """Degrees, clockwise as seen, by which the edge from the first corner to the second is turned.

    Examples
    --------
    >>> angle_of([0, 0, 0, 5, -2, 5, -2, 0])
    90.0
    """
    return math.degrees(math.atan2(corners[3] - corners[1], corners[2] - corners[0]))


def corners_of_rotated(rows: FloatArray, reading: str) -> FloatArray:
    """Corners [N, 8] of ``centre x, centre y, width, height, angle`` [N, 5]; quarter turns are exact.

    Examples
    --------
    >>> corners_of_rotated(np.array([[10.0, 10.0, 4.0, 2.0, 90.0]]), "degrees").tolist()
    [[11.0, 8.0, 11.0, 12.0, 9.0, 12.0, 9.0, 8.0]]
    """
    x, y, width, height, angle = rows.T
    if reading.startswith("degrees"):
        quarters = np.rint(angle / 90)
        rest = np.deg2rad(angle - 90 * quarters)
        cosine, sine = np.cos(rest), np.sin(rest)
        for turns, (c, s) in enumerate(((-sine, cosine), (-cosine, -sine), (sine, -cosine)), 1):
            turned = quarters % 4 == turns
            cosine, sine = np.where(turned, c, cosine), np.where(turned, s, sine)
            if turned.all():
                break
    else:
        cosine, sine = np.cos(angle), np.sin(angle)
    if reading.endswith("-ccw"):
        sine = -sine
    across = np.stack([width / 2 * cosine, width / 2 * sine], axis=1)
    down = np.stack([-height / 2 * sine, height / 2 * cosine], axis=1)
    centre = np.stack([x, y], axis=1)
    corners = [centre - across - down, centre + across - down, centre + across + down, centre - across + down]
    return np.concatenate(corners, axis=1)


def angle_reading(angles: FloatArray, said: str | None, place: str) -> tuple[str, tuple[Finding, ...]]:
    """One of `ANGLE_READINGS`, and a finding (W-197) where the numbers decided.

    Parameters
    ----------
    angles : float64 array [N]
        As read.
    said : str or None
        What the caller said they are.
    place : str
        Whose they are, for messages.

    Raises
    ------
    InputError
        Angles of less than a turn in radians, which may be small degrees as well (E-196).

    Examples
    --------
    >>> reading, findings = angle_reading(np.array([30.0, -75.0]), None, "truth.json")
    >>> reading, findings[0].code
    ('degrees-ccw', 'W-197')
    """
    if said is not None:
        return said, ()
    largest = float(np.abs(angles).max(initial=0))
    if largest == 0:
        return "radians", ()
    if largest > _BEYOND_RADIANS:
        text = (
            f"{place}: angles reach {largest:g}, so they are degrees; counter-clockwise, as in Detectron2. "
            "If they turn clockwise (OpenCV): --box-format degrees, of the truth --truth-box-format degrees"
        )
        return "degrees-ccw", (Finding("W-197", text, len(angles)),)
    row = int(np.abs(angles).argmax())
    raise InputError(
        "E-196",
        f"{place}[{row}]",
        f"the angles of {len(angles)} boxes are at most {largest:g}: these may be radians, or small degrees",
        "say which: --box-format radians (MMRotate, Ultralytics), --box-format degrees or "
        "--box-format degrees-ccw; of the truth --truth-box-format",
        row=row,
    )
