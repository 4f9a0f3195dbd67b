"""Files of Open Images with masks: encoded in a table, or published as pictures."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from truebox.masks import encode_masks, masks_to_compressed

SIDE = 20
BOXES = "ImageID,LabelName,XMin,XMax,YMin,YMax,IsGroupOf"
MASKS = "ImageID,LabelName,ImageWidth,ImageHeight,XMin,YMin,XMax,YMax,IsGroupOf,Mask"
PICTURES = "MaskPath,ImageID,LabelName,BoxID,BoxXMin,BoxXMax,BoxYMin,BoxYMax,PredictedIoU,Clicks"
FOUND = "ImageID,ImageWidth,ImageHeight,LabelName,Score,Mask"


def area(left: int, top: int, right: int, bottom: int, side: int = SIDE) -> np.ndarray:
    """A mask of a rectangle of pixels."""
    mask = np.zeros((side, side), dtype=bool)
    mask[top:bottom, left:right] = True
    return mask


def encoded(mask: np.ndarray) -> str:
    """As the challenge encodes it."""
    return base64.b64encode(zlib.compress(masks_to_compressed(encode_masks(mask[None]))[0])).decode()


def table(path: Path, header: str, rows: Iterable[Sequence[Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([header, *(",".join(map(str, row)) for row in rows)]) + "\n")
    return path


def truth_folder(
    folder: Path, objects: Iterable[tuple[str, str, Sequence[int], int, np.ndarray | None]]
) -> Path:
    """Boxes and masks of (image, class, box in pixels, group, mask or None)."""
    boxes, masks = [], []
    for image, label, (left, top, right, bottom), group, mask in objects:
        x1, y1, x2, y2 = (value / SIDE for value in (left, top, right, bottom))
        boxes.append((image, label, x1, x2, y1, y2, group))
        if mask is not None:
            high, wide = mask.shape
            masks.append((image, label, wide, high, x1, y1, x2, y2, group, encoded(mask)))
    table(folder / "boxes.csv", BOXES, boxes)
    table(folder / "masks.csv", MASKS, masks)
    return folder


def found_file(path: Path, found: Iterable[tuple[str, str, float, np.ndarray]]) -> Path:
    """Detections of (image, class, score, mask)."""
    return table(
        path,
        FOUND,
        [
            (image, mask.shape[1], mask.shape[0], label, score, encoded(mask))
            for image, label, score, mask in found
        ],
    )
