"""Records to COCO JSON with all that COCO can hold: segmentations, keypoints, crowd and ignore flags.

The columns that `coco_writer` knows are written by native code; rows with shapes or attributes are
put together here. The reference's tools expect whole numbers as ids, so texts are numbered from 1 in
the order of the truth, in the truth and in its predictions alike, unless all are numbers themselves; file
names keep telling images apart.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._writing.whole_file import whole_file
from truebox.datasets.format import NotHeld
from truebox.datasets.formats.coco.column_writer import write_coco_predictions, write_coco_truth
from truebox.datasets.joining.joining import join
from truebox.datasets.outgoing.attributed_rows import attributed_rows
from truebox.datasets.outgoing.id_places import places_in_table
from truebox.datasets.outgoing.names_apart import refuse_halves
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held
from truebox.datasets.outgoing.outgoing import refuse_fractions
from truebox.datasets.outgoing.written_images import polygons_of
from truebox.errors import InputError
from truebox.records import Ids, SegmentationKind, Strings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from truebox.records import Keypoints, Predictions, Segmentations, Truth

__all__ = ["write_predictions", "write_truth"]

_DIGITS = 15  # of whole numbers that any reader of JSON keeps

_KEPT = {
    "sizes", "empty images", "empty classes", "crowd", "ignore", "area", "polygons", "runs", "keypoints",
    "ids", "image ids", "attributes",
}  # fmt: skip


def write_truth(truth: Truth, path: Path) -> tuple[NotHeld, ...]:
    """Write a COCO truth; the file appears only when it is complete."""
    refuse_fractions(truth)
    refuse_halves(truth)
    given = _numbered(truth.images.ids)
    images, categories = _numbered_images(truth.images.ids, given), _numbered(truth.categories.ids)
    names = truth.images.file_names
    if (np.diff(names.offsets) == 0).any():
        pairs = zip(names, truth.images.ids.tolist(), strict=True)
        names = Strings.of(name or str(own) for name, own in pairs)
    rows = _listed_rows(truth)
    texts = sum(len(ids) for ids in (truth.images.ids, truth.categories.ids) if ids.are_strings)
    texts -= len(images) if images != given else 0
    lost = [NotHeld("ids that are texts, numbered from 1", texts)] if texts else []
    columns = {
        "image_ids": _ids(truth.images.ids, images),
        "category_ids": _ids(truth.categories.ids, categories),
        "category_names": truth.categories.names,
        "image": _ids(truth.image, images, rows),
        "category": _ids(truth.category, categories, rows),
        "boxes": truth.boxes[rows],
        "image_sizes": truth.images.sizes,
        "file_names": names,
        "ids": Ids(truth.ids.values[rows], truth.ids.names),
        "area": truth.area[rows],
        "crowd": truth.crowd[rows],
        "ignore": truth.ignore[rows],
    }
    if truth.segmentations is None and truth.keypoints is None and not truth.attributes:
        write_coco_truth(path, **columns)
    else:
        _write_rows(truth, rows, columns, path)
    return (*truth_not_held(truth, _KEPT), *lost)


def write_predictions(truth: Truth, predictions: Predictions, path: Path) -> tuple[NotHeld, ...]:
    """Write COCO results with the ids that `write_truth` gives the truth (E-130, E-131)."""
    refuse_fractions(truth)
    joined = join(truth, predictions)
    images = _numbered_images(truth.images.ids, _numbered(truth.images.ids))
    categories = _numbered(truth.categories.ids)
    image, category = _ids(joined.image, images), _ids(joined.category, categories)
    if joined.segmentations is None and joined.keypoints is None:
        write_coco_predictions(path, image=image, category=category, boxes=joined.boxes, scores=joined.scores)
        return predictions_not_held(predictions, ())
    rows = []
    for row, (box, score) in enumerate(zip(joined.boxes.tolist(), joined.scores.tolist(), strict=True)):
        where = {"image_id": image[row], "category_id": category[row], "score": score}
        rows.append({**where, **({"bbox": box} if joined.boxed else {}), **_shapes(joined, row)})
    with whole_file(path) as stream:
        stream.write(json.dumps(rows, allow_nan=False).encode() + b"\n")
    return predictions_not_held(predictions, {"polygons", "runs", "keypoints"})


def _write_rows(truth: Truth, rows: Any, columns: dict[str, Any], path: Path) -> None:
    ids = columns["category_ids"].tolist()
    listed = {
        "images": list(_image_objects(truth, columns["image_ids"], columns["file_names"])),
        "categories": [
            {"id": given, "name": name} for given, name in zip(ids, truth.categories.names, strict=True)
        ],
    }
    image, category = columns["image"].tolist(), columns["category"].tolist()
    texts = attributed_rows(truth, rows, columns)
    with whole_file(path) as stream:
        stream.write(json.dumps(listed, allow_nan=False).encode()[:-1] + b', "annotations": [')
        if texts is not None:
            stream.write(texts + b"]}\n")
            return
        for place, row in enumerate(rows.tolist()):
            entry: dict[str, Any] = {
                "id": truth.ids[row],
                "image_id": image[place],
                "category_id": category[place],
                "bbox": truth.boxes[row].tolist(),
                "area": float(truth.area[row]),
                "iscrowd": int(truth.crowd[row]),
                **({"ignore": 1} if truth.ignore[row] else {}),
                **_shapes(truth, row),
            }
            attributes = {key: column[row] for key, column in truth.attributes.items()}
            held = {
                key: getattr(value, "tolist", lambda value=value: value)()
                for key, value in attributes.items()
            }
            held = {key: value for key, value in held.items() if value is not None}
            if held:
                entry["attributes"] = held
            stream.write((b", " if place else b"") + json.dumps(entry, allow_nan=False).encode())
        stream.write(b"]}\n")


def _image_objects(truth: Truth, ids: Ids, names: Strings) -> Iterator[dict[str, Any]]:
    for given, name, (width, height) in zip(ids.tolist(), names, truth.images.sizes.tolist(), strict=True):
        size = {"width": width, "height": height} if width or height else {}
        yield {"id": given, "file_name": name, **size}


def _shapes(records: Truth | Predictions, row: int) -> dict[str, Any]:
    held: dict[str, Any] = {}
    if records.segmentations is not None:
        segmentation = _segmentation(records.segmentations, row)
        if segmentation is not None:
            held["segmentation"] = segmentation
    if records.keypoints is not None:
        held |= _keypoints(records.keypoints, row)
    return held


def _segmentation(column: Segmentations, row: int) -> Any:
    kind = column.kinds[row]
    if kind == SegmentationKind.NONE:
        return None
    if kind == SegmentationKind.POLYGONS:
        return polygons_of(column, row)
    size = column.sizes[row].tolist()
    if kind == SegmentationKind.TEXT:
        text = column.text[column.text_offsets[row] : column.text_offsets[row + 1]].tobytes()
        return {"size": size, "counts": text.decode("utf-8", "surrogatepass")}
    part = column.row_offsets[row]
    counts = column.numbers[column.part_offsets[part] : column.part_offsets[part + 1]]
    return {"size": size, "counts": counts.astype(np.int64).tolist()}


def _keypoints(column: Keypoints, row: int) -> dict[str, Any]:
    numbers = [int(value) if value == int(value) else value for value in column.points[row].ravel().tolist()]
    return {"keypoints": numbers, "num_keypoints": int(column.labelled[row])}


def _numbered(ids: Ids) -> dict[Any, int]:
    """Texts in their order, from 1 on; nothing for ids that are numbers already."""
    return {name: place for place, name in enumerate(ids.tolist(), start=1)} if ids.are_strings else {}


def _numbered_images(ids: Ids, given: dict[Any, int]) -> dict[Any, int]:
    """As `_numbered` has given; texts that are numbers, as of ``000042.jpg``, keep them where they tell all
    apart.
    """
    texts = [str(name).rpartition("/")[2] for name in ids.tolist()] if ids.are_strings else []
    if not all(text.isascii() and text.isdigit() and len(text) <= _DIGITS for text in texts):
        return given
    numbers = dict(zip(given, map(int, texts), strict=False))
    return numbers if len(set(numbers.values())) == len(ids) else given


def _ids(column: Ids, numbers: dict[Any, int], rows: Any = None) -> Ids:
    taken = column if rows is None else Ids(column.values[rows], column.names)
    if taken.names is None or not numbers:
        return taken
    codes = [numbers.get(name) for name in taken.names]
    if None in codes:
        unknown = [name for name in taken.tolist() if name not in numbers]
        if unknown:
            problem = f"{unknown[0]!r} is not in the truth ({len(unknown)} rows)"
            raise InputError("E-130", "predictions", problem, "write them with the truth they belong to")
    return Ids(np.array([code or 0 for code in codes], dtype=np.int64)[taken.values])


def _listed_rows(truth: Truth) -> Any:
    """Rows of listed images and classes: with numbered ids others have none."""
    keep = np.ones(len(truth), dtype=bool)
    for column, table in ((truth.image, truth.images.ids), (truth.category, truth.categories.ids)):
        if column.are_strings:
            keep &= places_in_table(column, table) >= 0
    return np.flatnonzero(keep)
