"""What a DETR-like network gives before post-processing: refused, since it is no detections yet.

Facts, from facebookresearch/detr (``PostProcess``) and Hugging Face transformers
(``post_process_object_detection``): ``pred_boxes`` are centre and size as fractions, ``logits``
(``pred_logits`` in the original) need a softmax or sigmoid; which, and what is background, depends on the
model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from truebox.datasets.memory.objects.fields import field_of
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.typing import Geometry

__all__ = ["arrays_of"]


def arrays_of(value: Any, role: Role, geometry: Geometry) -> dict[str, Any] | None:
    """None for anything else; the output of a network is refused (E-452)."""
    if field_of(value, "pred_boxes") is not None and field_of(value, "logits", "pred_logits") is not None:
        _refuse(role)
    return None


def _refuse(role: Role) -> NoReturn:
    raise InputError(
        "E-452",
        role,
        "pred_boxes and logits are the raw output of a network, not detections",
        "pass what processor.post_process_object_detection(outputs, threshold=0, "
        "target_sizes=[(height, width), ...]) returns",
    )
