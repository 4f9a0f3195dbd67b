"""How much AP each kind of error costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox.errors import ArgumentError
from truebox.plotting.axes import as_axes, name_axes, say_undefined
from truebox.plotting.bars import draw_bars
from truebox.plotting.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.library import Axes

__all__ = ["plot_errors"]

_WORDS = {
    "Cls": "wrong class",
    "Loc": "badly placed",
    "Both": "class and place",
    "Dupe": "duplicate",
    "Bkg": "background",
    "Miss": "missed",
    "FalsePos": "all false positives",
    "FalseNeg": "all missed truths",
    "FP": "all false positives",
    "FN": "all missed truths",
}


def plot_errors(errors: Any, *, ax: Axes | None = None) -> Axes:
    """Plot the AP that mending each kind of error would give back (TIDE).

    Parameters
    ----------
    errors : mapping, or a value with ``to_dict()``
        Kind to ΔAP as a fraction, such as ``{"Cls": 0.034, "Loc": 0.067, ...}``; None where undefined. A
        document may hold that mapping under ``delta_ap``.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        Bars in the order given.

    Raises
    ------
    ArgumentError
        Not a mapping of numbers.

    References
    ----------
    D. Bolya et al., "TIDE: A General Toolbox for Identifying Object Detection Errors", ECCV 2020.

    Examples
    --------
    >>> from truebox.plotting import plot_errors
    >>> ax = plot_errors({"Cls": 0.034, "Loc": 0.067, "Miss": 0.142})
    >>> [float(bar.get_width()) for bar in ax.patches]
    [0.034, 0.067, 0.142]
    """
    values = plain_values(errors, [], "errors")
    values = plain_values(values["delta_ap"], [], "errors['delta_ap']") if "delta_ap" in values else values
    wrong = [
        key for key, value in values.items() if not isinstance(value, (int, float)) and value is not None
    ]
    if wrong:
        raise ArgumentError(
            f"errors[{wrong[0]!r}] is {values[wrong[0]]!r}; expected a number, the AP that is lost"
        )
    ax = as_axes(ax, (6.4, 1.3 + 0.42 * max(len(values), 2)))
    names = [f"{_WORDS[key]} ({key})" if key in _WORDS else str(key) for key in values]
    if values:
        draw_bars(ax, names, list(values.values()))
    else:
        say_undefined(ax, "no errors are given")
    name_axes(ax, "AP lost to each kind of error", "AP that mending it would add", "", grid="x")
    return ax
