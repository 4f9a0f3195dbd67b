"""ultrafast-pycocotools: the reference's interface on another Rust core."""

from __future__ import annotations

from ultrafast_pycocotools import mask

from benchmarks.call import Call
from benchmarks.small_data import SmallData
from benchmarks.versus.pycocotools import mask_module_calls

TOOL = "ultrafast-pycocotools"

EVALUATE = """
import json, sys
from ultrafast_pycocotools import COCO, COCOeval
truth = COCO(sys.argv[1])
evaluation = COCOeval(truth, truth.loadRes(sys.argv[2]), sys.argv[3])
evaluation.evaluate()
evaluation.accumulate()
evaluation.summarize()
print(json.dumps([float(number) for number in evaluation.stats]))
"""


def small_calls(data: SmallData) -> dict[str, Call]:
    return mask_module_calls(mask, data)
