"""FiftyOne's ``Detections``, alone or in a sample (docs.voxel51.com, "Using datasets", "Object detection").

A detection has ``label``, ``bounding_box`` [x, y, width, height] as fractions of the picture from its top
left, and ``confidence``. A crowd has the attribute ``iscrowd``, as its importers and its evaluation call it,
a group of Open Images ``IsGroupOf``; detections of old releases have them in ``attributes``. A sample has
``filepath``, ``metadata`` with ``width`` and ``height`` once computed, and its detections in fields, by
custom ``ground_truth`` and ``predictions``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.memory.objects.fields import field_of, needed
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.typing import Geometry

__all__ = ["arrays_of"]

_CROWDS = ("iscrowd", "IsGroupOf")
"""What FiftyOne calls the attribute of a region that holds many, in COCO and in Open Images."""

_KIND = "fiftyone Detections"
_ABSENT = object()


def arrays_of(value: Any, role: Role, geometry: Geometry) -> dict[str, Any] | None:
    """The detections of one picture: in pixels where its size is known, else as fractions (E-453)."""
    sample = value if hasattr(value, "filepath") else None
    if sample is None and not _is_detections(value):
        return None
    field = "predictions" if role == "predictions" else "ground_truth"
    detections = value if sample is None else _in_field(sample, field)
    if detections is None:  # as FiftyOne keeps a picture on which nothing was drawn or found
        return _nothing(sample, role)
    if not _is_detections(detections):
        fix = f"rename the field, or pass what it holds: [sample.{field} for sample in dataset]"
        raise InputError("E-453", "fiftyone Sample", f"the field {field} holds no Detections", fix)
    if geometry != "boxes":
        problem = f"{geometry} are not read from FiftyOne"
        raise InputError("E-453", _KIND, problem, "export the dataset as COCO: dataset.export(...)")
    rows = [[float(number) for number in each.bounding_box] for each in detections.detections]
    corners = np.array([[x, y, x + width, y + height] for x, y, width, height in rows]).reshape(-1, 4)
    metadata = field_of(sample, "metadata") if sample is not None else None
    width, height = field_of(metadata, "width"), field_of(metadata, "height")
    sized = width is not None and height is not None
    held: dict[str, Any] = {
        "boxes": corners * np.array([width, height, width, height]) if sized else corners,
        "labels": [str(each.label) for each in detections.detections],
        "fractions": not sized,
    }
    if sized:
        held |= {"width": int(width), "height": int(height)}
    if role == "predictions":
        held["scores"] = [float(needed(each, _KIND, "confidence")) for each in detections.detections]
    else:
        held["iscrowd"] = [_is_crowd(each) for each in detections.detections]
    if sample is not None:
        held["file_name"] = str(sample.filepath)
    return held


def _is_crowd(detection: Any) -> bool:
    attributes = field_of(detection, "attributes")
    return any(
        bool(field_of(detection, name)) or bool(field_of(field_of(attributes, name), "value"))
        for name in _CROWDS
    )


def _is_detections(value: Any) -> bool:
    detections = getattr(value, "detections", None)
    return isinstance(detections, list) and all(hasattr(each, "bounding_box") for each in detections)


def _in_field(sample: Any, field: str) -> Any:
    # A sample raises AttributeError for a field it does not have.
    return getattr(sample, field, _ABSENT)


def _nothing(sample: Any, role: Role) -> dict[str, Any]:
    held: dict[str, Any] = {"boxes": np.empty((0, 4)), "labels": [], "file_name": str(sample.filepath)}
    metadata = field_of(sample, "metadata")
    width, height = field_of(metadata, "width"), field_of(metadata, "height")
    if width is not None and height is not None:
        held |= {"width": int(width), "height": int(height)}
    return held | ({"scores": []} if role == "predictions" else {})
