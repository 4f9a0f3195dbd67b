"""What the four numbers of a predicted box may mean instead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.datasets.columns.box_reading import as_xywh
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


@dataclass(frozen=True, slots=True, eq=False)
class BoxReading:
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


def box_readings(numbers: FloatArray, sizes: FloatArray) -> Iterator[BoxReading]:
    """Every reading of boxes that were read as x, y, width, height in pixels; that one first.

    Parameters
    ----------
    numbers : float64 array [S, 4]
        As the file has them.
    sizes : float64 array [S, 2]
        Width and height of each box's image; fractions are not tried where one is unknown.

    Examples
    --------
    >>> found = list(box_readings(np.array([[10.0, 20.0, 30.0, 60.0]]), np.zeros((1, 2))))
    >>> [(reading.flag, reading.boxes[0].tolist()) for reading in found][1]
    ('--box-format xyxy', [10.0, 20.0, 20.0, 40.0])
    """
    known = bool(len(sizes)) and bool((sizes > 0).all())
    for prefix, scale in _SCALES.items():
        if prefix and not known:
            continue
        factor = np.tile(sizes, 2) / (100 if prefix == "pct_" else 1) if prefix else 1.0
        for layout, words in _SAY.items():
            boxes = as_xywh(numbers, layout) * factor
            yield BoxReading(", ".join(filter(None, (words, scale))), f"--box-format {prefix}{layout}", boxes)
    if known:
        for side in _LETTERBOXES:
            for layout in ("xyxy", "xywh"):
                what = f"{_SAY[layout]} of the image letterboxed to {side} x {side}"
                boxes = out_of_letterbox(as_xywh(numbers, layout), sizes, side)
                yield BoxReading(what, f"--box-format {layout} --letterbox {side}", boxes)
        yield from _scaled(numbers, sizes)


def _scaled(numbers: FloatArray, sizes: FloatArray) -> Iterator[BoxReading]:
    """Boxes in pixels of the image as a network saw it: scaled, without a border at the left or the top."""
    longer, shorter = sizes.max(axis=1, keepdims=True), sizes.min(axis=1, keepdims=True)
    for layout in ("xyxy", "xywh"):
        boxes = as_xywh(numbers, layout)
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
            yield BoxReading(of_both[0], "", boxes * np.tile(sizes / side, 2), of_both[1])
        scale = np.minimum(_SHORT / shorter, _LONG / longer)
        what = f"{_SAY[layout]} of the image scaled to {_SHORT} x {_LONG} at most"
        yield BoxReading(what, "", boxes / scale, "divide them by the scale of their image")
