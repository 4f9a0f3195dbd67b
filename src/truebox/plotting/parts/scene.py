"""Axes on which boxes lie as on an image: y points down, both axes have one scale."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._pillow import pillow
from truebox.arrays import library_of
from truebox.boxes import convert_boxes, validate_boxes
from truebox.boxes.box_format import as_box_format
from truebox.errors import ArgumentError
from truebox.plotting.parts.library import Rectangle

if TYPE_CHECKING:
    from truebox.boxes import Box
    from truebox.plotting.parts.library import Axes
    from truebox.typing import AnyArray, FloatArray

__all__ = ["corners_of", "draw_rectangle", "picture_of", "set_scene"]

_MARGIN = 0.12


def corners_of(boxes: Any, box_format: str, image: Any, name: str, *, grown: float = 0.0) -> FloatArray:
    """Corners [N, 4] in pixels; fractions of the image where the format is relative and there is no image."""
    layout = as_box_format(box_format)
    boxes = library_of(boxes).to_numpy(boxes)
    rows = np.atleast_2d(validate_boxes(boxes, box_format=layout, name=name)).astype(np.float64)
    if rows.ndim != 2:
        raise ArgumentError(f"{name} has shape {rows.shape}; expected [4] or [N, 4]")
    if layout.is_relative and image is not None:
        height, width = picture_of(image).shape[:2]
        found: FloatArray = convert_boxes(rows, layout, "xyxy", image_size=(width, height))
    else:
        found = convert_boxes(rows, layout, "rel_xyxy" if layout.is_relative else "xyxy")
    found[:, 2:] += grown
    return found


def picture_of(image: Any) -> AnyArray:
    """The values of an image, which may be a path."""
    if not isinstance(image, str | os.PathLike):
        return np.asarray(image)
    library = pillow("A picture from a file")
    try:
        with library.open(image) as opened:
            return np.asarray(opened.convert("RGB"))
    except (OSError, ValueError, SyntaxError, EOFError, library.DecompressionBombError) as error:
        said = str(error) if isinstance(error, library.DecompressionBombError) else ""
        reason = getattr(error, "strerror", None) or said or "it is no picture that Pillow reads"
        raise ArgumentError(
            f"image: cannot read {os.fspath(image)}: {reason}. Fix: name a picture."
        ) from None


def set_scene(ax: Axes, boxes: Sequence[Box] | FloatArray, image: Any = None) -> None:
    """Show the image and what reaches beyond it, or a plain canvas with room around the boxes."""
    ax.set_aspect("equal")
    corners = np.array([tuple(box) for box in boxes], dtype=np.float64).reshape(-1, 4)
    low, high = corners[:, :2].min(axis=0, initial=np.inf), corners[:, 2:].max(axis=0, initial=-np.inf)
    if image is not None:
        picture = picture_of(image)
        height, width = picture.shape[:2]
        ax.imshow(picture, extent=(0, width, height, 0), cmap="gray" if picture.ndim == 2 else None)
        # A little more where a box goes beyond, so that its line is not cut in half.
        beyond = 0.01 * max(width, height)
        left, above = (min(0.0, float(side) - beyond) if side < 0 else 0.0 for side in low)
        right, below = (
            max(limit, float(side) + beyond) if side > limit else limit
            for side, limit in zip(high, (width, height), strict=True)
        )
        ax.set(xlim=(left, right), ylim=(below, above))
        return
    room = _MARGIN * max(float((high - low).max()), 1e-9)
    ax.set(xlim=(low[0] - room, high[0] + room), ylim=(high[1] + room, low[1] - room))
    ax.set_facecolor("#f6f7f9")


def draw_rectangle(ax: Axes, box: Sequence[float] | FloatArray, **look: Any) -> Rectangle:
    """Add the outline of a box; returns it."""
    x0, y0, x1, y1 = (float(side) for side in box)
    rectangle = Rectangle((x0, y0), x1 - x0, y1 - y0, **{"fill": False, "linewidth": 2.0, **look})
    ax.add_patch(rectangle)
    return rectangle
