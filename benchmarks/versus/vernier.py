"""vernier: typed evaluation on a Rust core. Its detections need boxes, whatever overlaps."""

from __future__ import annotations

from importlib.util import find_spec

if find_spec("vernier") is None:
    raise ImportError("vernier")

TOOL = "vernier"

EVALUATE = """
import json, pathlib, sys
from vernier.instance import Bbox, Boundary, CocoDataset, Evaluator, Keypoints, Segm
kind = {"bbox": Bbox, "segm": Segm, "keypoints": Keypoints, "boundary": Boundary}[sys.argv[3]]
truth = CocoDataset.from_json(pathlib.Path(sys.argv[1]).read_bytes())
evaluator = Evaluator(iou=kind(), parity_mode="strict")
summary = evaluator.evaluate(truth, pathlib.Path(sys.argv[2]).read_bytes(), num_threads=2)
print(json.dumps([float(number) for number in summary.stats]))
"""
