"""How much AP each kind of error costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox import diagnosis
from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes, say_undefined
from truebox.plotting.parts.bars import draw_bars
from truebox.plotting.parts.of_result import diagnosed
from truebox.plotting.parts.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_errors"]

_WORDS = {
    "class": "wrong class",
    "location": "badly placed",
    "both": "class and place",
    "duplicate": "duplicate",
    "background": "on background",
    "missed": "missed",
    "false_positive": "all false positives",
    "false_negative": "all missed truths",
}
# As TIDE prints them.
_SHORT = {
    "Cls": "class",
    "Loc": "location",
    "Both": "both",
    "Dupe": "duplicate",
    "Bkg": "background",
    "Miss": "missed",
    "FalsePos": "false_positive",
    "FalseNeg": "false_negative",
}


@refuses_other_kinds
def plot_errors(errors: Any, *, ax: Axes | None = None) -> Axes:
    """Plot the AP that mending each kind of error would give back (TIDE).

    Parameters
    ----------
    errors : ErrorBreakdown, Result or mapping
        From `truebox.diagnosis`, or with its keys ``loss`` and optionally ``special``, or kind to lost AP as
        a fraction, such as ``{"class": 0.034, "location": 0.067}``; TIDE's short names are known too. None
        where undefined.
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
    >>> ax = plot_errors({"class": 0.034, "location": 0.067, "missed": 0.142})
    >>> [float(bar.get_width()) for bar in ax.patches]
    [0.034, 0.067, 0.142]
    """
    errors = diagnosed(errors, diagnosis.errors, at_iou=True)
    values = plain_values(errors, [], "errors")
    if "loss" in values:
        values = {**plain_values(values["loss"], [], "errors['loss']"), **values.get("special", {})}
    for key, value in values.items():
        if value is not None and not isinstance(value, (int, float)):
            raise ArgumentError(f"errors[{key!r}] is {value!r}; expected a number, the AP that is lost")
    ax = as_axes(ax, (6.4, 1.3 + 0.42 * max(len(values), 2)))
    names = [_WORDS.get(_SHORT.get(key, key), str(key)) for key in values]
    if values:
        draw_bars(ax, names, list(values.values()))
    else:
        say_undefined(ax, "no errors are given")
    name_axes(ax, "AP lost to each kind of error", "AP that mending it would add", "", grid="x")
    return ax
