"""Which boxes are large enough to stay: by side, by area, by the part that is still visible."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import overlap as native
from truebox._typed import box_function
from truebox.arrays import fetched, home_of
from truebox.boxes.area import box_area
from truebox.boxes.box_format import as_box_format
from truebox.boxes.conversion import convert_boxes
from truebox.boxes.pixels import pixel_extent
from truebox.errors import ArgumentError
from truebox.typing import Pixels

if TYPE_CHECKING:
    from truebox.boxes.box_format import BoxFormatLike

__all__ = ["remove_small"]


@box_function
def remove_small(
    boxes: Any,
    *,
    min_size: float = 0.0,
    min_area: float = 0.0,
    before: Any = None,
    min_visibility: float = 0.0,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
) -> Any:
    """Rows of the boxes that are at least so large, in their order.

    Parameters
    ----------
    boxes : array-like [N, 4]
        Of any library.
    min_size : float
        Either side must have it (torchvision's ``remove_small_boxes``); 0 keeps boxes without extent.
    min_area : float
        In the unit of the boxes, squared.
    before : array-like [N, 4], optional
        The boxes before they were cut, as `clip_boxes` took them.
    min_visibility : float
        From 0 to 1: the share of its area before that a box must still have (albumentations'
        ``min_visibility``). A box that had none before has kept all.
    box_format, pixels
        As for `box_area`.

    Returns
    -------
    int64 array [K]
        Row numbers; of tensors integers of their library, for picking rows of boxes, labels and scores alike.

    Raises
    ------
    ArgumentError
        For a wrong shape, a limit below 0 or not a number, `min_visibility` without `before`, and
        traced tensors.

    Examples
    --------
    >>> from truebox.boxes import clip_boxes, remove_small
    >>> boxes = [[0, 0, 9, 9], [95, 0, 115, 20], [5, 5, 6, 30]]
    >>> remove_small(boxes, min_size=2)
    array([0, 1])
    >>> remove_small(clip_boxes(boxes, (100, 100)), before=boxes, min_visibility=0.5)
    array([0, 2])
    """
    keep = _remove_small if type(boxes) is np.ndarray else _of_anything
    return keep(boxes, min_size, min_area, before, min_visibility, box_format, pixels)


@refuses_other_kinds
def _of_anything(  # noqa: PLR0917  in the order of the native function, which calls it
    boxes: Any,
    min_size: float = 0.0,
    min_area: float = 0.0,
    before: Any = None,
    min_visibility: float = 0.0,
    box_format: BoxFormatLike = "xyxy",
    pixels: Pixels = "continuous",
) -> Any:
    for name, limit in (("min_size", min_size), ("min_area", min_area), ("min_visibility", min_visibility)):
        if not limit >= 0:
            raise ArgumentError(f"{name} is {limit!r}; expected a number of at least 0")
    if min_visibility > 1:
        raise ArgumentError(f"min_visibility is {min_visibility!r}; expected a share from 0 to 1")
    if min_visibility > 0 and before is None:
        raise ArgumentError("min_visibility needs before=, the boxes before they were cut")
    home = home_of({"boxes": boxes, "before": before}, boxes)
    layout = as_box_format(box_format)
    rows = fetched(boxes, "boxes")
    sized = convert_boxes(rows, layout, "rel_xywh" if layout.is_relative else "xywh")
    if sized.ndim != 2:
        raise ArgumentError(f"boxes has shape {sized.shape}; expected [N, 4]")
    areas = box_area(rows, box_format=layout, pixels=pixels)
    stays = (sized[:, 2:] + pixel_extent(pixels, layout) >= min_size).all(axis=1) & (areas >= min_area)
    if before is not None:
        whole = box_area(fetched(before, "before"), box_format=layout, pixels=pixels)
        if whole.shape != areas.shape:
            raise ArgumentError(f"before has {whole.shape} boxes and boxes {areas.shape}; expected as many")
        stays &= areas >= min_visibility * whole
    kept = np.flatnonzero(stays)
    return kept if home is None else home.integers(kept)


# Native for NumPy arrays; what it does not take it passes on.
_remove_small: Callable[..., Any] = native.kernel("remove_small", _of_anything)
