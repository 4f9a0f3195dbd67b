"""pycocotools, silent, with the arguments of `truebox.evaluate`."""

from __future__ import annotations

import contextlib
import copy
import io
from typing import Any

import numpy as np
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval


def reference_coco(
    truth: dict[str, Any],
    detections: list[dict[str, Any]],
    *,
    iou_thresholds: Any = None,
    recall_thresholds: Any = None,
    area_ranges: dict[str, tuple[float, float]] | None = None,
    max_detections: Any = None,
    class_agnostic: bool = False,
    images: Any = None,
    categories: Any = None,
    kind: str = "bbox",
    sigmas: Any = None,
) -> dict[str, np.ndarray]:
    """Tables and summary of ``COCOeval`` on copies of the data; the summary is None where it raises."""
    with contextlib.redirect_stdout(io.StringIO()):
        loaded = COCO()
        loaded.dataset = copy.deepcopy(truth)
        loaded.createIndex()
        evaluation = COCOeval(loaded, loaded.loadRes(copy.deepcopy(detections)), kind)
        parameters = evaluation.params
        if iou_thresholds is not None:
            parameters.iouThrs = np.array(iou_thresholds, dtype=np.float64)
        if recall_thresholds is not None:
            parameters.recThrs = np.array(recall_thresholds, dtype=np.float64)
        if area_ranges is not None:
            parameters.areaRng = [list(bounds) for bounds in area_ranges.values()]
            parameters.areaRngLbl = list(area_ranges)
        if max_detections is not None:
            parameters.maxDets = list(max_detections)
        parameters.useCats = 0 if class_agnostic else 1
        if images is not None:
            parameters.imgIds = list(images)
        if sigmas is not None:
            parameters.kpt_oks_sigmas = np.array(sigmas)
        if categories is not None:
            parameters.catIds = list(categories)
        evaluation.evaluate()
        evaluation.accumulate()
        try:
            evaluation.summarize()
            stats = evaluation.stats
        except IndexError:
            stats = None
    tables = {name: evaluation.eval[name] for name in ("precision", "recall", "scores")}
    return {**tables, "stats": stats}


def assert_identical(ours: dict[str, np.ndarray], theirs: dict[str, np.ndarray], context: str = "") -> None:
    """Shape, dtype and every value, the -1s included."""
    for name in ("precision", "recall", "scores", "stats"):
        if theirs[name] is None:
            continue
        assert ours[name].shape == theirs[name].shape, f"{name} {context}"
        assert ours[name].dtype == theirs[name].dtype, f"{name} {context}"
        assert np.array_equal(ours[name], theirs[name]), f"{name} differs {context}"
