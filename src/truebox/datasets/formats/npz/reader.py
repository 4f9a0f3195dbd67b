"""NumPy archives as records; the facts relied on stand in `format`."""

from __future__ import annotations

import io
import math
import sys
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.box_reading import BOX_READINGS
from truebox.datasets.columns.layout_evidence import stated_layout
from truebox.datasets.columns.object_records import predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable, sizes_of_rows, tracks_of_rows
from truebox.datasets.format import Role
from truebox.datasets.formats.npz.format import FORMAT
from truebox.datasets.options import ReadOptions
from truebox.datasets.texts.files import read_bytes
from truebox.errors import InputError
from truebox.records import Ids, Predictions, Source, Truth

if TYPE_CHECKING:
    from collections.abc import Callable

    from truebox.typing import AnyArray

__all__ = ["read_predictions", "read_truth"]
_NAMES = {
    "image": ("image", "images", "image_id", "image_ids", "image_name", "file_name", "file_names"),
    "boxes": ("boxes", "bboxes", "bbox"),
    "labels": ("labels", "label", "classes", "class", "category", "category_id", "category_ids"),
    "scores": ("scores", "score", "confidence", "conf"),
}
_MORE = ("crowd", "ignore", "area", "track", "image_width", "image_height")
_LISTED, _LISTED_SIZES = "all_images", "all_image_sizes"
_LAYOUTS = ("xywh", "xyxy", "cxcywh", "rel_xywh", "rel_xyxy", "rel_cxcywh")
# As of gzip: columns of numbers compress a few times, text built to exhaust memory about 1,000 times.
_RATIO_CAP = 200
_SIZE_FLOOR = 64 << 20
_HEADERS = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}


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
    image = _ids(found["image"], "image", path)
    image, image_sizes = _all_images(arrays, image, path) if role == "truth" else (image, None)

    def place(row: int) -> str:
        return f"{path} row {row}"

    return ObjectTable(
        image=image,
        image_sizes=image_sizes,
        category=_ids(found["labels"], "labels", path),
        boxes=boxes,
        layout=_layout(arrays, boxes, options, path, role),
        scores=_numbers(found["scores"], "scores", path) if role == "predictions" else None,
        place=place,
        flags={name: numbers[name] for name in ("crowd", "ignore") if name in numbers},
        area=numbers.get("area"),
        sizes=_sizes(numbers, place),
        attributes={"track": tracks_of_rows(numbers["track"], place)} if "track" in numbers else {},
    )


def _all_images(arrays: dict[str, AnyArray], image: Ids, path: Path) -> tuple[Ids, AnyArray | None]:
    """Images of rows as places in the list of all, and the sizes of all; as it is without such a list."""
    if _LISTED not in arrays:
        return image, None
    listed = _ids(arrays[_LISTED], _LISTED, path)
    sizes = arrays.get(_LISTED_SIZES, np.zeros((len(listed), 2), dtype=np.int64))
    names = None if listed.names is None else tuple(map(str, listed.tolist()))
    if names is None or len(set(names)) < len(names) or sizes.shape != (len(names), 2):
        problem = f"{_LISTED} is no list of different names, each with its size in {_LISTED_SIZES}"
        raise InputError("E-428", str(path), problem, "store texts [I], and whole numbers [I, 2]")
    places = {name: place for place, name in enumerate(names)}
    unknown = [name for name in image.names or () if name not in places]
    if unknown or image.names is None:
        problem = f"an object is of the image {str(image[0] if image.names is None else unknown[0])!r}"
        raise InputError("E-428", str(path), f"{problem}, which {_LISTED} lacks", "list every image")
    codes = np.array([places[name] for name in image.names], dtype=np.int64)
    width, height = _numbers(sizes, _LISTED_SIZES, path).T
    return Ids(codes[image.values], names), sizes_of_rows(width, height, lambda row: f"{path} image {row}")


def _sizes(numbers: dict[str, AnyArray], place: Callable[[int], str]) -> AnyArray | None:
    if "image_width" not in numbers or "image_height" not in numbers:
        return None
    return sizes_of_rows(numbers["image_width"], numbers["image_height"], place)


