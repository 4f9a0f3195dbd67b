"""faster-coco-eval: detectron2's C++ matching behind the reference's interface."""

from __future__ import annotations

import numpy as np
from faster_coco_eval import mask_api_new_cpp as mask

from benchmarks.call import Array, Call

TOOL = "faster-coco-eval"

EVALUATE = """
import json, sys
from faster_coco_eval import COCO, COCOeval_faster
truth = COCO(sys.argv[1])
evaluation = COCOeval_faster(truth, truth.loadRes(sys.argv[2]), sys.argv[3])
evaluation.evaluate()
evaluation.accumulate()
evaluation.summarize()
print(json.dumps([float(number) for number in evaluation.stats[:10 if sys.argv[3] == "keypoints" else 12]]))
"""


def pairwise(a: Array, b: Array) -> Call:
    left, right = (
        np.concatenate([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]], axis=1).astype(np.float64)
        for boxes in (a, b)
    )
    crowd = [0] * len(b)
    return Call(lambda: mask.iou(left, right, crowd))
