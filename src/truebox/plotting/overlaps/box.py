"""One box, or two and what they share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from truebox._kinds import refuses_other_kinds
from truebox.boxes import Box
from truebox.boxes.box import as_box
from truebox.errors import ArgumentError
from truebox.plotting.overlaps.iou import plot_iou
from truebox.plotting.parts.axes import as_axes, name_axes
from truebox.plotting.parts.palette import INK
from truebox.plotting.parts.scene import corners_of, draw_rectangle, set_scene

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes

__all__ = ["plot_box"]


@refuses_other_kinds
def plot_box(
    box: Box | Sequence[float],
    other: Any = None,
    *,
    image: Any = None,
    ax: Axes | None = None,
    **options: Any,
) -> Axes:
    """Plot a box with its size, or with another one as `plot_iou` does.

    Parameters
    ----------
    box : Box or four numbers ``x_min, y_min, x_max, y_max``
        The truth, where there are two.
    other : Box or four numbers, optional
        The prediction.
    image, ax
        As in `plot_iou`.
    **options
        Those of `plot_iou`; without `other` there are none.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError, InputError
        `box` is no box; or as in `plot_iou`.

    Examples
    --------
    >>> from truebox import Box
    >>> from truebox.plotting import plot_box
    >>> plot_box(Box(50, 50, 150, 100)).get_title()
    '100 × 50, area 5,000'
    """
    box = as_box(box)
    if other is not None:
        return plot_iou(box, other, image=image, ax=ax, **options)
    if options:
        raise ArgumentError(f"{', '.join(options)}: for two boxes only. Fix: pass other=, or leave it out")
    corners = corners_of(box, "xyxy", image, "box")
    ax = as_axes(ax, square=True)
    set_scene(ax, corners, image)
    draw_rectangle(ax, corners[0], edgecolor=INK)
    name_axes(ax, f"{box.width:,.6g} × {box.height:,.6g}, area {box.area:,.6g}")
    return ax
