"""Ultralytics' ``Results`` (checked against ultralytics 8.4.190, ``engine/results.py``).

``boxes.xyxy`` [n, 4] in pixels of the picture, ``boxes.conf``, ``boxes.cls``; of rotated boxes
``obb.xyxyxyxy`` [n, 4, 2], whose upright extents are taken; ``masks.data`` [n, H, W] in the network's size
unless predicted with ``retina_masks=True``; ``keypoints.data`` [n, K, 2 or 3]; ``names`` by class;
``orig_shape`` (height, width); and ``path``, for pictures from memory ``image0.jpg``, ``image1.jpg`` ...
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.memory.objects.fields import as_numbers, field_of, needed
from truebox.errors import InputError
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.typing import Geometry

__all__ = ["arrays_of"]

_KIND = "ultralytics Results"
_FROM_MEMORY = re.compile(r"image\d+\.jpg$")


def arrays_of(value: Any, role: Role, geometry: Geometry) -> dict[str, Any] | None:
    """The detections of one picture (E-453)."""
    if not all(hasattr(value, name) for name in ("names", "orig_shape", "boxes")):
        return None
    rotated = field_of(value, "obb")
    found = rotated if rotated is not None else field_of(value, "boxes")
    if found is None:
        problem = "boxes is None: these are results of a task without boxes"
        raise InputError("E-453", _KIND, problem, "predict with a model that detects")
    classes = as_numbers(found.cls).astype(np.int64).tolist()
    height, width = (int(side) for side in value.orig_shape[:2])
    held: dict[str, Any] = {
        "boxes": _extents(found) if rotated is not None else as_numbers(found.xyxy),
        "labels": [str(value.names[number]) for number in classes],
        "width": width,
        "height": height,
    }
    if role == "predictions":
        held["scores"] = as_numbers(found.conf)
    path = str(field_of(value, "path") or "")
    if path and not _FROM_MEMORY.match(path):
        held["file_name"] = path
    if geometry in ("masks", "boundary"):
        held["masks"] = _masks(value, len(classes), (height, width))
    if geometry in ROTATED and rotated is not None:
        held["corners"] = as_numbers(rotated.xyxyxyxy).reshape(-1, 8)
    if geometry == "keypoints":
        held["keypoints"] = _keypoints(value, len(classes))
    return held


def _extents(obb: Any) -> np.ndarray:
    corners = as_numbers(obb.xyxyxyxy).reshape(-1, 4, 2)
    return np.concatenate([corners.min(axis=1), corners.max(axis=1)], axis=1)


def _masks(value: Any, count: int, size: tuple[int, int]) -> Any:
    if count == 0:
        return []
    masks = as_numbers(needed(value, _KIND, "masks").data)
    if masks.shape[1:] != size:
        problem = f"masks of {masks.shape[2]} x {masks.shape[1]} for a picture of {size[1]} x {size[0]}"
        raise InputError("E-453", _KIND, problem, "predict with retina_masks=True")
    return masks > 0.5


def _keypoints(value: Any, count: int) -> Any:
    if count == 0:
        return []
    points = as_numbers(needed(value, _KIND, "keypoints").data)
    if points.shape[2] == 2:
        points = np.concatenate([points, np.ones((*points.shape[:2], 1))], axis=2)
    return points
