"""Series that differ without colour: each has a colour, a line, a marker and a hatch of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

if TYPE_CHECKING:
    from truebox.typing import FloatArray

LineStyle: TypeAlias = Literal["-", "--", "-.", ":"] | tuple[float, tuple[float, ...]]

__all__ = ["INK", "PREDICTION", "SHARED", "TRUTH", "LineStyle", "Series", "marks_along", "series"]

TRUTH, PREDICTION, SHARED, INK = "#1a9850", "#d73027", "#f6c945", "#222222"
"""Truth is green, predictions are red and dashed, what they share is yellow and hatched."""

# M. Okabe and K. Ito's palette (2008), told apart with every colour vision; without yellow, too light
# for lines.
_COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#cc79a7", "#56b4e9", "#000000")
_LINES: tuple[LineStyle, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)))
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
_HATCHES = ("", "///", "...", "\\\\\\", "xxx", "---", "+++", "ooo", "|||")


@dataclass(frozen=True, slots=True)
class Series:
    """How one of several series looks."""

    colour: str
    line: LineStyle
    marker: str
    hatch: str


def series(number: int) -> Series:
    """The looks of series `number`, from 0 on; neighbours differ in all of them.

    Examples
    --------
    >>> series(0).line, series(1).line
    ('-', '--')
    """
    return Series(
        _COLOURS[number % len(_COLOURS)],
        _LINES[number % len(_LINES)],
        _MARKERS[number % len(_MARKERS)],
        _HATCHES[number % len(_HATCHES)],
    )


def marks_along(values: FloatArray | None, number: int) -> tuple[float, float] | None:
    """Where marks stand on the line of series `number`, each line's beside those of the others.

    None for a line without a value: Matplotlib measures the line, and fails on none when it is drawn.

    Examples
    --------
    >>> import numpy as np
    >>> marks_along(np.array([0.5, 0.4]), 2), marks_along(np.array([np.nan, np.nan]), 2)
    ((0.02, 0.12), None)
    """
    if values is None or not np.isfinite(values).any():
        return None
    return round(0.01 * number % 0.12, 2), 0.12
