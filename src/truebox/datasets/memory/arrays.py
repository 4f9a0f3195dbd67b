"""Arrays per image, as torchvision and torchmetrics name them, to records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.boxes import Box
from truebox.boxes.box_array import without_objects
from truebox.boxes.box_format import as_box_format
from truebox.datasets import memory
from truebox.datasets.columns.box_reading import as_read, is_relative
from truebox.datasets.columns.finishing import finish_truth
from truebox.datasets.columns.numbers.four_numbers import from_xywh
from truebox.datasets.columns.unfinished import UnfinishedTruth
from truebox.datasets.columns.values import LARGEST_COORDINATE, Rows
from truebox.datasets.joining.sizing import in_pixels
from truebox.datasets.memory.array_values import numpy_of
from truebox.datasets.memory.image_entries import (
    ImageEntries,
    ImageEntry,
    are_arrays_per_image,
    image_entries,
)
from truebox.datasets.memory.joined_columns import joined_boxes, joined_column
from truebox.datasets.memory.lenient_arrays import kept_entry, kept_masks
from truebox.datasets.memory.turned_boxes import with_corners
from truebox.errors import ArgumentError, InputError
from truebox.records import Ids, Predictions, Source, Truth, quad_areas, segmentations_of_corners
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.datasets.row_errors import RowErrors
    from truebox.records import Finding, Keypoints, Segmentations
    from truebox.typing import AnyArray, FloatArray, Geometry

__all__ = [
    "are_arrays_per_image",
    "predictions_of_arrays",
    "truth_of_arrays",
]


_SAY = {
    "xyxy": "[x_min, y_min, x_max, y_max]",
    "xywh": "[x, y, width, height]",
    "cxcywh": "[x_center, y_center, width, height]",
    "yxyx": "[y_min, x_min, y_max, x_max]",
}
_PARTS = {"": "", "rel": ", fractions of the image", "pct": ", percent of the image"}


def _say(reading: str) -> str:
    """What four numbers mean under one of `BOX_READINGS`."""
    scale, _, layout = reading.rpartition("_")
    return _SAY[layout] + _PARTS[scale]


def truth_of_arrays(
    source: Any,
    box_format: str = "xyxy",
    geometry: Geometry = "boxes",
    errors: RowErrors | None = None,
    angles: str | None = None,
) -> Truth:
    """Records of annotated objects given as arrays per image."""
    images, turned = _images(source, "truth", box_format, geometry, errors=errors, angles=angles)
    stacked, counts = _all_boxes(images, box_format)
    category = _ids_of_rows("labels", images, counts)
    total = len(stacked)
    category_ids, category_names = _distinct(category)
    area = _all_areas(images, stacked, counts)
    _check_areas(area, images, counts)
    segmentations, mask_area, keypoints = _shapes(images, counts, geometry)
    if mask_area is not None:
        given = np.repeat([image.entry.get("area") is not None for image in images], counts).astype(bool)
        area = np.where(given, area, mask_area)
    image_ids = images.own_ids()
    columns = UnfinishedTruth(
        image_ids=image_ids,
        image_sizes=images.sizes(),
        file_names=images.file_names(),
        category_ids=category_ids,
        category_names=category_names,
        image=_image_column(image_ids, counts),
        category=category,
        ids=_annotation_ids(images, counts),
        boxes=stacked,
        area=area,
        area_missing=np.zeros(total, dtype=bool),
        crowd=_flags(images, counts, "iscrowd"),
        ignore=_flags(images, counts, "ignore"),
        segmentations=segmentations,
        keypoints=keypoints,
    )
    truth = finish_truth(columns, Source("<truth>", "arrays", "arrays per image", boxes=box_format))
    found = () if errors is None else errors.findings()
    categories = replace(truth.categories, listed=False)
    truth = replace(truth, categories=categories, findings=(*truth.findings, *turned, *found))
    if not is_relative(box_format):
        return truth
    scaled = in_pixels(replace(truth, units="fractions"))
    given = np.repeat([image.entry.get("area") is not None for image in images], counts).astype(bool)
    return replace(scaled, area=np.where(given, area, scaled.area))  # areas are given in pixels


def predictions_of_arrays(
    source: Any,
    box_format: str = "xyxy",
    geometry: Geometry = "boxes",
    errors: RowErrors | None = None,
    angles: str | None = None,
) -> Predictions:
    """Records of detections given as arrays per image."""
    images, turned = _images(source, "predictions", box_format, geometry, errors=errors, angles=angles)
    boxes, counts = _all_boxes(images, box_format)
    scores = _all_scores(images, counts)
    segmentations, _, keypoints = _shapes(images, counts, geometry)
    return Predictions(
        source=Source("<predictions>", "arrays", "arrays per image", boxes=box_format),
        # Boxes beside masks or keypoints decide no size class: that they do in COCO files is a quirk.
        boxed=segmentations is None and keypoints is None,
        segmentations=segmentations,
        keypoints=keypoints,
        image=_image_column(images.own_ids(), counts),
        category=_ids_of_rows("labels", images, counts),
        boxes=boxes if keypoints is None else keypoints.extents,
        scores=scores,
        findings=turned if errors is None else (*turned, *errors.findings()),
        units="fractions" if is_relative(box_format) else "pixels",
    )


def _shapes(
    images: ImageEntries, counts: Sequence[int], geometry: Geometry
) -> tuple[Segmentations | None, FloatArray | None, Keypoints | None]:
    """Segmentations and the areas of their masks, or keypoints, or neither."""
    if geometry == "boxes":
        return None, None, None
    if geometry in ROTATED:
        corners = _stack_or_empty([image.entry["corners"].reshape(-1) for image in images]).reshape(-1, 8)
        return segmentations_of_corners(corners), quad_areas(corners), None
    arrays = [(image.place, image.entry, count) for image, count in zip(images, counts, strict=True)]
    if geometry in ("masks", "boundary"):
        return *memory.segmentations_of_masks(memory.masks_of_arrays(arrays)), None
    return None, None, memory.keypoints_of_arrays(arrays)


def _images(
    source: Any,
    argument: str,
    box_format: str,
    geometry: Geometry,
    *,
    errors: RowErrors | None,
    angles: str | None,
) -> tuple[ImageEntries, tuple[Finding, ...]]:
    """Every image with boxes, and corners where they are rotated, and what was noticed on the way."""
    images = image_entries(source, argument, box_format)
    turned: tuple[Finding, ...] = ()
    if geometry in ROTATED:
        cornered, turned = with_corners(list(images), box_format, geometry, angles)
        images = images.with_entries([image.entry for image in cornered])
    return _lenient(images, box_format, errors), turned


def _lenient(images: ImageEntries, box_format: str, errors: RowErrors | None) -> ImageEntries:
    """Every image with boxes; without what would be refused, where that was asked for."""
    if errors is not None and errors.lenient:
        images = images.with_entries([kept_masks(image.entry, image.place, errors) for image in images])
    if "masks" in images.keys:
        images = images.with_entries([_with_boxes(image, box_format) for image in images])
    if errors is not None and errors.lenient:
        kept = [kept_entry(image.entry, image.place, box_format, errors) for image in images]
        images = images.with_entries(kept)
    return images


def _with_boxes(image: ImageEntry, box_format: str) -> Mapping[str, Any]:
    """The mapping with the boxes of its masks where it has none of its own."""
    if image.entry.get("boxes") is not None:
        return image.entry
    if image.entry.get("masks") is None:
        if "boxes" in image.entry:
            return image.entry
        raise InputError("E-137", f"{image.place}.masks", "None, need masks", "give one mask per object")
    if is_relative(box_format):
        raise ArgumentError(
            f"box_format: {box_format!r} is of boxes, and {image.place} has masks alone, whose boxes are in "
            "pixels. Fix: leave it out."
        )
    boxes = from_xywh(memory.boxes_of_masks(image.place, image.entry), box_format)
    return {**image.entry, "boxes": boxes}


def _numeric(image: ImageEntry, key: str, value: Any, need: str) -> FloatArray:
    array = numpy_of(value)
    if array.size == 0:
        return np.empty(0)
    if array.dtype.kind not in "iufb":
        problem = f"dtype {array.dtype}, need {need}"
        raise InputError("E-137", f"{image.place}.{key}", problem, f"give {key} as numbers")
    return array.astype(np.float64)


def _rows_of(boxes: Any, box_format: str, place: str) -> Any:
    """The boxes with every `Box` as four numbers, and one box alone as one row."""
    if isinstance(boxes, Box) or (isinstance(boxes, list | tuple) and any(isinstance(b, Box) for b in boxes)):
        boxes = without_objects(boxes, as_box_format(box_format), place)
    one = len(boxes) == 4 and not any(map(np.ndim, boxes)) if isinstance(boxes, list | tuple) else False
    return [boxes] if one or getattr(boxes, "shape", None) == (4,) else boxes


def _boxes(image: ImageEntry, box_format: str) -> FloatArray:
    need, place = f"numbers of shape [n, 4], {_say(box_format)}", f"{image.place}.boxes"
    raw = _numeric(image, "boxes", _rows_of(image.entry["boxes"], box_format, place), need)
    if raw.size == 0:
        return np.empty((0, 4))
    if raw.ndim != 2 or raw.shape[1] != 4:
        raise InputError("E-120", place, f"shape {raw.shape}, need {need}", "give one row of four per box")
    bad = ~(np.abs(raw) <= LARGEST_COORDINATE).all(axis=1)
    if bad.any():
        row = int(bad.argmax())
        problem = f"{raw[row].tolist()} is not finite or not a pixel coordinate"
        raise InputError("E-121", f"{place}[{row}]", problem, "remove or repair such boxes", row=row)
    boxes = as_read(raw, box_format)
    bad = (boxes[:, 2:] < 0).any(axis=1)
    if bad.any():
        row = int(bad.argmax())
        problem = f"{raw[row].tolist()} read as {_say(box_format)} has a negative width or height"
        raise InputError("E-122", f"{place}[{row}]", problem, _format_fix(raw, box_format), row=row)
    return boxes


def _all_boxes(images: ImageEntries, box_format: str) -> tuple[FloatArray, list[int]]:
    """x, y, width, height of all images, and how many each has."""
    joined, held = joined_boxes(images.column("boxes"), box_format)
    if joined is not None and held is not None:
        return joined, held
    boxes = [_boxes(image, box_format) for image in images]
    return (np.concatenate(boxes) if boxes else np.empty((0, 4))), [len(rows) for rows in boxes]


def _format_fix(raw: FloatArray, box_format: str) -> str:
    if box_format in ("xyxy", "yxyx") and (raw[:, 2:] >= 0).all():
        return 'if they are [x, y, width, height], pass box_format="xywh"; else swap the corners'
    return "swap the corners of such boxes"


def _sized(image: ImageEntry, key: str, array: AnyArray, count: int) -> AnyArray:
    if array.size == 0 and count == 0:
        return array.reshape(0)
    if array.shape != (count,):
        problem = f"shape {array.shape}, but there are {count} boxes"
        raise InputError("E-137", f"{image.place}.{key}", problem, f"give one of {key} per box")
    return array


def _required(image: ImageEntry, key: str) -> Any:
    if key not in image.entry:
        fix = f'every image needs "{key}", one per box'
        raise InputError("E-123" if key == "scores" else "E-125", image.place, f"{key} are missing", fix)
    return image.entry[key]


def _scores(image: ImageEntry, count: int) -> FloatArray:
    scores = _sized(image, "scores", _numeric(image, "scores", _required(image, "scores"), "numbers"), count)
    bad = ~np.isfinite(scores)
    if bad.any():
        row = int(bad.argmax())
        problem = f"{scores[row]} is not finite"
        raise InputError(
            "E-124", f"{image.place}.scores[{row}]", problem, "remove or repair such rows", row=row
        )
    return scores


def _all_scores(images: ImageEntries, counts: Sequence[int]) -> FloatArray:
    joined, held = joined_column(images.column("scores"), 1, "f")
    if joined is not None and held == counts and np.isfinite(joined).all():
        return joined
    return _stack_or_empty([_scores(image, count) for image, count in zip(images, counts, strict=True)])


def _ids_of_rows(key: str, images: ImageEntries, counts: Sequence[int]) -> Ids:
    """Labels or annotation ids, one per box: all integers or all strings."""
    joined, held = joined_column(images.column(key), 1, "i")
    if joined is not None and held == counts:
        return Ids(joined.astype(np.int64, copy=False))
    values: list[Any] = []
    for image, count in zip(images, counts, strict=True):
        given = _required(image, key)
        array = _sized(image, key, numpy_of(given), count)
        # NumPy would make strings of a list that mixes them with numbers.
        values.extend(
            given if array.dtype.kind == "U" and isinstance(given, (list, tuple)) else array.tolist()
        )
    try:
        return Rows([{key: value} for value in values], key).ids(key)
    except InputError as error:
        place, row = _locate(error.row or 0, images, counts)
        problem = error.problem.removesuffix(f" (row {error.row})")
        raise InputError(error.code, f"{place}.{key}[{row}]", problem, error.fix, row=row) from None


def _annotation_ids(images: ImageEntries, counts: Sequence[int]) -> Ids:
    """As given for every box, or 1, 2, 3, ...: some of each could meet."""
    if "ids" in images.keys:
        holding = [place for place, count in enumerate(counts) if count]
        if any(images.entries[place].get("ids") is not None for place in holding):
            return _ids_of_rows("ids", images.only(holding), [counts[place] for place in holding])
    return Ids(np.arange(1, sum(counts) + 1, dtype=np.int64))


def _distinct(category: Ids) -> tuple[Ids, tuple[str, ...]]:
    """Every label once, sorted: the order of the reference's category ids."""
    if category.names is None:
        values = np.unique(category.values)
        return Ids(values), tuple(str(value) for value in values.tolist())
    names = tuple(sorted(category.names))
    return Ids(np.arange(len(names), dtype=np.int64), names), names


