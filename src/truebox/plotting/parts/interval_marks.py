"""A number with its interval: a dot and a bar, and the numbers in words above it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox.errors import ArgumentError
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["draw_interval", "interval_numbers", "spread"]

_Numbers: TypeAlias = tuple[float | None, float | None, float | None]


def draw_interval(ax: Axes, row: int, numbers: _Numbers, *, signed: bool) -> None:
    """Draw value, low and high in one row; "n/a" without a value, signs written if they are differences."""
    value, low, high = numbers
    if value is None:
        text = ax.text(0.02, row, "n/a", va="center", transform=ax.get_yaxis_transform())
        text.set_color("#555555")
        return
    look = series(row)
    form = "+.3f" if signed else ".3f"
    words = f"{value:{form}}"
    reach = None
    if low is not None and high is not None:
        words += f" [{low:{form}}, {high:{form}}]"
        reach = np.array([[value - low], [high - value]])
    ax.errorbar(
        value, row, xerr=reach, fmt=look.marker, color=look.colour, markersize=8, capsize=5, elinewidth=2,
        capthick=2,
    )  # fmt: skip
    ax.annotate(
        words,
        (value, row),
        xytext=(0, 9),
        textcoords="offset points",
        ha="center",
        va="bottom",
        fontsize="small",
    )


def interval_numbers(place: str, entry: Any) -> _Numbers:
    """Value, low and high of three numbers, an `Estimate`, a `Difference`, or None; NaN is no number.

    Raises
    ------
    ArgumentError
        It is none of these, or the numbers are not in order; `place` says which.

    Examples
    --------
    >>> interval_numbers("models['a']", (0.41, 0.4, 0.42))
    (0.41, 0.4, 0.42)
    """
    if entry is None:
        return None, None, None
    try:
        value, low, high = (entry.value, entry.low, entry.high) if hasattr(entry, "low") else entry
        value, low, high = map(_known, (value, low, high))
    except (TypeError, ValueError):
        raise ArgumentError(f"{place} is {entry!r}; expected (value, low, high) or None") from None
    bounds = [number for number in (low, value, high) if number is not None]
    if bounds != sorted(bounds) or (low is None) != (high is None):
        raise ArgumentError(f"{place} is {entry!r}; expected (value, low, high) with low <= value <= high")
    return value, low, high


def _known(number: Any) -> float | None:
    return None if number is None or np.isnan(number) else float(number)


def spread(ax: Axes, margin: float) -> None:
    """Leave room at both sides of what is drawn; from 0 to 1 where nothing is."""
    if ax.has_data():
        ax.margins(x=margin)
    else:
        ax.set_xlim(0, 1)
