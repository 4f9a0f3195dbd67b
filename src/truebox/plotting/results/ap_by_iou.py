"""AP against the IoU threshold at which a detection counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes, say_undefined
from truebox.plotting.parts.palette import series

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_ap_by_iou"]


@refuses_other_kinds
def plot_ap_by_iou(result: Any, *, ax: Axes | None = None) -> Axes:
    """Plot AP at each IoU threshold: how soon it falls says how exactly boxes are placed.

    Parameters
    ----------
    result : Result, or mapping of threshold to AP
        As ``result.ap_by_iou``; a threshold whose AP is None is left out.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        Without a truth that counts there is no AP at any threshold, and the axes say so.

    Examples
    --------
    >>> from truebox.plotting import plot_ap_by_iou
    >>> ax = plot_ap_by_iou({0.5: 0.8, 0.75: 0.6, 0.9: 0.1})
    >>> [float(value) for value in ax.lines[0].get_ydata()]
    [0.8, 0.6, 0.1]
    """
    found = getattr(result, "ap_by_iou", result)
    if not isinstance(found, Mapping):
        raise ArgumentError(
            f"result is a {type(result).__name__}; expected a result of boxes, masks or keypoints, or a "
            "mapping of threshold to AP"
        )
    points = [(float(threshold), float(ap)) for threshold, ap in sorted(found.items()) if ap is not None]
    ax = as_axes(ax)
    look = series(0)
    if points:
        ax.plot(*zip(*points, strict=True), color=look.colour, marker=look.marker, linestyle=look.line)
    else:
        say_undefined(ax, "no truths")
    ax.set_ylim(0, 1.04)
    name_axes(ax, "AP by IoU threshold", "IoU threshold", "AP")
    return ax
