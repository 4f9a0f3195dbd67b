"""Worlds and parameters as callers of pycocotools set them."""

from __future__ import annotations

from typing import Any

import numpy as np
from coco_worlds import parameters, world
from shape_worlds import keypoint_world, mask_world

MAKERS = {"bbox": world, "segm": mask_world, "keypoints": keypoint_world}

_FIELDS = {
    "iou_thresholds": "iouThrs",
    "recall_thresholds": "recThrs",
    "max_detections": "maxDets",
    "images": "imgIds",
    "categories": "catIds",
}


def drop_in_world(kind: str, seed: int) -> tuple[Any, Any, dict[str, Any]]:
    """Truth, results and what is set in ``params``."""
    rng = np.random.default_rng(seed)
    truth, results = MAKERS[kind](rng)
    chosen: dict[str, Any] = {}
    if rng.random() < 0.7:
        for name, value in parameters(rng, truth).items():
            if name in _FIELDS:
                thresholds = name.endswith("thresholds")
                chosen[_FIELDS[name]] = np.array(value) if thresholds and rng.random() < 0.5 else list(value)
            elif name == "area_ranges":
                chosen["areaRng"] = [list(bounds) for bounds in value.values()]
                chosen["areaRngLbl"] = list(value)
            elif name == "class_agnostic":
                chosen["useCats"] = int(not value)
    return truth, results, chosen
