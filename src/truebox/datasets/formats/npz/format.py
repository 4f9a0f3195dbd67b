"""NumPy archives: columns as arrays, one entry per object.

Facts relied on (numpy.org/doc/stable/reference/generated/numpy.lib.format.html):

- An ``.npz`` is a zip of ``.npy`` files. Arrays of objects are pickles, which run code when they are
  loaded: they are refused, whatever they hold.
- No standard names the arrays. Read are ``image`` (texts or whole numbers), ``boxes`` [N, 4], ``labels``
  (texts or whole numbers), ``scores`` of detections, and where present ``crowd``, ``ignore``, ``area``,
  ``track``, ``image_width``, ``image_height``. A text ``box_format`` in the archive says what four
  numbers mean; else ``box_format`` must.
"""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.whole_file import whole_file
from truebox.datasets.columns.box_reading import BOX_READINGS
from truebox.datasets.columns.layout_evidence import stated_layout
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.format import Evidence, Format, Loss, ReadOptions, Role
from truebox.datasets.outgoing.not_held import prediction_losses, truth_losses
from truebox.datasets.outgoing.outgoing import Outgoing, outgoing_predictions, outgoing_truth
from truebox.datasets.place import Place
from truebox.errors import InputError
from truebox.records import Ids, Predictions, Source, Truth

if TYPE_CHECKING:
    from truebox.typing import AnyArray

__all__ = ["FORMAT"]

_ZIP = b"PK\x03\x04"
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


def _recognise(place: Place, role: Role) -> Evidence | None:
    if place.is_folder or not place.head.startswith(_ZIP) or b".npy" not in place.head[:256]:
        return None
    return Evidence(3, "a zip of NumPy arrays")


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


def _read_truth(path: Path, options: ReadOptions) -> Truth:
    objects = _read(path, options, "truth")
    return truth_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path))


def _read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects = _read(path, options, "predictions")
    return predictions_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path))


def _write_truth(truth: Truth, path: Path) -> tuple[Loss, ...]:
    rows = outgoing_truth(truth)
    more: dict[str, AnyArray] = {"area": truth.area, "crowd": truth.crowd, "ignore": truth.ignore}
    sizes = rows.image_sizes[rows.image]
    more |= {"image_width": sizes[:, 0], "image_height": sizes[:, 1]}
    kept = {"area", "crowd", "ignore", "sizes"}
    if "track" in truth.attributes and truth.attributes["track"].dtype.kind in "iu":
        more["track"] = truth.attributes["track"]
        kept.add("attribute track")
    _write(rows, more, path)
    return truth_losses(truth, kept)


def _write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[Loss, ...]:
    _write(outgoing_predictions(truth, predictions), {"scores": predictions.scores}, path)
    return prediction_losses(predictions, ())


def _write(rows: Outgoing, more: dict[str, AnyArray], path: Path) -> None:
    columns: dict[str, Any] = {
        "image": np.array([rows.image_names[image] for image in rows.image.tolist()], dtype=np.str_),
        "labels": np.array([rows.class_names[label] for label in rows.category.tolist()], dtype=np.str_),
        "boxes": rows.boxes,
        "box_format": np.array("xywh"),
    }
    with whole_file(path) as stream:
        np.savez_compressed(stream, **(columns | more))


FORMAT = Format(
    name="npz",
    title="NumPy archive",
    recognise=_recognise,
    boxes="open",
    read_truth=_read_truth,
    read_predictions=_read_predictions,
    write_truth=_write_truth,
    write_predictions=_write_predictions,
)
