"""A list of frameworks' objects, one per image, to arrays per image and on to records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from truebox.datasets.folders.folder_files import without_suffix
from truebox.datasets.memory.arrays import predictions_of_arrays, truth_of_arrays
from truebox.errors import InputError
from truebox.records import Predictions, Source, Truth

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.datasets.row_errors import RowErrors
    from truebox.typing import Geometry

__all__ = ["are_detection_objects", "predictions_of_objects", "truth_of_objects"]

# What is read, the first that fits; imported when an object is met.
_KINDS = {
    "raw network output": "detr",
    "supervision Detections": "supervision",
    "Ultralytics Results": "ultralytics",
    "mmdet data samples": "mmdet",
    "detectron2 Instances": "detectron2",
    "FiftyOne detections": "fiftyone",
}


def are_detection_objects(source: Any) -> bool:
    """Whether `source` is one of the objects that frameworks return, or a list or mapping of such.

    Examples
    --------
    >>> are_detection_objects([{"boxes": [], "labels": []}])
    False
    """
    return any(_looks_like_one(each) for each in _first(source))


def truth_of_objects(source: Any, geometry: Geometry = "boxes", errors: RowErrors | None = None) -> Truth:
    """Records of annotated objects."""
    arrays, kind, fractions = _arrays(source, "truth", geometry)
    truth = truth_of_arrays(arrays, "xyxy", geometry, errors)
    return replace(
        truth, source=Source("<truth>", "objects", kind), units="fractions" if fractions else "pixels"
    )


def predictions_of_objects(
    source: Any, geometry: Geometry = "boxes", errors: RowErrors | None = None
) -> Predictions:
    """Records of detections; images and classes that the objects name are joined by name."""
    arrays, kind, fractions = _arrays(source, "predictions", geometry)
    found = predictions_of_arrays(arrays, "xyxy", geometry, errors)
    return replace(
        found,
        source=Source("<predictions>", "objects", kind),
        image_by="name" if found.image.are_strings else "id",
        category_by="name" if found.category.are_strings else "id",
        units="fractions" if fractions else "pixels",
    )


def _first(source: Any) -> list[Any]:
    """`source` itself, and the first of what it may be a list or mapping of; None is an empty picture."""
    if isinstance(source, list | tuple):
        return [each for each in source if each is not None][:1]
    if isinstance(source, Mapping):
        return [source, *[each for each in source.values() if each is not None][:1]]
    return [source]


def _looks_like_one(value: Any) -> bool:
    if isinstance(value, str | bytes | int | float | list | tuple):
        return False
    if isinstance(value, Mapping):
        return any(key in value for key in ("pred_boxes", "instances", "pred_instances", "gt_instances"))
    marks = (
        "xyxy",
        "orig_shape",
        "pred_instances",
        "gt_instances",
        "pred_boxes",
        "gt_boxes",
        "filepath",
        "detections",
    )
    return any(hasattr(value, name) for name in marks)


def _arrays(source: Any, role: Role, geometry: Geometry) -> tuple[Any, str, bool]:
    if not isinstance(source, list | tuple | Mapping) or (
        isinstance(source, Mapping) and _looks_like_one(source)
    ):
        _arrays_of_one(source, role, geometry, role)  # a raw output has a better message
        raise InputError("E-137", role, "one object, need one per image", f"wrap it in a list: [{role}]")
    items = list(source.items()) if isinstance(source, Mapping) else list(enumerate(source))
    kind = "objects"
    found: list[tuple[Any, dict[str, Any]]] = []
    for key, value in items:
        if value is None:  # the field of a picture on which nothing was drawn or found
            found.append((key, {"boxes": [], "labels": [], "scores": []}))
            continue
        held, known = _arrays_of_one(value, role, geometry, f"{role}[{key!r}]")
        kind = known if kind == "objects" else kind
        found.append((key, held))
    fractions = {held.pop("fractions", False) for _, held in found if len(held["labels"])}
    for _, held in found:
        held.pop("fractions", None)
    if len(fractions) > 1:
        problem = "the size of some images is known, that of others is not"
        raise InputError("E-450", role, problem, "compute the metadata of all: dataset.compute_metadata()")
    if isinstance(source, Mapping):
        return dict(found), kind, True in fractions
    return [_named(held, role) for _, held in found], kind, True in fractions


def _arrays_of_one(value: Any, role: Role, geometry: Geometry, place: str) -> tuple[dict[str, Any], str]:
    for kind, name in _KINDS.items():
        held = import_module(f"truebox.datasets.memory.objects.{name}").arrays_of(value, role, geometry)
        if held is not None:
            return held, kind
    problem = f"a {type(value).__name__} among detections, and no such object is known"
    raise InputError("E-453", place, problem, "give a mapping with boxes, scores and labels")


def _named(held: dict[str, Any], role: Role) -> dict[str, Any]:
    """The arrays of one image with what names it: an id, else a file name, else its position."""
    if "image_id" not in held and "file_name" in held:
        name = held["file_name"]
        held["image_id"] = name if role == "predictions" else without_suffix(name)
    return held
