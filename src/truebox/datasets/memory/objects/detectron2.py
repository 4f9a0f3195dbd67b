"""Detectron2's ``Instances``, alone or as a model returns it, ``{"instances": ...}``.

Facts, from detectron2's documentation ("Use Models", "Model Output Format"; ``structures``): ``pred_boxes``
(``Boxes`` with ``tensor`` [n, 4] corners in pixels, or ``RotatedBoxes`` with [n, 5] centre, size and degrees
counter-clockwise), ``scores``, ``pred_classes`` (counted from 0), ``pred_masks`` [n, H, W],
``pred_keypoints`` [n, K, 3], ``image_size`` (height, width); of the truth ``gt_boxes``, ``gt_classes``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.columns.rotated_corners import corners_of_rotated, extent, rotated_corners
from truebox.datasets.memory.objects.fields import as_numbers, field_of, needed
from truebox.typing import ROTATED

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.typing import Geometry

__all__ = ["arrays_of"]

_KIND = "detectron2 Instances"


def arrays_of(value: Any, role: Role, geometry: Geometry) -> dict[str, Any] | None:
    """The instances of one picture (E-453)."""
    instances = value.get("instances") if isinstance(value, Mapping) else value
    if instances is None or not (
        hasattr(instances, "image_size")
        and (hasattr(instances, "pred_boxes") or hasattr(instances, "gt_boxes"))
    ):
        return None
    prefix = "pred" if role == "predictions" else "gt"
    height, width = (int(side) for side in instances.image_size)
    numbers = as_numbers(needed(instances, _KIND, f"{prefix}_boxes"))
    held: dict[str, Any] = {
        "boxes": _corners(numbers),
        "labels": as_numbers(needed(instances, _KIND, f"{prefix}_classes")),
        "width": width,
        "height": height,
    }
    if role == "predictions":
        held["scores"] = as_numbers(needed(instances, _KIND, "scores"))
    if geometry in ("masks", "boundary"):
        held["masks"] = as_numbers(needed(instances, _KIND, f"{prefix}_masks"))
    if geometry in ROTATED and numbers.ndim == 2 and numbers.shape[1] == 5:
        held["corners"] = corners_of_rotated(numbers.astype(np.float64), "degrees-ccw")
    if geometry == "keypoints":
        held["keypoints"] = as_numbers(needed(instances, _KIND, f"{prefix}_keypoints"))
    if isinstance(value, Mapping):
        image, name = field_of(value, "image_id"), field_of(value, "file_name")
        held |= {key: given for key, given in (("image_id", image), ("file_name", name)) if given is not None}
    return held


def _corners(boxes: np.ndarray) -> np.ndarray:
    if boxes.ndim != 2 or boxes.shape[1] != 5:
        return boxes
    rows = []
    for x, y, width, height, angle in boxes.tolist():
        # Its angles turn counter-clockwise, ours clockwise.
        corners = rotated_corners((x - width / 2, y - height / 2, width, height), -angle, "centre")
        left, top, across, down = extent(corners)
        rows.append([left, top, left + across, top + down])
    return np.array(rows, dtype=np.float64).reshape(-1, 4)
