"""What an angle means: its unit, and which way it turns. There is no default, because no two tools agree."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["AngleUnit", "Rotation", "TurningDirection", "as_rotation"]

AngleUnit: TypeAlias = Literal["degrees", "radians"]
TurningDirection: TypeAlias = Literal["clockwise", "counterclockwise", "x_to_y", "y_to_x"]
_DIRECTIONS = ("clockwise", "counterclockwise", "x_to_y", "y_to_x")
# Other words for the two; by its letters alone "anticlockwise" is near the one that it is not.
_SAME = {"cw": "clockwise", **dict.fromkeys(("ccw", "acw", "anticlockwise"), "counterclockwise")}


@dataclass(frozen=True, slots=True)
class Rotation:
    """How angles are read.

    Parameters
    ----------
    degrees : bool
        Else radians.
    from_y_to_x : bool
        Positive angles turn the y axis toward the x axis; else x toward y.

    Examples
    --------
    >>> as_rotation("degrees", "clockwise")
    Rotation(degrees=True, from_y_to_x=False)
    """

    degrees: bool
    from_y_to_x: bool

    @property
    def factor(self) -> float:
        """What an angle is multiplied by to be in radians from x toward y."""
        size = math.pi / 180 if self.degrees else 1.0
        return -size if self.from_y_to_x else size

    def in_radians(self, rows: FloatArray) -> FloatArray:
        """`rows` with the last column in radians from x toward y, as the formulas take it."""
        turned = rows.copy()
        if self.degrees:
            # Full turns are taken off first, where that is exact.
            turned[:, -1] = np.radians(np.remainder(turned[:, -1], 360.0))
        if self.from_y_to_x:
            turned[:, -1] *= -1
        return turned


def as_rotation(unit: str, direction: str, *, y_down: bool = True) -> Rotation:
    """The two words of the caller as a `Rotation`.

    Parameters
    ----------
    unit : "degrees" or "radians"
        What a full turn is: 360 or 2π.
    direction : "clockwise", "counterclockwise", "x_to_y" or "y_to_x"
        Which way a positive angle turns: as people see it, or from which axis toward which, which is the same
        wherever y points.
    y_down : bool
        True on images, where y points down, so that clockwise turns x toward y. False on a map, where y
        points up.

    Raises
    ------
    ArgumentError
        For another word.

    Examples
    --------
    >>> as_rotation("radians", "clockwise", y_down=False)
    Rotation(degrees=False, from_y_to_x=True)
    """
    if not isinstance(unit, str) or unit not in ("degrees", "radians"):
        hint = did_you_mean(unit, ("degrees", "radians"))
        raise ArgumentError(f"unit is {unit!r}; expected 'degrees' or 'radians'.{hint}")
    if not isinstance(direction, str) or direction not in _DIRECTIONS:
        word = "".join(filter(str.isalpha, str(direction).lower()))
        hint = did_you_mean(_SAME.get(word, direction), _DIRECTIONS)
        raise ArgumentError(
            f"direction is {direction!r}; expected 'clockwise', 'counterclockwise', 'x_to_y' or 'y_to_x'."
            f"{hint}"
        )
    if direction in ("x_to_y", "y_to_x"):
        return Rotation(unit == "degrees", direction == "y_to_x")
    return Rotation(unit == "degrees", (direction == "clockwise") != y_down)
