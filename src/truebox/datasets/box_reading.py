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

__all__ = ["BOX_READINGS", "as_xywh", "from_xywh", "read_again_as"]

_LAYOUTS = ("xywh", "xyxy", "cxcywh", "yxyx")
BOX_READINGS = tuple(f"{scale}{layout}" for scale in ("", "rel_", "pct_") for layout in _LAYOUTS)
"""What four numbers can mean; ``rel_`` are fractions of the image's width and height, ``pct_`` percent."""

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


def from_xywh(boxes: FloatArray, layout: str) -> FloatArray:
    """The numbers [N, 4] that a layout (without ``rel_``) writes for boxes x, y, width, height.

    Examples
    --------
    >>> from_xywh(np.array([[10.0, 20.0, 20.0, 40.0]]), "xyxy").tolist()
    [[10.0, 20.0, 30.0, 60.0]]
    """
    x, y, width, height = boxes.T
    columns = {
        "xywh": lambda: (x, y, width, height),
        "xyxy": lambda: (x, y, x + width, y + height),
        "yxyx": lambda: (y, x, y + height, x + width),
        "cxcywh": lambda: (x + width / 2, y + height / 2, width, height),
    }[layout]()
    return np.stack(columns, axis=1)


def read_again_as(records: _Records, box_format: str, native: str = "xywh") -> _Records:
    """Records read by a format whose four numbers mean `native`, as if they meant `box_format`.

    Fractions stay fractions where the records are in them (`units`), and become so where `box_format`
    begins with ``rel_`` or ``pct_`` and `native` does not.

    Raises
    ------
    InputError
        A box so read has a negative size (E-122).
    ArgumentError
        `box_format` is none of `BOX_READINGS`, or needs image sizes that the records do not have.

    Examples
    --------
    >>> import truebox as tb
    >>> found = tb.read_predictions([{"image_id": 1, "category_id": 1, "bbox": [5, 5, 9, 8], "score": 1}])
    >>> read_again_as(found, "xyxy").boxes.tolist()
    [[5.0, 5.0, 4.0, 3.0]]
    """
    if box_format not in BOX_READINGS:
        raise ArgumentError(
            f"box_format: {box_format!r} is unknown. Fix: pass one of {', '.join(BOX_READINGS)}."
        )
    if box_format == native:
        return records
    relative, was_relative = "_" in box_format, "_" in native
    if was_relative and not relative and records.units == "pixels":
        raise ArgumentError(
            f"box_format: {box_format!r} is in pixels, and {records.source.description} holds fractions. "
            f"Fix: pass one of {', '.join(reading for reading in BOX_READINGS if '_' in reading)}."
        )
    boxes = as_xywh(from_xywh(records.boxes, _layout(native)), _layout(box_format))
    if box_format.startswith("pct_") and not native.startswith("pct_"):
        boxes = boxes / 100
    _refuse_negative(records, boxes, box_format)
    units = "fractions" if relative and not was_relative else records.units
    if isinstance(records, Predictions):
        return replace(records, boxes=boxes, units=units)
    derived = records.area == records.boxes[:, 2] * records.boxes[:, 3]
    area = np.where(derived, boxes[:, 2] * boxes[:, 3], records.area)
    return replace(records, boxes=boxes, area=area, units=units)


def _layout(reading: str) -> str:
    return reading.rpartition("_")[2]


def _refuse_negative(records: Truth | Predictions, boxes: FloatArray, box_format: str) -> None:
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
