"""IoU as an equation of pictures: what two boxes share, over what they cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.boxes import Box
from truebox.boxes.box import as_box
from truebox.overlap import pair_overlap
from truebox.plotting.parts.figures import panels
from truebox.plotting.parts.palette import INK, PREDICTION, SHARED, TRUTH
from truebox.plotting.parts.scene import draw_rectangle, set_scene

if TYPE_CHECKING:
    from truebox.plotting.parts.library import Axes, Figure
    from truebox.typing import Pixels

__all__ = ["plot_equation"]


@refuses_other_kinds
def plot_equation(
    truth: Box | Sequence[float],
    prediction: Box | Sequence[float],
    *,
    image: Any = None,
    pixels: Pixels = "continuous",
) -> Figure:
    """Plot the intersection and the union of two boxes side by side, and the division that gives the IoU.

    Parameters
    ----------
    truth, prediction : Box or four numbers ``x_min, y_min, x_max, y_max``
        The truth is solid, the prediction dashed.
    image : array or Pillow image, optional
        Shown below the boxes, faintly.
    pixels : {"continuous", "inclusive"}
        As in `truebox.iou`.

    Returns
    -------
    Figure
        Of three panels: the intersection, the union, and the two numbers with the IoU.

    Raises
    ------
    ArgumentError, InputError
        As in `truebox.iou`.
    MissingExtraError
        Matplotlib is not installed.

    Examples
    --------
    >>> from truebox.plotting import plot_equation
    >>> figure = plot_equation((0, 0, 2, 2), (1, 1, 3, 3))
    >>> [ax.get_title() for ax in figure.axes]
    ['intersection: 1', 'union: 7', 'IoU']
    """
    boxes = [as_box(truth, "truth"), as_box(prediction, "prediction")]
    found = pair_overlap(*boxes, pixels=pixels)
    grown = 1.0 if pixels == "inclusive" else 0.0
    corners = np.array([box.as_tuple() for box in boxes])
    corners[:, 2:] += grown
    figure, (shared, covered, number) = panels(1, 3, (8.4, 2.8))
    for ax, name, value in (
        (shared, "intersection", found.intersection),
        (covered, "union", found.union),
    ):
        set_scene(ax, corners, image)
        for picture in ax.images:
            picture.set_alpha(0.35)
        _fill(ax, corners, both=ax is shared)
        draw_rectangle(ax, corners[0], edgecolor=TRUTH)
        draw_rectangle(ax, corners[1], edgecolor=PREDICTION, linestyle="--")
        ax.set_title(f"{name}: {value:,.6g}", color=INK)
        ax.set(xticks=[], yticks=[])
    number.set_axis_off()
    number.set_title("IoU", color=INK)
    fraction = f"{found.intersection:,.6g}\n―――――――\n{found.union:,.6g}"
    number.text(
        0.3, 0.5, fraction, ha="center", va="center", fontsize=14, color=INK, transform=number.transAxes
    )
    answer = f"= {found.iou:.4f}"
    number.text(
        0.6, 0.5, answer, va="center", fontsize=17, weight="bold", color=INK, transform=number.transAxes
    )
    return figure


def _fill(ax: Axes, corners: Any, *, both: bool) -> None:
    """Shade what both boxes cover, or what either does."""
    common = np.concatenate((corners[:, :2].max(axis=0), corners[:, 2:].min(axis=0)))
    look: dict[str, Any] = {"fill": True, "facecolor": SHARED, "alpha": 0.75, "linewidth": 0}
    if not both:
        # Opaque, as the two would darken what they share.
        for box in corners:
            draw_rectangle(ax, box, **{**look, "alpha": 1.0})
    elif (common[:2] < common[2:]).all():
        draw_rectangle(ax, common, **look)
