"""Four numbers of a file read as another kind of box than its format says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from truebox.datasets.wording import say_numbers
from truebox.errors import ArgumentError, InputError
from truebox.records import Predictions, Truth

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["BOX_READINGS", "as_xywh", "with_boxes_read_as"]

_LAYOUTS = ("xywh", "xyxy", "cxcywh", "yxyx")
BOX_READINGS = (*_LAYOUTS, *(f"rel_{layout}" for layout in _LAYOUTS))
"""What four numbers can mean; ``rel_`` are fractions of the image's width and height."""

_Records = TypeVar("_Records", Truth, Predictions)


def as_xywh(numbers: FloatArray, layout: str) -> FloatArray:
    """Boxes [N, 4] of a layout (without ``rel_``) as x, y, width, height; sizes may come out negative.

    Examples
    --------
    >>> as_xywh(np.array([[10.0, 20.0, 30.0, 60.0]]), "xyxy").tolist()
    [[10.0, 20.0, 20.0, 40.0]]
    """
    a, b, c, d = numbers.T
    columns = {
        "xywh": lambda: (a, b, c, d),
        "xyxy": lambda: (a, b, c - a, d - b),
        "yxyx": lambda: (b, a, d - b, c - a),
        "cxcywh": lambda: (a - c / 2, b - d / 2, c, d),
    }[layout]()
    return np.stack(columns, axis=1)


def with_boxes_read_as(records: _Records, box_format: str | None) -> _Records:
    """Records whose `boxes` hold the four numbers of the file, with these numbers read as `box_format`.

    Raises
    ------
    InputError
        A box so read has a negative size (E-122).
    ArgumentError
        `box_format` is none of `BOX_READINGS`, or the truth says no image sizes.

    Examples
    --------
    >>> import truebox as tb
    >>> found = tb.read_predictions([{"image_id": 1, "category_id": 1, "bbox": [5, 5, 9, 8], "score": 1}])
    >>> with_boxes_read_as(found, "xyxy").boxes.tolist()
    [[5.0, 5.0, 4.0, 3.0]]
    """
    if box_format is None or box_format == "xywh":
        return records
    if box_format not in BOX_READINGS:
        raise ArgumentError(
            f"box_format: {box_format!r} is unknown. Fix: pass one of {', '.join(BOX_READINGS)}."
        )
    boxes = as_xywh(records.boxes, box_format.removeprefix("rel_"))
    bad = (boxes[:, 2:] < 0).any(axis=1)
    if bad.any():
        row = int(bad.argmax())
        raise InputError(
            "E-122",
            f"{records.source.name} row {row}",
            f"{say_numbers(records.boxes[row])} read as {box_format} has a negative width or height",
            f"state the box format that is right ({int(bad.sum())} of {len(boxes)} rows)",
            row=row,
        )
    relative = box_format.startswith("rel_")
    if isinstance(records, Predictions):
        return replace(records, boxes=boxes, units="fractions" if relative else "pixels")
    if relative:
        raise ArgumentError(
            f"box_format: {box_format!r} is not read from a COCO truth. Fix: convert the truth to pixels."
        )
    derived = records.area == records.boxes[:, 2] * records.boxes[:, 3]
    return replace(records, boxes=boxes, area=np.where(derived, boxes[:, 2] * boxes[:, 3], records.area))
