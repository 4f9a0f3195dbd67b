"""Two boxes, what they share, and their IoU."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.arrays import library_of
from truebox.boxes.box_format import as_box_format
from truebox.boxes.pixels import pixel_extent
from truebox.overlap import pair_overlap
from truebox.plotting.parts.axes import as_axes, name_axes
from truebox.plotting.parts.lettering import put_text
from truebox.plotting.parts.palette import INK, PREDICTION, SHARED, TRUTH
from truebox.plotting.parts.scene import corners_of, draw_rectangle, set_scene

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.plotting.parts.library import Axes
    from truebox.typing import FloatArray, Pixels

__all__ = ["plot_iou"]


@refuses_other_kinds
def plot_iou(
    truth: Any,
    prediction: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    labels: tuple[str, str] = ("truth", "prediction"),
    image: Any = None,
    ax: Axes | None = None,
) -> Axes:
    """Plot two boxes with their intersection, its area, that of the union, and the IoU.

    Parameters
    ----------
    truth, prediction : Box or four numbers
        The truth is solid, the prediction dashed.
    box_format, pixels
        As in `truebox.iou`; ``rel_`` boxes are plotted as fractions where there is no `image`.
    labels : two texts
        What the boxes are called.
    image : array [height, width] or [height, width, 3], or Pillow image, optional
        Shown below the boxes.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Axes
        ``ax.figure.savefig("iou.png")`` writes it.

    Raises
    ------
    ArgumentError, InputError
        As in `truebox.iou`.
    MissingExtraError
        Matplotlib is not installed.

    Examples
    --------
    >>> from truebox.plotting import plot_iou
    >>> ax = plot_iou((39, 63, 203, 112), (54, 66, 198, 114), pixels="inclusive")
    >>> ax.get_title().splitlines()[0]
    'IoU: 0.7980'
    """
    truth, prediction = (library_of(box).to_numpy(box) for box in (truth, prediction))
    found = pair_overlap(truth, prediction, box_format=box_format, pixels=pixels)
    grown = pixel_extent(pixels, as_box_format(box_format))
    first = corners_of(truth, box_format, image, "truth", grown=grown)[0]
    second = corners_of(prediction, box_format, image, "prediction", grown=grown)[0]
    ax = as_axes(ax, square=True)
    set_scene(ax, np.stack((first, second)), image)
    common = np.concatenate((np.maximum(first[:2], second[:2]), np.minimum(first[2:], second[2:])))
    if (common[:2] < common[2:]).all():
        draw_rectangle(ax, common, fill=True, facecolor=SHARED, alpha=0.45, linewidth=0)
        draw_rectangle(ax, common, edgecolor="#00000040", hatch="///", linewidth=0)
    draw_rectangle(ax, first, edgecolor=TRUTH)
    draw_rectangle(ax, second, edgecolor=PREDICTION, linestyle="--")
    _name(ax, first, labels[0], TRUTH, above=True)
    _name(ax, second, labels[1], PREDICTION, above=False)
    unit = " of the image" if as_box_format(box_format).is_relative else ""
    name_axes(ax, f"IoU: {found.iou:.4f}")
    below = f"intersection {found.intersection:,.6g} / union {found.union:,.6g}{unit}"
    ax.set_title(f"{ax.get_title()}\n{below}", fontsize="medium", color=INK)
    return ax


def _name(ax: Axes, box: FloatArray, label: str, colour: str, *, above: bool) -> None:
    """A name over the upper left corner, or under the lower right one, where the two cannot meet."""
    x, y = (box[0], box[1]) if above else (box[2], box[3])
    text = ax.annotate(
        "",
        (x, y),
        xytext=(0, 4 if above else -4),
        textcoords="offset points",
        ha="left" if above else "right",
        va="bottom" if above else "top",
        color="white",
        fontsize="small",
        bbox={"boxstyle": "square,pad=0.2", "facecolor": colour, "edgecolor": "none"},
    )
    put_text(text, label, 30)
