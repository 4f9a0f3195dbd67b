"""What a converter wrote, read back as boxes: of every image how many, and the sums of their corners."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.call import Array

_CORNER = re.compile(r"<(xmin|ymin|xmax|ymax)>\s*([-+0-9.e]+)\s*<")
_OFF = 2.0  # pixels: whole numbers, a first pixel that is 1 instead of 0, six digits of a fraction


def image_sizes(coco: Path) -> dict[str, tuple[int, int]]:
    """Width and height of each image by its name without suffix, out of a COCO file."""
    rows = json.loads(coco.read_text(encoding="utf-8"))["images"]
    return {Path(row["file_name"]).stem: (row["width"], row["height"]) for row in rows}


def written_boxes(to: str, target: Path, sizes: dict[str, tuple[int, int]]) -> Array:
    """Of each image a row: how many boxes, and the sums of x0, y0, x1, y1 in pixels."""
    places = {name: row for row, name in enumerate(sizes)}
    sums = np.zeros((len(sizes), 5))
    for name, corners in _READERS[to](target, sizes):
        sums[places[name]] += (1, *corners)
    return sums


def compared(found: Array, expected: Array) -> str:
    """The verdict of a row."""
    if found.shape != expected.shape or (found[:, 0] != expected[:, 0]).any():
        return f"differs: {int(found[:, 0].sum())} boxes, not {int(expected[:, 0].sum())}"
    off = np.abs(found - expected)[:, 1:] / np.maximum(found[:, :1], 1)
    return "identical" if off.max(initial=0) < _OFF else f"differs by {off.max():.1f} pixels"


_Boxes = Iterator[tuple[str, tuple[float, float, float, float]]]


def _yolo(target: Path, sizes: dict[str, tuple[int, int]]) -> _Boxes:
    for path in target.rglob("*.txt"):
        if path.stem not in sizes:
            continue
        width, height = sizes[path.stem]
        for line in path.read_text(encoding="utf-8").splitlines():
            x, y, w, h = map(float, line.split()[1:5])
            yield (
                path.stem,
                ((x - w / 2) * width, (y - h / 2) * height, (x + w / 2) * width, (y + h / 2) * height),
            )


def _voc(target: Path, sizes: dict[str, tuple[int, int]]) -> _Boxes:
    for path in target.rglob("*.xml"):
        for box in path.read_text(encoding="utf-8").split("<bndbox>")[1:]:
            side = dict(_CORNER.findall(box))
            x, y, far, low = (float(side[name]) for name in ("xmin", "ymin", "xmax", "ymax"))
            yield path.stem, (x, y, far, low)


def _csv(target: Path, sizes: dict[str, tuple[int, int]]) -> _Boxes:
    with target.open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            if "ImageID" in row:
                name = Path(row["ImageID"]).stem
                width, height = sizes[name]
                x, y = float(row["XMin"]) * width, float(row["YMin"]) * height
                yield name, (x, y, float(row["XMax"]) * width, float(row["YMax"]) * height)
            elif "filename" in row:
                x, y, far, low = (float(row[key]) for key in ("xmin", "ymin", "xmax", "ymax"))
                # Fractions or pixels: both are written as TensorFlow's.
                size = (row["width"], row["height"]) if far < 1.5 and low < 1.5 else (1, 1)
                wide, high = map(float, size)
                yield Path(row["filename"]).stem, (x * wide, y * high, far * wide, low * high)
            else:
                x, y, width, height = (float(row[key]) for key in ("x", "y", "width", "height"))  # type: ignore[assignment]
                yield Path(row["image"]).stem, (x, y, x + width, y + height)


def _coco(target: Path, sizes: dict[str, tuple[int, int]]) -> _Boxes:
    document = json.loads(target.read_text(encoding="utf-8"))
    names = {row["id"]: Path(row["file_name"]).stem for row in document["images"]}
    for row in document["annotations"]:
        x, y, width, height = row["bbox"]
        yield names[row["image_id"]], (x, y, x + width, y + height)


def _kitti(target: Path, sizes: dict[str, tuple[int, int]]) -> _Boxes:
    for path in target.rglob("*.txt"):
        if path.stem not in sizes:
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            x, y, far, low = map(float, line.split()[4:8])
            yield path.stem, (x, y, far, low)


def _labelme(target: Path, sizes: dict[str, tuple[int, int]]) -> _Boxes:
    for path in target.rglob("*.json"):
        for shape in json.loads(path.read_text(encoding="utf-8"))["shapes"]:
            (x, y), (far, low) = shape["points"]
            yield path.stem, (x, y, far, low)


def _createml(target: Path, sizes: dict[str, tuple[int, int]]) -> _Boxes:
    for picture in json.loads(target.read_text(encoding="utf-8")):
        for each in picture["annotations"]:
            x, y, width, height = (each["coordinates"][key] for key in ("x", "y", "width", "height"))
            box = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            yield Path(picture["image"]).stem, box


_READERS = {
    "yolo": _yolo,
    "voc": _voc,
    "csv": _csv,
    "openimages": _csv,
    "coco": _coco,
    "kitti": _kitti,
    "labelme": _labelme,
    "createml": _createml,
}
