"""HOTA and its parts against the overlap at which a box counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, legend, name_axes
from truebox.plotting.parts.of_result import refuse_detections
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_hota"]

_SHOWN = ("HOTA", "DetA", "AssA", "LocA")


@refuses_other_kinds
def plot_hota(result: Any, *, ax: Axes | None = None) -> Axes:
    """Plot HOTA, detection, association and localisation over alpha.

    A curve that falls early says that boxes fit loosely; one that is low from the beginning, that objects are
    missed (DetA) or confused (AssA).

    Parameters
    ----------
    result : TrackResult, or mapping of name to (alphas, values)
        Whose curves.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError
        There is no curve.

    Examples
    --------
    >>> from truebox.plotting import plot_hota
    >>> ax = plot_hota({"HOTA": ([0.05, 0.5], [0.7, 0.6]), "DetA": ([0.05, 0.5], [0.8, 0.7])})
    >>> [line.get_label() for line in ax.lines]
    ['HOTA 0.650', 'DetA 0.750']
    """
    refuse_detections(result, "a result of tracks, or name: (alphas, values)")
    curve = getattr(result, "hota", None)
    curves = (
        dict(result)
        if curve is None
        else {name: (curve.alphas, curve.per_alpha[name]) for name in _SHOWN if name in curve.per_alpha}
    )
    if not curves:
        raise ArgumentError("result has no curve: give a result of tracks, or name: (alphas, values)")
    ax = as_axes(ax)
    lines = []
    for number, (name, (alphas, values)) in enumerate(curves.items()):
        look = series(number)
        mean = sum(float(value) for value in values) / max(1, len(values))
        lines += ax.plot(
            [float(alpha) for alpha in alphas],
            [float(value) for value in values],
            color=look.colour,
            linestyle=look.line,
            marker=look.marker,
            markersize=4,
            linewidth=2.2 if number == 0 else 1.4,
            label=f"{name} {mean:.3f}",
        )
    ax.set_ylim(0, 1.04)
    ax.set_xlim(0, 1)
    name_axes(ax, "HOTA over alpha", "alpha (IoU at which a box counts)", "")
    legend(ax, lines, [str(line.get_label()) for line in lines], loc="lower left")
    return ax
