"""hotcoco: the reference's interface on a Rust core; the fastest tool so far."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from hotcoco import COCO, COCOeval, mask, primitives, semantic

from benchmarks.call import Array, Call
from benchmarks.processes import python
from benchmarks.small_data import SmallData
from benchmarks.versus.pycocotools import mask_module_calls

TOOL = "hotcoco"
HEADLINE = ("AP", "AP50", "AP75", "APs", "APm", "APl", "AR1", "AR10", "AR100", "ARs", "ARm", "ARl")

EVALUATE = """
import json, sys
from hotcoco import COCO, COCOeval
truth = COCO(sys.argv[1])
evaluation = COCOeval(truth, truth.load_res(sys.argv[2]), sys.argv[3])
evaluation.evaluate()
evaluation.accumulate()
evaluation.summarize()
print(json.dumps([float(number) for number in evaluation.stats]))
"""

READ = """
from hotcoco import COCO
import numpy as np
def prepare(truth):
    return COCO(truth)
def read(truth, predictions):
    return truth.load_res(predictions)
def look(loaded):
    rows = loaded.load_anns(loaded.get_ann_ids())
    rows.sort(key=lambda row: row["id"])
    return np.array([row["bbox"] for row in rows]), np.array([row["score"] for row in rows])
"""


def compare(truth: str, first: str, second: str, draws: int) -> Call:
    """Two evaluated models; its bootstrap gives headline metrics alone."""
    from hotcoco import COCO, COCOeval
    from hotcoco import compare as paired

    data = COCO(truth)
    evaluations = [COCOeval(data, data.load_res(path), "bbox") for path in (first, second)]
    for evaluation in evaluations:
        evaluation.evaluate()
    return Call(
        lambda: paired(*evaluations, n_bootstrap=draws, seed=1),
        read=lambda found: np.array([found["ci"][key]["std_err"] for key in HEADLINE]),
    )


def _xywh(boxes: Array) -> Array:
    return np.concatenate([boxes[:, :2], boxes[:, 2:] - boxes[:, :2]], axis=1).astype(np.float64)


def pairwise(a: Array, b: Array) -> Call:
    left, right, crowd = _xywh(a), _xywh(b), [False] * len(b)
    return Call(lambda: primitives.bbox_iou(left, right, crowd))


def single(a: Any, b: Any) -> Call:
    left = [[a[0], a[1], a[2] - a[0], a[3] - a[1]]]
    right = [[b[0], b[1], b[2] - b[0], b[3] - b[1]]]
    return Call(
        lambda: primitives.bbox_iou(left, right, [False]), read=lambda found: np.asarray(found).reshape(())
    )


def _evaluated(truth: Path, predictions: Path) -> Any:
    loaded = COCO(str(truth))
    evaluation = COCOeval(loaded, loaded.load_res(str(predictions)), "bbox")
    evaluation.evaluate()
    return evaluation


def error_types(truth: Path, predictions: Path) -> Call:
    evaluation = _evaluated(truth, predictions)

    def read(found: dict[str, Any]) -> Array:
        names = ("Cls", "Loc", "Both", "Dupe", "Bkg", "Miss")
        return np.round([found["ap_base"], *(found["delta_ap"][name] for name in names)], 9)

    return Call(evaluation.tide_errors, read=read)


def class_pairs(truth: Path, predictions: Path) -> Call:
    evaluation = _evaluated(truth, predictions)
    return Call(
        lambda: evaluation.confusion_matrix(max_det=10_000), read=lambda found: np.asarray(found["matrix"])
    )


def confuse(truths: Sequence[Array], predictions: Sequence[Array], classes: int) -> Call:
    def run() -> Array:
        counted = semantic.SemanticEval(classes, ignore_index=None)
        for truth, prediction in zip(truths, predictions, strict=True):
            counted.update(truth, prediction)
        return np.asarray(counted.confusion())

    return Call(run)


def mask_calls(stack: Array) -> dict[str, Call]:
    texts = mask.encode(stack)
    return {
        "encode": Call(lambda: mask.encode(stack), read=mask.area),
        "decode": Call(lambda: mask.decode(texts)),
        "merge": Call(lambda: mask.merge(texts), read=lambda found: np.atleast_1d(mask.area(found))),
        "IoU": Call(lambda: mask.iou(texts, texts, [False] * len(texts))),
    }


def assign(cost: Array) -> Call:
    return Call(lambda: primitives.lsap(cost), read=lambda found: cost[found])


def small_calls(data: SmallData) -> dict[str, Call]:
    return mask_module_calls(mask, data) | {"cheapest matching, 10 × 10": assign(data.cost)}


_CONVERT = """
import sys
from hotcoco import COCO
kind, source, target, pictures = sys.argv[1:]
before, _, after = kind.split()
data = COCO(source) if before == "coco" else COCO.from_voc(source)
writers = {"yolo": data.to_yolo, "voc": data.to_voc, "openimages": data.to_oid, "coco": data.save}
writers[after](target)
"""


def CONVERT(kind: str, source: Path, target: Path, pictures: Path) -> tuple[str, ...] | None:
    """The command that converts; it knows no other table, and wants ``data.yaml`` among the labels."""
    before, _, after = kind.split()
    written = before in ("coco", "voc") and after in ("yolo", "voc", "openimages", "coco")
    return python(_CONVERT, kind, *map(str, (source, target, pictures))) if written else None
