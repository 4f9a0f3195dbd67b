"""What each of COCO's thresholds lets pass: boxes grown, shrunk and shifted until their IoU is just that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.boxes import Box, boxes_at_thresholds
from truebox.boxes.box import as_box
from truebox.errors import ArgumentError
from truebox.plotting.parts.axes import as_axes, name_axes
from truebox.plotting.parts.axes import legend as add_legend
from truebox.plotting.parts.library import Line2D, colormaps
from truebox.plotting.parts.palette import INK, LineStyle
from truebox.plotting.parts.scene import draw_rectangle, set_scene

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_gallery"]

_LINES: dict[str, LineStyle] = {"grow": "-", "shrink": "--", "shift": ":"}
_WORDS = {"grow": "grown", "shrink": "shrunk", "shift": "shifted"}


@refuses_other_kinds
def plot_gallery(
    reference: Box | Sequence[float],
    *,
    ways: Sequence[str] = ("grow", "shrink", "shift"),
    image: Any = None,
    step: float | None = None,
    legend: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Plot, around one box, the boxes that just pass each of COCO's ten thresholds.

    Parameters
    ----------
    reference : Box or four numbers ``x_min, y_min, x_max, y_max``
        The truth.
    ways : sequence of {"grow", "shrink", "shift"}
        In which ways a box misses; each has its own line.
    image : array or Pillow image, optional
        Shown below; a plain canvas otherwise.
    step : float, optional
        As in `truebox.boxes.boxes_at_thresholds`.
    legend : bool
        Whether the axes have one.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        With a legend of thresholds and ways.

    Raises
    ------
    ArgumentError
        An unknown way; also as in `truebox.boxes.boxes_at_thresholds`.

    Examples
    --------
    >>> from truebox.plotting import plot_gallery
    >>> ax = plot_gallery((50, 50, 150, 150), ways=["shrink"])
    >>> len(ax.patches)
    11
    """
    unknown = [way for way in ways if way not in _LINES]
    if unknown or not ways:
        raise ArgumentError(f"ways is {list(ways)!r}; expected some of 'grow', 'shrink' and 'shift'")
    truth = as_box(reference, "reference")
    gallery = boxes_at_thresholds(truth, step=step)
    thresholds = list(gallery[ways[0]])
    ax = as_axes(ax, (6.6, 5.0), square=True)
    set_scene(ax, [truth, *(box for way in ways for box in gallery[way].values())], image)
    # From dark to light, so that the order shows without hue as well; the lightest tenths are too pale.
    shades = [colormaps["viridis"](0.92 * row / (len(thresholds) - 1)) for row in range(len(thresholds))]
    for way in ways:
        for (_, box), shade in zip(gallery[way].items(), shades, strict=True):
            draw_rectangle(ax, tuple(box), edgecolor=shade, linestyle=_LINES[way], linewidth=1.6)
    draw_rectangle(ax, tuple(truth), edgecolor=INK, linewidth=2.6)
    handles = [Line2D([], [], color=INK, linewidth=2.6)]
    handles += [Line2D([], [], color=INK, linestyle=_LINES[way], linewidth=1.6) for way in ways]
    handles += [Line2D([], [], color=shade, linewidth=3) for shade in shades]
    names = ["truth", *(_WORDS[way] for way in ways), *(f"IoU {value:.2f}" for value in thresholds)]
    name_axes(ax, "Boxes that just pass each threshold")
    if legend:
        add_legend(ax, handles, names, loc="upper left", bbox_to_anchor=(1.02, 1.0))
    return ax
