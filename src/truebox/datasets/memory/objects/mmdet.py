"""MMDetection's ``DetDataSample`` (checked against mmdet 3.3.0, ``structures/det_data_sample.py``,
``evaluation/metrics/coco_metric.py``).

``pred_instances`` with ``bboxes`` [n, 4] corners in pixels of the original picture, ``scores``, ``labels``
(counted from 0) and ``masks``; ``gt_instances`` with ``bboxes`` and ``labels``, ``ignored_instances``
likewise; ``img_id``, ``img_path`` and ``ori_shape``. Its evaluator hands on dictionaries with the same keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.datasets.memory.objects.fields import as_numbers, field_of, needed

if TYPE_CHECKING:
    from truebox.datasets.format import Role
    from truebox.typing import Geometry

__all__ = ["arrays_of"]

_KIND = "mmdet DetDataSample"


def arrays_of(value: Any, role: Role, geometry: Geometry) -> dict[str, Any] | None:
    """The instances of one picture (E-453)."""
    predicted, true = field_of(value, "pred_instances"), field_of(value, "gt_instances")
    if predicted is None and true is None:
        return None
    key = "pred_instances" if role == "predictions" else "gt_instances"
    instances = needed(value, _KIND, key)
    boxes = as_numbers(needed(instances, f"{_KIND}.{key}", "bboxes")).reshape(-1, 4)
    labels = as_numbers(needed(instances, f"{_KIND}.{key}", "labels"))
    held: dict[str, Any] = {"boxes": boxes, "labels": labels}
    if role == "predictions":
        held["scores"] = as_numbers(needed(instances, f"{_KIND}.{key}", "scores"))
    ignored = field_of(value, "ignored_instances") if role == "truth" else None
    if ignored is not None and len(as_numbers(ignored.bboxes)):
        more = as_numbers(ignored.bboxes).reshape(-1, 4)
        held["ignore"] = np.concatenate([np.zeros(len(boxes)), np.ones(len(more))])
        held["boxes"] = np.concatenate([boxes, more])
        held["labels"] = np.concatenate([labels, as_numbers(ignored.labels)])
    if geometry in ("masks", "boundary"):
        masks = needed(instances, f"{_KIND}.{key}", "masks")
        held["masks"] = as_numbers(getattr(masks, "masks", masks))  # BitmapMasks wraps an array
    shape = field_of(value, "ori_shape")
    if shape is not None:
        held["height"], held["width"] = int(shape[0]), int(shape[1])
    image, path = field_of(value, "img_id"), field_of(value, "img_path")
    if path is not None:
        held["file_name"] = str(path)
    if image is not None:
        held["image_id"] = image
    return held
