"""One box and many others, each with its IoU."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.boxes import validate_boxes
from truebox.boxes.box_format import as_box_format
from truebox.boxes.pixels import pixel_extent
from truebox.errors import ArgumentError
from truebox.overlap import pairwise_iou
from truebox.plotting.parts.axes import as_axes, name_axes
from truebox.plotting.parts.axes import legend as add_legend
from truebox.plotting.parts.palette import INK, series
from truebox.plotting.parts.scene import corners_of, draw_rectangle, set_scene

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.plotting.parts.library import Axes
    from truebox.typing import Pixels

__all__ = ["plot_one_against_many"]


@refuses_other_kinds
def plot_one_against_many(
    reference: Any,
    others: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
    labels: Sequence[str] | None = None,
    image: Any = None,
    legend: bool = True,
    ax: Axes | None = None,
) -> Axes:
    """Plot a box and others, with a legend that gives the IoU of each with the first.

    Parameters
    ----------
    reference : Box or four numbers
        Drawn in a thick black line.
    others : sequence of Box, or array-like [N, 4]
        Drawn in lines of different colour and dashes.
    box_format, pixels
        As in `truebox.iou`.
    labels : sequence of str, optional
        Names of the others; by default their number from 1.
    image, ax
        As in `plot_iou`.
    legend : bool
        Whether the axes have one, which gives the values.

    Returns
    -------
    Axes

    Raises
    ------
    ArgumentError, InputError
        As in `truebox.pairwise_iou`; also labels of another number than there are boxes.

    Examples
    --------
    >>> from truebox.plotting import plot_one_against_many
    >>> ax = plot_one_against_many((50, 50, 150, 150), [(51, 51, 151, 151), (100, 100, 200, 200)])
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['reference', '1: IoU 0.9610', '2: IoU 0.1429']
    """
    grown = pixel_extent(pixels, as_box_format(box_format))
    first = corners_of(reference, box_format, image, "reference", grown=grown)
    if len(first) == 0:
        raise ArgumentError("reference is no box; expected four numbers")
    rows = corners_of(others, box_format, image, "others", grown=grown)
    names = [str(number + 1) for number in range(len(rows))] if labels is None else list(labels)
    if len(names) != len(rows):
        raise ArgumentError(
            f"labels has {len(names)} entries, but there are {len(rows)} boxes; give one each"
        )
    one, many = (
        np.atleast_2d(validate_boxes(boxes, box_format=box_format, name=name))
        for boxes, name in ((reference, "reference"), (others, "others"))
    )
    values = pairwise_iou(many, one, box_format=box_format, pixels=pixels)
    ax = as_axes(ax, square=True)
    set_scene(ax, np.concatenate((first, rows)), image)
    handles = [draw_rectangle(ax, first[0], edgecolor=INK, linewidth=3.0)]
    for number, row in enumerate(rows):
        look = series(number)
        handles.append(draw_rectangle(ax, row, edgecolor=look.colour, linestyle=look.line))
    texts = [f"{name}: IoU {value:.4f}" for name, value in zip(names, values[:, 0].tolist(), strict=True)]
    name_axes(ax, "IoU with the reference")
    if legend:
        add_legend(ax, handles, ["reference", *texts], loc="upper left", bbox_to_anchor=(1.02, 1.0))
    return ax
