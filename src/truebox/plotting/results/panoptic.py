"""Panoptic quality of all classes, of things and of stuff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.plotting.parts.axes import as_axes, legend, name_axes
from truebox.plotting.parts.lettering import letter_ticks
from truebox.plotting.parts.palette import series
from truebox.plotting.parts.plain_values import plain_values

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_panoptic"]

_MEASURES = ("PQ", "SQ", "RQ")
_GROUPS = {"": "all", "th": "things", "st": "stuff"}


@refuses_other_kinds
def plot_panoptic(result: Any, *, ax: Axes | None = None) -> Axes:
    """Plot PQ, SQ and RQ of all classes, of things and of stuff.

    Parameters
    ----------
    result : PanopticResult, or mapping of metric to value
        With ``PQ SQ RQ``, ``PQth SQth RQth`` and ``PQst SQst RQst``; None is written as "n/a".
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        A metric is missing.

    Examples
    --------
    >>> from truebox.plotting import plot_panoptic
    >>> ax = plot_panoptic({"PQ": 0.4, "SQ": 0.8, "RQ": 0.5, "PQth": 0.4, "SQth": 0.8, "RQth": 0.5,
    ...     "PQst": None, "SQst": None, "RQst": None})
    >>> [text.get_text() for text in ax.texts][:4]
    ['0.400', '0.400', 'n/a', '0.800']
    """
    needed = [f"{measure}{group}" for measure in _MEASURES for group in _GROUPS]
    metrics = plain_values(getattr(result, "metrics", result), needed, "result")
    ax = as_axes(ax)
    width = 0.8 / len(_MEASURES)
    bars: list[Any] = []
    for number, measure in enumerate(_MEASURES):
        values = [metrics[f"{measure}{group}"] for group in _GROUPS]
        places = [row + (number - 1) * width for row in range(len(_GROUPS))]
        look = series(number)
        drawn = ax.bar(
            places, [value or 0.0 for value in values], width * 0.94, color=look.colour, hatch=look.hatch,
            edgecolor="white", linewidth=0.8,
        )  # fmt: skip
        words = ["n/a" if value is None else f"{value:.3f}" for value in values]
        ax.bar_label(drawn, words, fontsize="small")
        bars.append(drawn)
    letter_ticks(ax.xaxis, range(len(_GROUPS)), list(_GROUPS.values()))
    ax.set_ylim(0, 1.08)
    name_axes(ax, "Panoptic quality", "", "", grid="y")
    legend(ax, bars, _MEASURES, loc="upper left", bbox_to_anchor=(1.02, 1.0))
    return ax
