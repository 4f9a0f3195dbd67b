"""One box of a row, checked."""

from __future__ import annotations

import math
from collections.abc import Sequence

from truebox._writing.saying import say_numbers
from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.errors import InputError

__all__ = ["checked_box", "checked_score"]


def checked_box(box: Sequence[float], place: str, row: int) -> tuple[float, float, float, float]:
    """``x, y, width, height`` as floats, refused where not finite (E-121) or negative in size (E-122).

    Examples
    --------
    >>> checked_box([1, 2, 3, 4], "a.xml object 1", 0)
    (1.0, 2.0, 3.0, 4.0)
    """
    x, y, width, height = map(float, box)
    if not all(abs(number) <= LARGEST_COORDINATE for number in (x, y, width, height)):
        problem = f"the box {say_numbers([x, y, width, height])} is not finite or not in pixels"
        raise InputError("E-121", place, problem, "remove or repair such boxes", row=row)
    if width < 0 or height < 0:
        problem = f"the box [x, y, width, height] = {say_numbers([x, y, width, height])} has a negative size"
        raise InputError("E-122", place, problem, "swap the corners, or state the right box format", row=row)
    return x, y, width, height


def checked_score(score: float, place: str, row: int) -> float:
    """The score, refused where it is not finite (E-124).

    Examples
    --------
    >>> checked_score(0.5, "a.txt line 1", 0)
    0.5
    """
    value = float(score)
    if not math.isfinite(value):
        raise InputError("E-124", place, f"the score {value} is not finite", "repair such rows", row=row)
    return value
