"""Four numbers of a file read as another kind of box than its format says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox._native import tables as _kernels
from truebox._writing.nearest import did_you_mean
from truebox._writing.saying import say_numbers
from truebox.boxes.box_format import as_box_format
from truebox.datasets.columns.numbers.four_numbers import LAYOUTS, as_xywh, from_xywh
from truebox.datasets.columns.values import LARGEST_COORDINATE
from truebox.errors import ArgumentError, InputError
from truebox.records import Predictions, Truth

if TYPE_CHECKING:
    from truebox.typing import AnyArray, FloatArray

__all__ = [
    "BOX_READINGS",
    "as_read",
    "as_reading",
    "boxes_of_columns",
    "checked_boxes",
    "ground_boxes",
    "is_relative",
    "place_of_reading",
    "read_again_as",
    "refuse_unknown_reading",
]

BOX_READINGS = tuple(f"{scale}{layout}" for scale in ("", "rel_", "pct_") for layout in LAYOUTS)
"""What four numbers can mean; ``rel_`` are fractions of the image's width and height, ``pct_`` percent."""

_ON_GROUND = ("x_3d", "y_3d", "width_3d", "length_3d", *(f"rotation_{name}" for name in "wxyz"))
_Records = TypeVar("_Records", Truth, Predictions)


def boxes_of_columns(columns: Sequence[FloatArray], threads: int | None = None) -> FloatArray:
    """Four columns [N] side by side [N, 4].

    Examples
    --------
    >>> boxes_of_columns([np.array([1.0]), np.array([2.0]), np.array([3.0]), np.array([4.0])]).tolist()
    [[1.0, 2.0, 3.0, 4.0]]
    """
    return _of_columns(columns, "xywh", threads=threads)[0]


def checked_boxes(numbers: FloatArray, reading: str) -> tuple[FloatArray, bool]:
    """As `as_read`, and whether every number can be in pixels and no size is negative.

    Examples
    --------
    >>> checked_boxes(np.array([[10.0, 20.0, 30.0, 60.0]]), "xyxy")[1]
    True
    >>> checked_boxes(np.array([[10.0, 20.0, 5.0, 60.0]]), "xyxy")[1]
    False
    """
    refuse_unknown_reading(reading)
    return _of_columns(numbers.T, _layout(reading), percent=reading.startswith("pct_"))


def place_of_reading(reading: str) -> tuple[int, bool]:
    """The number by which kernels know the layout of one of `BOX_READINGS`, and whether it is in percent.

    Examples
    --------
    >>> place_of_reading("xyxy"), place_of_reading("pct_xywh")
    ((1, False), (0, True))
    """
    refuse_unknown_reading(reading)
    return LAYOUTS.index(_layout(reading)), reading.startswith("pct_")


def _of_columns(
    columns: Sequence[FloatArray] | FloatArray,
    layout: str,
    *,
    percent: bool = False,
    threads: int | None = 1,
) -> tuple[FloatArray, bool]:
    a, b, c, d = (np.asarray(column, dtype=np.float64) for column in columns)
    place = LAYOUTS.index(layout)
    return _kernels.boxes_of_columns(a, b, c, d, place, percent, float(LARGEST_COORDINATE), threads or 0)


def as_read(numbers: FloatArray, reading: str) -> FloatArray:
    """Numbers [N, 4] of one of `BOX_READINGS` as x, y, width, height; percent become fractions.

    Raises
    ------
    ArgumentError
        `reading` is none of them.

    Examples
    --------
    >>> as_read(np.array([[10.0, 20.0, 30.0, 60.0]]), "pct_xyxy").round(6).tolist()
    [[0.1, 0.2, 0.2, 0.4]]
    """
    return checked_boxes(numbers, reading)[0]


def as_reading(value: str) -> str:
    """One of `BOX_READINGS` by its name, in upper or lower case, or by the files that have it (`BoxFormat`).

    Raises
    ------
    ArgumentError
        It names none.

    Examples
    --------
    >>> as_reading("YOLO"), as_reading("coco"), as_reading("pct_xywh")
    ('rel_cxcywh', 'xywh', 'pct_xywh')
    """
    name = value.lower() if isinstance(value, str) else value
    if name not in BOX_READINGS:
        try:
            return as_box_format(name).value
        except ArgumentError:
            refuse_unknown_reading(value)
    return str(name)


def is_relative(reading: str) -> bool:
    """Whether numbers of a reading are parts of the image's size rather than pixels.

    Examples
    --------
    >>> is_relative("pct_xywh"), is_relative("xywh")
    (True, False)
    """
    return "_" in reading


def refuse_unknown_reading(reading: str) -> None:
    """Raise `ArgumentError` where `reading` is none of `BOX_READINGS`.

    Examples
    --------
    >>> refuse_unknown_reading("rel_xyxy")
    """
    if reading not in BOX_READINGS:
        raise ArgumentError(
            f"box_format: {reading!r} is unknown.{did_you_mean(reading, BOX_READINGS)} "
            f"Fix: pass one of {', '.join(BOX_READINGS)}, "
            "or coco, yolo, voc."
        )


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
    refuse_unknown_reading(box_format)
    if box_format == native:
        return records
    relative, was_relative = is_relative(box_format), is_relative(native)
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


@refuses_other_kinds
def ground_boxes(columns: Mapping[str, AnyArray]) -> FloatArray:
    """What each box covers on the ground, as x, y, width, height along the axes [N, 4].

    Examples
    --------
    >>> box = {"x_3d": 1, "y_3d": 2, "width_3d": 2, "length_3d": 4}
    >>> turn = {"rotation_w": 1, "rotation_x": 0, "rotation_y": 0, "rotation_z": 0}
    >>> ground_boxes({name: np.array([value]) for name, value in (box | turn).items()}).tolist()
    [[-1.0, 1.0, 4.0, 2.0]]
    """
    missing = [name for name in _ON_GROUND if name not in columns]
    if missing:
        raise ArgumentError(f"columns: {', '.join(missing)} missing. Fix: pass {', '.join(_ON_GROUND)}.")
    w, x, y, z = (columns[f"rotation_{name}"] for name in "wxyz")
    angle = np.arctan2(2 * (x * y + w * z), w * w + x * x - y * y - z * z)
    cos, sin = np.abs(np.cos(angle)), np.abs(np.sin(angle))
    width = columns["length_3d"] * cos + columns["width_3d"] * sin
    height = columns["length_3d"] * sin + columns["width_3d"] * cos
    left, low = columns["x_3d"] - width / 2, columns["y_3d"] - height / 2
    return np.column_stack([left, low, width, height]).astype(np.float64).reshape(-1, 4)