def _arrays(path: Path) -> dict[str, AnyArray]:
    """Every array that is read here, none of them unpickled (E-428)."""
    known = {name for names in _NAMES.values() for name in names} | {
        *_MORE,
        _LISTED,
        _LISTED_SIZES,
        "box_format",
    }
    try:
        data = read_bytes(path)
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
            if size > max(_SIZE_FLOOR, _RATIO_CAP * len(data)):
                raise ValueError(f"it grows to {size} bytes, which is no table")
            for entry in archive.infolist():
                if entry.filename.removesuffix(".npy") in known:
                    _check_header(archive, entry)
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files if name in known}
    except (OSError, ValueError, zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        reason = next(iter(str(error).splitlines()), "an entry ends too early")
        problem = f"the archive cannot be read ({reason[:120]})"
        fix = "write it again with numpy.savez, from arrays of numbers and texts"
        raise InputError("E-428", str(path), problem, fix) from None
    for name, array in arrays.items():
        if array.dtype.kind == "U" and not _holds_text(array):
            raise InputError("E-428", str(path), f"{name} holds no text", "write it again")
    return arrays


def _holds_text(array: AnyArray) -> bool:
    """Whether every character is one: NumPy keeps any 32 bits, and fails when it makes a text of them."""
    if array.size == 0 or array.dtype.itemsize == 0:
        return True
    bits = np.ascontiguousarray(array).reshape(-1).view(np.dtype("u4").newbyteorder(array.dtype.byteorder))
    return int(bits.max()) <= sys.maxunicode


def _check_header(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> None:
    """Refuse an array whose header says more than is stored: NumPy sets that much memory aside first."""
    with archive.open(entry) as stream:
        version = np.lib.format.read_magic(stream)
        if version not in _HEADERS:  # 3.0 has columns with names of their own, which no array here has
            raise ValueError(f"{entry.filename} is of version {version[0]}.{version[1]}")
        try:
            shape, _, kind = _HEADERS[version](stream)
        except Exception as error:  # NumPy parses it as Python: SyntaxError, TokenError and more
            raise ValueError(f"the header of {entry.filename} is broken") from error
        stored = entry.file_size - stream.tell()
    # What has to be unpickled is refused with better words when it is read.
    if not kind.hasobject and (min(shape, default=0) < 0 or math.prod(shape) * kind.itemsize != stored):
        said = f"{kind} of the shape {shape}"
        raise ValueError(f"the header of {entry.filename} says {said}, but {stored} bytes follow")


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
        if column.dtype.kind == "u" and column.size and int(column.max()) >= 2**63:
            problem = f"{name} holds {int(column.max())}, which 64 signed bits do not"
            raise InputError("E-428", str(path), problem, "store smaller numbers, or texts")
        return Ids(column.astype(np.int64))
    if column.dtype.kind == "U":
        return Ids.of(column.tolist()) if len(column) else Ids(np.empty(0, dtype=np.int64), ())
    problem = f"{name} is of type {column.dtype}, need texts or whole numbers"
    raise InputError("E-428", str(path), problem, "convert it with astype(str) or astype(int)")


def _layout(arrays: dict[str, Any], boxes: AnyArray, options: ReadOptions, path: Path, role: Role) -> str:
    said = arrays.get("box_format")
    if options.box_format is None and said is not None and str(said) in BOX_READINGS:
        return str(said)
    return stated_layout(boxes, options, _LAYOUTS, str(path), role=role)


def read_truth(path: Path, options: ReadOptions) -> Truth:
    objects = _read(path, options, "truth")
    source = Source(str(path), FORMAT.name, FORMAT.title, path)
    return truth_of_objects(objects, options, source, images_listed=objects.image_sizes is not None)


def read_predictions(path: Path, options: ReadOptions) -> Predictions:
    objects = _read(path, options, "predictions")
    return predictions_of_objects(objects, options, Source(str(path), FORMAT.name, FORMAT.title, path))
