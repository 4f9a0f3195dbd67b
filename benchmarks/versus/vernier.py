"""vernier: typed evaluation on a Rust core. Its detections need boxes, whatever overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

import numpy as np

from benchmarks.call import Array, Call

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


def confuse(truths: Sequence[Array], predictions: Sequence[Array], classes: int) -> Call:
    from vernier.semantic import evaluate_semantic_from_arrays

    sides = dict(enumerate(truths)), dict(enumerate(predictions))

    def run() -> Array:
        found = evaluate_semantic_from_arrays(*sides, n_classes=classes, parity_mode="strict", num_threads=2)
        return np.asarray(found.confusion_matrix.counts()).reshape(classes, classes)

    return Call(run)
