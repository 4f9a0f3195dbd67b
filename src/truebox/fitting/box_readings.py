"""What the four numbers of a predicted box may mean instead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from truebox._named import NamedTuple
from truebox.datasets.columns.numbers.four_numbers import as_xywh
from truebox.datasets.joining.adjusting import out_of_letterbox

if TYPE_CHECKING:
    from truebox.typing import FloatArray

__all__ = ["BoxReading", "box_readings"]

_SAY = {
    "xywh": "x, y, width, height",
    "xyxy": "x_min, y_min, x_max, y_max",
    "cxcywh": "x_center, y_center, width, height",
    "yxyx": "y_min, x_min, y_max, x_max",
}
_SCALES = {"": "", "rel_": "fractions of the image", "pct_": "percent of the image"}
_LETTERBOXES = (320, 416, 512, 640, 768, 1024, 1280)
_SHORT, _LONG = 800, 1333
"""The sides that detectron2 and mmdet scale images to, whichever is reached first."""
_THOUSANDTHS = 1000
"""What models that write boxes as text count a side of the image in."""
_ORDERS = {
    "y_min, x_min, height, width": ([1, 0, 3, 2], "xywh"),
    "x_min, y_min, height, width": ([0, 1, 3, 2], "xywh"),
    "y_min, x_min, width, height": ([1, 0, 2, 3], "xywh"),
    "x_min, x_max, y_min, y_max": ([0, 2, 1, 3], "xyxy"),
    "x_center, y_center, height, width": ([0, 1, 3, 2], "cxcywh"),
    "y_center, x_center, height, width": ([1, 0, 3, 2], "cxcywh"),
}
_OF_FRACTIONS = ("cxcywh", "xyxy", "xywh")
"""Layouts in which tools write fractions."""


class BoxReading(NamedTuple):
    """One reading of a sample's boxes.

    Parameters
    ----------
    what : str
        Completes "if the boxes were ...".
    flag : str
        The option that makes it so; empty where there is none.
    boxes : float64 array [S, 4]
        x, y, width, height in pixels; sizes may be negative where the reading makes no sense.
    """

    what: str
    flag: str
    boxes: FloatArray
    fix: str = ""
    """What to do where no option does."""


def box_readings(numbers: FloatArray, sizes: FloatArray, *, resized: bool = True) -> Iterator[BoxReading]:
    """Every reading of boxes that were read as x, y, width, height in pixels; that one first.

    Parameters
    ----------
    numbers : float64 array [S, 4]
        As the file has them.
    sizes : float64 array [S, 2]
        Width and height of each box's image; fractions are not tried where one is unknown.
    resized : bool
        Whether pixels of the image in another size, with or without a border, are tried too.

    Examples
    --------
    >>> found = list(box_readings(np.array([[10.0, 20.0, 30.0, 60.0]]), np.zeros((1, 2))))
    >>> [(reading.flag, reading.boxes[0].tolist()) for reading in found][1]
    ('--box-format xyxy', [10.0, 20.0, 20.0, 40.0])
    """
    known = bool(len(sizes)) and bool((sizes > 0).all())
    read = {layout: as_xywh(numbers, layout) for layout in _SAY}
    of_image = _twice(sizes)
    for prefix, scale in _SCALES.items():
        if prefix and not known:
            continue
        factor = of_image / (100 if prefix == "pct_" else 1) if prefix else 1.0
        for layout, words in _SAY.items():
            said = f"{words}, {scale}" if scale else words
            yield BoxReading(said, f"--box-format {prefix}{layout}", read[layout] * factor)
    ordered = {what: as_xywh(numbers[:, places], layout) for what, (places, layout) in _ORDERS.items()}
    yield from _ordered(ordered, 1.0, "")
    if known:
        yield from _thousandths(read, of_image)
        yield from _turned(read, sizes)
        yield from _ordered(ordered, of_image, "fractions of the image")
        yield from _of_other_sides(read, sizes)
    if resized:
        yield from _resized(read, sizes, of_image) if known else _halved(read)


# Numbers of a file as x, y, width, height, by the layout that they were read in.
_Read = dict[str, "FloatArray"]


def _twice(sizes: FloatArray) -> FloatArray:
    """Width, height, width, height; `np.tile` takes three times as long for a sample."""
    return np.concatenate((sizes, sizes), axis=1)


def _of_columns(*columns: FloatArray) -> FloatArray:
    """Boxes [S, 4]; `np.stack` takes twice as long for a sample."""
    boxes = np.empty((len(columns[0]), 4))
    boxes[:, 0], boxes[:, 1], boxes[:, 2], boxes[:, 3] = columns
    return boxes


def _resized(read: _Read, sizes: FloatArray, of_image: FloatArray) -> Iterator[BoxReading]:
    """Boxes in pixels of the image as a network saw it."""
    for side in _LETTERBOXES:
        for layout in ("xyxy", "xywh"):
            what = f"{_SAY[layout]} of the image letterboxed to {side} x {side}"
            boxes = out_of_letterbox(read[layout], sizes, side)
            yield BoxReading(what, f"--box-format {layout} --letterbox {side}", boxes)
    yield from _scaled(read, sizes, of_image)


def _ordered(ordered: _Read, factor: FloatArray | float, scale: str) -> Iterator[BoxReading]:
    """The four numbers, of this factor to pixels, in orders that no option names."""
    for what, (_, layout) in _ORDERS.items():
        flag = f" and pass --box-format {'rel_' if scale else ''}{layout}"
        fix = f"write them as {_SAY[layout]}{flag if scale or layout != 'xywh' else ''}"
        yield BoxReading(f"{what}, {scale}" if scale else what, "", ordered[what] * factor, fix)


def _of_other_sides(read: _Read, sizes: FloatArray) -> Iterator[BoxReading]:
    """Fractions of something else than width and height of the image."""
    longer, turned = sizes.max(axis=1, keepdims=True), _twice(sizes[:, ::-1])
    width, height = sizes.T
    for layout in _OF_FRACTIONS:
        boxes = read[layout]
        fix = f"write them as fractions of width and height and pass --box-format rel_{layout}"
        said = f"{_SAY[layout]}, fractions of"
        yield BoxReading(f"{said} its longer side", "", boxes * longer, fix)
        yield BoxReading(f"{said} height and width instead of width and height", "", boxes * turned, fix)
        yield BoxReading(f"{said} the image padded to a square", "", out_of_letterbox(boxes, sizes, 1), fix)
        x, y, w, h = (boxes * turned).T
        of_turned = {
            "clockwise": (y, height - x - w, h, w),
            "counterclockwise": (width - y - h, x, h, w),
        }
        for way, columns in of_turned.items():
            what = f"{said} the image turned by 90 degrees {way}"
            yield BoxReading(what, "", _of_columns(*columns), fix)


def _halved(read: _Read) -> Iterator[BoxReading]:
    """Boxes at half or twice the scale, where nobody knows the sizes of images."""
    for layout in ("xyxy", "xywh"):
        for size, factor, fix in (("half", 2.0, "multiply them by 2"), ("twice", 0.5, "divide them by 2")):
            boxes = read[layout] * factor
            yield BoxReading(f"{_SAY[layout]} at {size} the scale", "", boxes, fix)


def _thousandths(read: _Read, of_image: FloatArray) -> Iterator[BoxReading]:
    """Every side of the image counted as 1000, as models that write their boxes as text do."""
    factor = of_image / _THOUSANDTHS
    for layout, words in _SAY.items():
        fix = f"divide them by {_THOUSANDTHS} and pass --box-format rel_{layout}"
        yield BoxReading(f"{words}, thousandths of the image", "", read[layout] * factor, fix)


def _turned(read: _Read, sizes: FloatArray) -> Iterator[BoxReading]:
    """Boxes of the image mirrored, or turned by a quarter as viewers turn it that follow its EXIF data."""
    width, height = sizes[:, 0], sizes[:, 1]
    for layout in ("xywh", "xyxy"):
        x, y, w, h = read[layout].T
        low, left = height - y - h, width - x - w
        turned = {
            "with y counted from the bottom of the image": (x, low, w, h),
            "of the image mirrored left to right": (left, y, w, h),
            "of the image turned by 90 degrees clockwise": (y, height - x - w, h, w),
            "of the image turned by 90 degrees counterclockwise": (width - y - h, x, h, w),
            "of the image turned by 180 degrees": (left, low, w, h),
        }
        for what, boxes in turned.items():
            fix = "write them in pixels of the image as it is stored, from its left upper corner"
            yield BoxReading(f"{_SAY[layout]} {what}", "", _of_columns(*boxes), fix)


def _scaled(read: _Read, sizes: FloatArray, of_image: FloatArray) -> Iterator[BoxReading]:
    """Boxes in pixels of the image as a network saw it: scaled, without a border at the left or the top."""
    longer, shorter = sizes.max(axis=1, keepdims=True), sizes.min(axis=1, keepdims=True)
    for layout in ("xyxy", "xywh"):
        boxes = read[layout]
        for side in _LETTERBOXES:
            of_longer = (
                f"{_SAY[layout]} of the image scaled until its longer side is {side}",
                f"multiply them by the longer side of their image and divide them by {side}",
            )
            yield BoxReading(of_longer[0], "", boxes * (longer / side), of_longer[1])
            of_both = (
                f"{_SAY[layout]} of the image stretched to {side} x {side}",
                f"multiply x by the width and y by the height of their image, and divide both by {side}",
            )
            yield BoxReading(of_both[0], "", boxes * (of_image / side), of_both[1])
        scale = np.minimum(_SHORT / shorter, _LONG / longer)
        what = f"{_SAY[layout]} of the image scaled to {_SHORT} x {_LONG} at most"
        yield BoxReading(what, "", boxes / scale, "divide them by the scale of their image")
