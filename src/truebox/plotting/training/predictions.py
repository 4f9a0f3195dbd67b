"""What a network answers: pictures with the true and the predicted box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.arrays import library_of
from truebox.errors import ArgumentError
from truebox.overlap import elementwise_iou
from truebox.plotting.parts.axes import legend as add_legend
from truebox.plotting.parts.figures import panels
from truebox.plotting.parts.library import Line2D, patheffects
from truebox.plotting.parts.palette import INK, PREDICTION, TRUTH
from truebox.plotting.parts.scene import corners_of, draw_rectangle, set_scene

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.plotting.parts.library import Figure

__all__ = ["plot_predictions"]

_PANEL = 2.0


@refuses_other_kinds
def plot_predictions(
    images: Any,
    truth: Any,
    predictions: Any,
    *,
    box_format: BoxFormatLike = "xyxy",
    most: int = 12,
    columns: int = 6,
    legend: bool = True,
) -> Figure:
    """Plot pictures in a grid, each with its true and its predicted box and their IoU.

    Parameters
    ----------
    images : sequence of pictures, or array [N, height, width] or [N, height, width, 3]
        Bytes, or numbers in [0, 1]; tensors too. Only the first `most` are looked at.
    truth, predictions : array-like [N, 4]
        One box a picture, on both sides.
    box_format : BoxFormat or str
        What the four numbers mean; ``rel_`` formats are fractions of the picture.
    most : int
        The largest number of pictures, from the first on: not the best ones.
    columns : int
        Pictures in a line.
    legend : bool
        Whether the figure has a legend below.

    Returns
    -------
    Figure
        ``figure.savefig("predictions.png")`` writes it.

    Raises
    ------
    ArgumentError
        There are not as many pictures as boxes, or none at all.
    InputError
        A box is none, as in `truebox.elementwise_iou`.
    MissingExtraError
        Matplotlib is not installed.

    Examples
    --------
    >>> import numpy as np
    >>> from truebox.plotting import plot_predictions
    >>> figure = plot_predictions(np.zeros((1, 20, 30)), [[0, 0, 8, 8]], [[0, 0, 8, 4]])
    >>> figure.axes[0].get_title()
    'IoU 0.500'
    """
    truth, predictions = (library_of(boxes).to_numpy(boxes) for boxes in (truth, predictions))
    counts = len(images), len(truth), len(predictions)
    if len(set(counts)) > 1 or not counts[0] or most < 1 or columns < 1:
        raise ArgumentError(
            f"{counts[0]} images, {counts[1]} boxes of truth and {counts[2]} of predictions, most={most}, "
            f"columns={columns}; expected one box of either side for each image, and at least one of all"
        )
    chosen = slice(0, most)
    truth, predictions = np.asarray(truth)[chosen], np.asarray(predictions)[chosen]
    ious = elementwise_iou(truth, predictions, box_format=box_format)
    columns = min(columns, len(truth))
    rows = -(-len(truth) // columns)
    figure, grid = panels(rows, columns, (_PANEL * columns, (_PANEL + 0.25) * rows + 0.4))
    seam = [patheffects.withStroke(linewidth=3.6, foreground="white")]
    for number, (ax, iou) in enumerate(zip(grid, ious.tolist(), strict=False)):
        image = _picture(images[number])
        true = corners_of(truth[number], box_format, image, "truth")
        found = corners_of(predictions[number], box_format, image, "predictions")
        set_scene(ax, np.concatenate((true, found)), image)
        draw_rectangle(ax, true[0], edgecolor=TRUTH, path_effects=seam)
        draw_rectangle(ax, found[0], edgecolor=PREDICTION, linestyle="--", path_effects=seam)
        ax.set_title(f"IoU {iou:.3f}", fontsize="medium", color=INK)
        ax.set(xticks=[], yticks=[])
    for ax in grid[len(truth) :]:
        ax.remove()
    if legend:
        handles = [Line2D([], [], color=TRUTH), Line2D([], [], color=PREDICTION, linestyle="--")]
        add_legend(figure, handles, ["truth", "prediction"], loc="outside lower center", ncols=2)
    return figure


def _picture(image: Any) -> Any:
    """The pixels of one picture, those of one colour without the axis of colours."""
    found = np.asarray(library_of(image).to_numpy(image) if hasattr(image, "shape") else image)
    if found.ndim == 3 and found.shape[2] == 1:
        found = found[:, :, 0]
    if found.ndim != 2 and (found.ndim != 3 or found.shape[2] not in {3, 4}):
        raise ArgumentError(
            f"an image has shape {found.shape}; expected [height, width] or [height, width, 3]. "
            "Fix: move the colours to the last axis, image.permute(1, 2, 0) in PyTorch"
        )
    return found
