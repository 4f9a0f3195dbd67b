"""What is missed, or found, against false positives an image."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.diagnosis import alarm_curves, alarm_names
from truebox.evaluation.registry import protocol_of
from truebox.plotting.parts.axes import as_axes, legend, name_axes, say_undefined
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.evaluation import Result
    from truebox.plotting.parts.library import Axes
    from truebox.typing import FloatArray

__all__ = ["plot_froc", "plot_miss_rate"]

_FEWEST = 1e-3
_ALARMS = "false positives per image"


@refuses_other_kinds
def plot_miss_rate(result: Result, *, area: str | None = None, ax: Axes | None = None) -> Axes:
    """Plot the share of truths missed against false positives per image, both in powers of ten.

    Parameters
    ----------
    result : Result
        From `truebox.evaluate`, at its first IoU threshold.
    area : str, optional
        An area range or set of the evaluation. By default all of them, a line each.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        A line for each set, with the number that the protocol reads from it; of several classes the mean.

    Raises
    ------
    ArgumentError
        A set that was not evaluated.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = [{"boxes": [[10, 10, 60, 90]], "labels": ["person"]}]
    >>> result = tb.evaluate(truth, [{**truth[0], "scores": [0.9]}], protocol="voc", mode="corrected")
    >>> [line.get_label() for line in tb.plotting.plot_miss_rate(result).lines]
    ['all']
    """
    ax = as_axes(ax)
    lines = [(label, np.maximum(1 - found, _FEWEST)) for label, found in _sensitivity(result, area)]
    least = min((float(values.min()) for _, values in lines), default=1.0)
    valued = protocol_of(result.parameters).alarms is not None
    _draw(ax, lines, floor=_FEWEST, steps=True, valued=valued)
    ax.set(xscale="log", yscale="log", xlim=(_FEWEST, 10), ylim=(min(0.01, 0.8 * least), 1.05))
    name_axes(ax, "Miss rate", _ALARMS, "share of truths missed", grid="both")
    return ax


@refuses_other_kinds
def plot_froc(result: Result, *, area: str | None = None, ax: Axes | None = None) -> Axes:
    """Plot the share of truths found against false positives per image: the free-response curve.

    Parameters
    ----------
    result : Result
        From `truebox.evaluate`, at its first IoU threshold.
    area : str, optional
        An area range or set of the evaluation. By default all of them, a line each.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        A line for each set, with the number that the protocol reads from it; of several classes the mean.

    Raises
    ------
    ArgumentError
        A set that was not evaluated.

    Examples
    --------
    >>> import truebox as tb
    >>> truth = [{"boxes": [[10, 10, 60, 90]], "labels": ["nodule"]}]
    >>> result = tb.evaluate(truth, [{**truth[0], "scores": [0.9]}], mode="corrected")
    >>> [line.get_label() for line in tb.plotting.plot_froc(result, area="all").lines]
    ['all']
    """
    ax = as_axes(ax)
    rules = protocol_of(result.parameters)
    lines = _sensitivity(result, area)
    _draw(ax, lines, floor=2.0**-4, steps=rules.found_within is None, valued=rules.alarms is not None)
    ax.set(xscale="log", xlim=(2.0**-4, 16), ylim=(0, 1.04))
    ticks = [2.0**power for power in range(-3, 4)]
    ax.set_xticks(ticks, [f"1/{round(1 / each)}" if each < 1 else f"{each:g}" for each in ticks])
    ax.minorticks_off()
    name_axes(ax, "Free-response curve", _ALARMS, "share of truths found", grid="both")
    return ax


def _sensitivity(result: Result, area: str | None) -> list[tuple[str, FloatArray]]:
    """Of each set, as a legend names it, the share of truths found within each number of false positives."""
    names = alarm_names(result)
    return [(names[label], found) for label, (_, found) in alarm_curves(result, area).items()]


def _draw(ax: Axes, lines: list[tuple[str, FloatArray]], *, floor: float, steps: bool, valued: bool) -> None:
    grid = np.logspace(-4, 2, 601)
    shown = grid >= floor
    handles = []
    for number, (label, values) in enumerate(lines):
        look = series(number)
        (handle,) = ax.plot(
            grid[shown],
            values[shown],
            label=label,
            color=look.colour,
            linestyle=look.line,
            drawstyle="steps-post" if steps else "default",
        )
        handles.append(handle)
    if not lines:
        say_undefined(ax, "no truths")
    elif len(lines) > 1 or valued:
        legend(
            ax,
            handles,
            [label for label, _ in lines],
            loc="best",
            frameon=True,
            framealpha=0.85,
            edgecolor="none",
        )
