"""``truebox iou ... --plot PATH``: the picture of two boxes."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, cast

from truebox import plotting
from truebox._writing.cannot_write import telling_target
from truebox._writing.whole_file import whole_file
from truebox.errors import ArgumentError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from truebox.boxes import BoxFormatLike

__all__ = ["save_iou_plot"]

# What files of each kind begin with: one that begins otherwise is somebody's data.
_BEGINS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


def save_iou_plot(
    path: str,
    truth: Sequence[float],
    prediction: Sequence[float],
    *,
    box_format: BoxFormatLike,
    pixels: Literal["continuous", "inclusive"],
) -> None:
    """Write the plot of two boxes, whole or not at all.

    Raises
    ------
    ArgumentError
        The name has another ending, or a file of another kind is there already.
    MissingExtraError
        Matplotlib is not installed.
    OSError
        The file cannot be written.
    """
    kind = os.path.splitext(path)[1].lower()
    if kind not in _BEGINS:
        raise ArgumentError(f"--plot {path}: expected a name that ends in {', '.join(_BEGINS)}")
    if os.path.isfile(path):
        with telling_target(path), open(path, "rb") as stream:
            head = stream.read(8)
        if head and not head.startswith(_BEGINS[kind]):
            raise ArgumentError(
                f"--plot {path}: this file is no {kind[1:].upper()}, so it is not overwritten"
            )
    ax = plotting.plot_iou(truth, prediction, box_format=box_format, pixels=pixels)
    drawn = io.BytesIO()
    # Without the date, so that the same boxes give the same bytes.
    dates = {".png": {}, ".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
    cast("Figure", ax.figure).savefig(drawn, format=kind[1:], dpi=160, metadata=dates[kind])
    with whole_file(path) as stream:
        stream.write(drawn.getvalue())