def _image_column(ids: Ids, counts: Sequence[int]) -> Ids:
    return Ids(np.repeat(ids.values, counts), ids.names)


def _all_areas(images: ImageEntries, boxes: FloatArray, counts: Sequence[int]) -> FloatArray:
    """As given, and of images that give none those of their boxes."""
    area: FloatArray = boxes[:, 2] * boxes[:, 3]
    if "area" not in images.keys:
        return area
    end = 0
    for image, count in zip(images, counts, strict=True):
        end += count
        given = _optional(image, "area", count)
        if given is not None:
            area[end - count : end] = given
    return area


def _optional(image: ImageEntry, key: str, count: int) -> FloatArray | None:
    if image.entry.get(key) is None:
        return None
    return _sized(image, key, _numeric(image, key, image.entry[key], "numbers"), count)


def _stack_or_empty(parts: Sequence[FloatArray]) -> FloatArray:
    return np.concatenate(parts) if parts else np.empty(0)


def _check_areas(area: FloatArray, images: ImageEntries, counts: Sequence[int]) -> None:
    bad = ~(np.isfinite(area) & (area >= 0))
    if bad.any():
        place, row = _locate(int(bad.argmax()), images, counts)
        problem = f"{area[bad.argmax()]} is no area"
        raise InputError("E-128", f"{place}.area[{row}]", problem, "give areas >= 0, or none at all", row=row)


def _flags(images: ImageEntries, counts: Sequence[int], key: str) -> Any:
    if key not in images.keys or all(image.entry.get(key) is None for image in images):
        return np.zeros(sum(counts), dtype=np.uint8)
    given = [_optional(image, key, count) for image, count in zip(images, counts, strict=True)]
    flags = _stack_or_empty(
        [np.zeros(count) if part is None else part for part, count in zip(given, counts, strict=True)]
    )
    bad = ~np.isin(flags, (0.0, 1.0))
    if bad.any():
        place, row = _locate(int(bad.argmax()), images, counts)
        problem = f"{flags[bad.argmax()]}, need 0 or 1"
        raise InputError("E-129", f"{place}.{key}[{row}]", problem, f"give {key} as 0 or 1", row=row)
    return flags.astype(np.uint8)


def _locate(row: int, images: ImageEntries, counts: Sequence[int]) -> tuple[str, int]:
    """The image that holds a row of the joined columns, and the row within it."""
    ends = np.cumsum(counts)
    index = int(np.searchsorted(ends, row, side="right"))
    return images[index].place, row - int(ends[index] - counts[index])
