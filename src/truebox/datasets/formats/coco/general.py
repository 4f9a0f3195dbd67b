"""Parsed COCO objects to columns, and the words when they are something else.

This path reads what the native reader declines (string ids, unusual values, data in memory) and
is the reference it is tested against.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.keypoint_values import keypoint_column
from truebox.datasets.columns.number_ids import alike
from truebox.datasets.columns.unfinished import UnfinishedPredictions, UnfinishedTruth
from truebox.datasets.columns.values import Rows
from truebox.datasets.formats.coco.shapes.mask_boxes import boxes_beside_masks
from truebox.datasets.formats.coco.shapes.rotated_values import rotated_fields
from truebox.datasets.formats.coco.shapes.segmentation_values import segmentation_column
from truebox.errors import InputError
from truebox.records import Ids
from truebox.typing import OUTLINED, ROTATED

if TYPE_CHECKING:
    from truebox.typing import Geometry

__all__ = [
    "FEDERATION_KEYS",
    "annotation_fields",
    "prediction_columns",
    "prediction_table_columns",
    "refuse_panoptic",
    "table_rows",
    "truth_columns",
]

FEDERATION_KEYS = ("neg_category_ids", "not_exhaustive_category_ids")
"""Of images: classes that were looked for and are not there, and those that were not labelled throughout."""

_LISTS = ("images", "annotations", "categories")


def truth_columns(
    parsed: Any, name: str, geometry: Geometry = "boxes", angles: str | None = None
) -> UnfinishedTruth:
    """Columns of a parsed COCO truth (E-108, E-120 to E-136, E-161 to E-170, E-195, E-196)."""
    if not isinstance(parsed, Mapping):
        raise _not_a_truth(name, *_what_list(parsed))
    refuse_panoptic(parsed, name)
    for key in _LISTS:
        if not isinstance(parsed.get(key), (list, tuple)):
            raise _not_a_truth(name, *_what_object(parsed, key))
    images, annotations, categories = (Rows(parsed[key], f"{name} {key}") for key in _LISTS)
    for rows in (images, annotations, categories):
        rows.check_objects()
    fields = annotation_fields(annotations, geometry, angles)
    image_ids, category_ids = images.ids("id"), categories.ids("id")
    image_ids, fields["image"] = alike(image_ids, fields["image"])
    category_ids, fields["category"] = alike(category_ids, fields["category"])
    return UnfinishedTruth(
        image_ids=image_ids,
        image_sizes=images.sizes(),
        file_names=images.texts("file_name"),
        category_ids=category_ids,
        category_names=categories.names(),
        states=tuple(key for key in FEDERATION_KEYS if any(key in row for row in images.rows)),
        **fields,
    )


def refuse_panoptic(parsed: Mapping[Any, Any], name: str) -> None:
    """Raise E-108 for what another protocol reads, saying by which key."""
    rows = parsed.get("annotations")
    first = rows[0] if isinstance(rows, (list, tuple)) and rows else None
    if isinstance(first, Mapping) and "segments_info" in first and "bbox" not in first:
        fix = (
            "evaluate it with truebox eval (in Python truebox.evaluate), which then measures panoptic quality"
        )
        problem = "its annotations are the segments of panoptic images"
        raise _not_a_truth(name, problem, fix, states=("segments_info",))


def annotation_fields(annotations: Rows, geometry: Geometry, angles: str | None = None) -> dict[str, Any]:
    """The columns of `UnfinishedTruth` that come from annotations."""
    area, area_missing = annotations.areas()
    shapes: dict[str, Any]
    if geometry in ROTATED:
        boxes, areas, outlines, findings = rotated_fields(annotations, angles)
        area, area_missing = np.where(area_missing, areas, area), np.zeros_like(area_missing)
        shapes = {"boxes": boxes, "segmentations": outlines, "findings": findings}
    elif geometry == "keypoints":
        shapes = {"boxes": annotations.boxes(), "keypoints": keypoint_column(annotations)}
    else:
        boxes, derived = boxes_beside_masks(annotations, of_masks=geometry in OUTLINED)
        shapes = {"boxes": boxes, "box_of_outline": derived if geometry == "boxes" else None}
        if geometry in OUTLINED:
            shapes["segmentations"] = segmentation_column(annotations)
    return {
        "image": annotations.ids("image_id"),
        "category": annotations.ids("category_id"),
        "ids": annotations.ids("id"),
        "area": area,
        "area_missing": area_missing,
        "crowd": annotations.flags("iscrowd"),
        "ignore": annotations.flags("ignore"),
        **shapes,
    }


def prediction_columns(
    parsed: Any,
    name: str,
    geometry: Geometry = "boxes",
    offset: int = 0,
    *,
    of: Any = None,
    angles: str | None = None,
) -> UnfinishedPredictions:
    """Columns of a parsed list of COCO results (E-109, E-120 to E-135, E-161 to E-170).

    `offset` is where a part of a longer list begins in it, and `of` the first row of that list.
    """
    in_memory = name.startswith("<")  # of a file each row is looked at
    other = _other_memory(parsed, next(iter(parsed), None) if isinstance(parsed, (list, tuple)) else None)
    if other and in_memory:
        raise InputError("E-109", name, f"this is no list of COCO results: {other}", _PREDICTED)
    if not isinstance(parsed, (list, tuple)):
        raise _not_results(name, parsed)
    rows = Rows(parsed, name, offset)
    rows.check_objects()
    if geometry in ROTATED:
        boxes, _, outlines, findings = rotated_fields(rows, angles)
        return UnfinishedPredictions(
            image=rows.ids("image_id"),
            category=rows.ids("category_id"),
            boxes=boxes,
            scores=rows.numbers("score", "E-123", "E-124"),
            boxed=False,
            segmentations=outlines,
            findings=findings,
        )
    # As in the reference, the first row decides: a file has boxes in every row or in none.
    first = of if isinstance(of, Mapping) else next(iter(parsed), {"bbox": ()})
    box = first.get("bbox")
    boxed = bool(box.size) if isinstance(box, np.ndarray) else box not in (None, [])
    # Results with masks alone are evaluated as boxes by the boxes of their masks.
    masked = geometry in OUTLINED or (not boxed and first.get("segmentation") is not None)
    boxed = boxed or (geometry == "boxes" and not masked)
    keypoints = keypoint_column(rows) if geometry == "keypoints" else None
    derived = np.zeros((len(parsed), 4)) if keypoints is None else keypoints.extents
    return UnfinishedPredictions(
        image=rows.ids("image_id"),
        category=rows.ids("category_id"),
        boxes=rows.boxes() if boxed else derived,
        scores=rows.numbers("score", "E-123", "E-124"),
        boxed=boxed,
        segmentations=segmentation_column(rows) if masked else None,
        keypoints=keypoints,
    )


def prediction_table_columns(table: Any, name: str) -> UnfinishedPredictions:
    """Columns of an array [N, 7]: image id, x, y, width, height, score, category id."""
    rows = table_rows(table, name)
    found = prediction_columns(rows, name)
    empty = Ids(np.empty(0, dtype=np.int64))
    return (
        found
        if rows
        else UnfinishedPredictions(image=empty, category=empty, boxes=found.boxes, scores=found.scores)
    )


def table_rows(table: Any, name: str) -> list[dict[str, Any]]:
    """The rows of an array [N, 7] as COCO results have them (E-109)."""
    if table.ndim != 2 or table.shape[1] != 7 or table.dtype.kind not in "iuf":
        problem = f"an array of shape {table.shape} and dtype {table.dtype}, need numbers of shape [N, 7]"
        fix = f"give the columns image_id, x, y, width, height, score, category_id; or {_PREDICTED}"
        raise InputError("E-109", name, problem, fix)
    keys = ("image_id", "category_id", "bbox", "score")
    columns = (table[:, 0].tolist(), table[:, 6].tolist(), table[:, 1:5].tolist(), table[:, 5].tolist())
    return [dict(zip(keys, values, strict=True)) for values in zip(*columns, strict=True)]


def _not_a_truth(name: str, problem: str, fix: str, *, states: tuple[str, ...] = ()) -> InputError:
    return InputError("E-108", name, f"this is no COCO truth: {problem}", fix, states=states)


_PER_IMAGE = (
    'give one mapping per image, {"boxes": [[x_min, y_min, x_max, y_max], ...], "labels": [...]}, in a list; '
    'those of predictions with "scores"'
)
_PREDICTED = (
    'give one mapping per image, {"boxes": [[x_min, y_min, x_max, y_max], ...], "scores": [...], '
    '"labels": [...]}, in a list'
)
_OTHER_NAMES = frozenset(
    {"bboxes", "classes", "class_ids", "category_ids", "gt_boxes", "gt_bboxes", "xyxy", "class"}
)


def _what_list(parsed: Any) -> tuple[str, str]:
    """Problem and fix for something that is not an object at all."""
    need = 'a truth is one object with "images", "annotations" and "categories"'
    first = parsed[0] if isinstance(parsed, (list, tuple)) and parsed else None
    other = _other_memory(parsed, first)
    if other:
        return other, _PER_IMAGE
    if not isinstance(parsed, (list, tuple)):
        return f"it holds {_article(parsed)}", need
    if isinstance(first, Mapping) and "score" in first and "image_id" in first:
        return "it is a list of results with scores", "the truth comes first, then the predictions: swap them"
    if isinstance(first, Mapping) and "file_name" in first and "annotations" in first:
        return "it is a list of images with their annotations, as Detectron2 keeps them in memory", (
            "export it as COCO JSON (detectron2.data.datasets.convert_to_coco_json)"
        )
    if isinstance(first, Mapping) and "bbox" in first:
        return "it is a bare list of annotations", need
    return f"it is a list of {len(parsed)} entries", need


def _other_memory(parsed: Any, first: Any) -> str:
    """What it is in memory, where it is nearly arrays per image."""
    if hasattr(parsed, "shape") or hasattr(first, "shape"):
        return "it is an array, which says neither images nor classes"
    if isinstance(first, (list, tuple)) or hasattr(first, "as_tuple"):
        return "it is a list of boxes, which says neither images nor classes"
    for what, names in (("one mapping", parsed), ("a list of images", first)):
        rows = not isinstance(names, Mapping) or "bbox" in names or "category_id" in names
        if not rows and not _OTHER_NAMES.isdisjoint(names):
            others = ", ".join(f'"{key}"' for key in names if key in _OTHER_NAMES)
            return f"it is {what} with {others}"
    return ""


def _what_object(parsed: Mapping[Any, Any], missing: str) -> tuple[str, str]:
    """Problem and fix for an object without a list it needs."""
    other = _other_memory(parsed, None)
    if other and not any(key in parsed for key in _LISTS):
        return other, _PER_IMAGE
    keys = ", ".join(f'"{str(key)[:30]}"' for key in list(parsed)[:6]) or "none"
    if missing in parsed:
        return (
            f'"{missing}" is {_article(parsed[missing])}, need a list',
            f'write "{missing}" as a list of objects',
        )
    if "shapes" in parsed and ("imagePath" in parsed or "imageData" in parsed):
        return (
            "it is a LabelMe file of one image",
            "convert the folder of LabelMe files to one COCO JSON file",
        )
    if "_via_img_metadata" in parsed:
        return "it is a VIA project", "export it from VIA as COCO"
    for key, value in parsed.items():
        if isinstance(value, (list, tuple)) and value and _is_result(value[0]):
            return (
                f'its "{key}" holds results with scores',
                "the truth comes first, then the predictions: swap them",
            )
    return (
        f'it has no "{missing}" (its keys: {keys})',
        f'add the list "{missing}"; a COCO truth has "images", "annotations" and "categories"',
    )


def _not_results(name: str, parsed: Any) -> InputError:
    fix = "write one list of objects with image_id, category_id, bbox and score"
    problem = f"this is no list of COCO results: it holds {_article(parsed)}"
    if isinstance(parsed, Mapping):
        wrapped = [
            key
            for key, value in parsed.items()
            if isinstance(value, (list, tuple)) and value and _is_result(value[0])
        ]
        if wrapped:
            problem = f'this is an object whose "{wrapped[0]}" holds the list of results'
            fix = f'write that list alone, such as json.dump(data["{wrapped[0]}"], file)'
        elif all(key in parsed for key in _LISTS):
            problem = "this is a COCO truth, not a list of results"
            fix = "the truth comes first, then the predictions: swap them"
    return InputError("E-109", name, problem, fix)


def _is_result(value: Any) -> bool:
    return isinstance(value, Mapping) and "score" in value and "image_id" in value


def _article(value: Any) -> str:
    kind = _kind(value)
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}" if kind != "null" else kind


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, Mapping):
        return "object"
    if isinstance(value, (str, Sequence)):
        return "string" if isinstance(value, str) else "list"
    if isinstance(value, bool):
        return "truth value"
    return "number" if isinstance(value, (int, float)) else f"Python object of type {type(value).__name__}"
