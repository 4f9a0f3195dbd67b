"""``supervision.Detections`` (checked against supervision 0.31.2, ``detection/core.py``).

``xyxy`` [n, 4] in pixels, ``class_id`` [n], ``confidence`` [n], ``mask`` [n, H, W], ``tracker_id`` [n];
``data["class_name"]`` names the classes where the model told them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from truebox.datasets.memory.objects.fields import as_numbers, needed

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.typing import Geometry

__all__ = ["arrays_of"]

_KIND = "supervision.Detections"


def arrays_of(value: Any, role: Role, geometry: Geometry) -> dict[str, Any] | None:
    """The detections of one image (E-453)."""
    if isinstance(value, Mapping) or not all(
        hasattr(value, name) for name in ("xyxy", "class_id", "confidence")
    ):
        return None
    names = (getattr(value, "data", None) or {}).get("class_name")
    count = len(value.xyxy)
    if names is not None and len(names) == count:
        labels = [str(name) for name in names]
    else:
        labels = as_numbers(needed(value, _KIND, "class_id")).tolist() if count else []
    held: dict[str, Any] = {"boxes": as_numbers(value.xyxy), "labels": labels}
    if role == "predictions":
        held["scores"] = as_numbers(needed(value, _KIND, "confidence")) if count else []
    if geometry in ("masks", "boundary"):
        held["masks"] = as_numbers(needed(value, _KIND, "mask")) if count else []
    return held
