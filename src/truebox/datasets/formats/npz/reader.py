"""NumPy archives as records; the facts relied on stand in `format`."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.box_reading import BOX_READINGS
from truebox.datasets.columns.layout_evidence import stated_layout
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.format import Role
from truebox.datasets.formats.npz.format import FORMAT
from truebox.datasets.options import ReadOptions
from truebox.errors import InputError
from truebox.records import Ids, Predictions, Source, Truth

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["read_predictions", "read_truth"]
_NAMES = {
    "image": ("image", "images", "image_id", "image_ids", "image_name", "file_name", "file_names"),
    "boxes": ("boxes", "bboxes", "bbox"),
    "labels": ("labels", "label", "classes", "class", "category", "category_id", "category_ids"),
    "scores": ("scores", "score", "confidence", "conf"),
}
_MORE = ("crowd", "ignore", "area", "track", "image_width", "image_height")
_LAYOUTS = ("xywh", "xyxy", "cxcywh", "rel_xywh", "rel_xyxy", "rel_cxcywh")
# As of gzip: columns of numbers compress a few times, text built to exhaust memory about 1,000 times.
_RATIO_CAP = 200
_SIZE_FLOOR = 64 << 20


def _read(path: Path, options: ReadOptions, role: Role) -> ObjectTable:
    arrays = _arrays(path)
    needed = ("image", "boxes", "labels", *(("scores",) if role == "predictions" else ()))
    found = {role: _column(arrays, role, path) for role in needed}
    boxes = _numbers(found["boxes"], "boxes", path)
    if boxes.ndim != 2 or boxes.shape[1] != 4:
        problem = f"boxes have the shape {boxes.shape}, need [N, 4]"
        raise InputError("E-428", str(path), problem, "store four numbers a row")
    columns = {name: arrays[name] for name in _MORE if name in arrays}
    for name, column in (found | columns).items():
        if column.shape[:1] != boxes.shape[:1] or (name != "boxes" and column.ndim != 1):
            problem = f"{name} has the shape {column.shape}, but there are {len(boxes)} boxes"
            raise InputError("E-428", str(path), problem, "store one entry for each box")
    numbers = {name: _numbers(column, name, path) for name, column in columns.items()}
    return ObjectTable(
        image=_ids(found["image"], "image", path),
        category=_ids(found["labels"], "labels", path),
        boxes=boxes,
        layout=_layout(arrays, boxes, options, path),
        scores=_numbers(found["scores"], "scores", path) if role == "predictions" else None,
        place=lambda row: f"{path} row {row}",
        flags={name: numbers[name] for name in ("crowd", "ignore") if name in numbers},
        area=numbers.get("area"),
        sizes=_sizes(numbers),
        attributes={"track": numbers["track"].astype(np.int64)} if "track" in numbers else {},
    )


def _sizes(numbers: dict[str, AnyArray]) -> AnyArray | None:
    if "image_width" not in numbers or "image_height" not in numbers:
        return None
    return np.stack((numbers["image_width"], numbers["image_height"]), axis=1).astype(np.int64)


def _arrays(path: Path) -> dict[str, AnyArray]:
    """Every array that is read here, none of them unpickled (E-428)."""
    known = {name for names in _NAMES.values() for name in names} | {*_MORE, "box_format"}
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size > max(_SIZE_FLOOR, _RATIO_CAP * path.stat().st_size):
            raise ValueError(f"it grows to {size} bytes, which is no table")
        with np.load(path, allow_pickle=False) as archive:
            return {name: archive[name] for name in archive.files if name in known}
    except (OSError, ValueError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        problem = f"the archive cannot be read ({str(error).splitlines()[0][:120]})"
        fix = "write it again with numpy.savez, from arrays of numbers and texts"
        raise InputError("E-428", str(path), problem, fix) from None


def _column(arrays: dict[str, AnyArray], role: str, path: Path) -> AnyArray:
    for name in _NAMES[role]:
        if name in arrays:
            return arrays[name]
    there = ", ".join(arrays) or "none that is known"
    problem = f"there is no array {role} (there are: {there})"
    raise InputError("E-428", str(path), problem, f"name one of the arrays {role}")


def _numbers(column: AnyArray, name: str, path: Path) -> AnyArray:
    if column.dtype.kind not in "iufb":
        problem = f"{name} is of type {column.dtype}, need numbers"
        raise InputError("E-428", str(path), problem, "store it as float64")
    return column.astype(np.float64)


def _ids(column: AnyArray, name: str, path: Path) -> Ids:
    if column.dtype.kind in "iu":
        return Ids(column.astype(np.int64))
    if column.dtype.kind == "U":
        return Ids.of(column.tolist()) if len(column) else Ids(np.empty(0, dtype=np.int64), ())
    problem = f"{name} is of type {column.dtype}, need texts or whole numbers"
    raise InputError("E-428", str(path), problem, "convert it with astype(str) or astype(int)")


def _layout(arrays: dict[str, Any], boxes: AnyArray, options: ReadOptions, path: Path) -> str:
    said = arrays.get("box_format")
    if options.box_format is None and said is not None and str(said) in BOX_READINGS:
        return str(said)
    return stated_layout(boxes, options, _LAYOUTS, str(path))


def read_truth(path: Path, options: ReadOptions) -> Truth:
    objects = _read(path, options, "truth")
    return truth_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path))


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects = _read(path, options, "predictions")
    return predictions_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path))
