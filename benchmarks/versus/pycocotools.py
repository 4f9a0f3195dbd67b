"""pycocotools, the reference: Python evaluation, compiled overlaps on ``x, y, width, height`` in float64."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from pycocotools import mask
from pycocotools.cocoeval import COCOeval

from benchmarks.call import Array, Call
from benchmarks.geometry_data import GeometryData
from benchmarks.small_data import HEIGHT, WIDTH, SmallData

TOOL = "pycocotools"

EVALUATE = """
import json, sys
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval
truth = COCO(sys.argv[1])
evaluation = COCOeval(truth, truth.loadRes(sys.argv[2]), sys.argv[3])
evaluation.evaluate()
evaluation.accumulate()
evaluation.summarize()
print(json.dumps(evaluation.stats.tolist()))
"""

READ = """
from pycocotools.coco import COCO
import numpy as np
def prepare(truth):
    return COCO(truth)
def read(truth, predictions):
    return truth.loadRes(predictions)
def look(loaded):
    rows = loaded.dataset["annotations"]
    return np.array([row["bbox"] for row in rows]), np.array([row["score"] for row in rows])
"""


def _xywh(boxes: Array) -> Array:
    return np.concatenate([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]], axis=1).astype(np.float64)


def pairwise(a: Array, b: Array) -> Call:
    left, right, crowd = _xywh(a), _xywh(b), [0] * len(b)
    return Call(lambda: mask.iou(left, right, crowd))


def single(a: Any, b: Any) -> Call:
    left = [[a[0], a[1], a[2] - a[0], a[3] - a[1]]]
    right = [[b[0], b[1], b[2] - b[0], b[3] - b[1]]]
    return Call(lambda: mask.iou(left, right, [0]), read=lambda found: np.asarray(found).reshape(()))


def mask_calls(stack: Array) -> dict[str, Call]:
    texts = mask.encode(stack)
    return {
        "encode": Call(lambda: mask.encode(stack), read=mask.area),
        "decode": Call(lambda: mask.decode(texts)),
        "merge": Call(lambda: mask.merge(texts), read=lambda found: np.atleast_1d(mask.area(found))),
        "IoU": Call(lambda: mask.iou(texts, texts, [0] * len(texts))),
    }


def mask_module_calls(module: Any, data: SmallData) -> dict[str, Call]:
    """The calls of a module that has the names of `pycocotools.mask`, each on one mask."""
    texts, one, counts = data.texts, data.texts[0], data.counts[:1]

    def bytes_of(found: Any) -> Array:
        entry = found[0] if isinstance(found, list) else found
        return np.frombuffer(bytes(entry["counts"]), np.uint8)

    return {
        "area of one mask": Call(lambda: module.area(one)),
        "box of one mask": Call(lambda: module.toBbox(one)),
        "one mask decoded": Call(lambda: module.decode(one)),
        "one mask encoded": Call(lambda: module.encode(data.plane), read=bytes_of),
        "two masks merged": Call(lambda: module.merge(texts), read=bytes_of),
        "IoU of one mask with another": Call(lambda: module.iou(texts[:1], texts[1:], [0])),
        "one polygon encoded": Call(lambda: module.frPyObjects([data.outline], HEIGHT, WIDTH), read=bytes_of),
        "plain counts of one mask encoded": Call(
            lambda: module.frPyObjects(counts, HEIGHT, WIDTH), read=bytes_of
        ),
    }


def small_calls(data: SmallData) -> dict[str, Call]:
    return mask_module_calls(mask, data)


def geometry(data: GeometryData) -> dict[str, Call]:
    return {f"{count} × {count} people": Call(_keypoints(*data.people[count])) for count in data.people}


def _keypoints(seen: Array, true: Array, areas: Array) -> Callable[[], Array]:
    """What `COCOeval` computes for one image, the highest score first."""
    evaluation = COCOeval(iouType="keypoints")
    evaluation.params.maxDets = [len(seen)]
    count = len(seen)
    evaluation._dts = {
        (1, 1): [{"keypoints": each.ravel().tolist(), "score": count - k} for k, each in enumerate(seen)]
    }
    evaluation._gts = {
        (1, 1): [
            {"keypoints": each.ravel().tolist(), "area": float(area), "bbox": [0.0, 0.0, 1.0, 1.0]}
            for each, area in zip(true, areas, strict=True)
        ]
    }
    return lambda: evaluation.computeOks(1, 1)
