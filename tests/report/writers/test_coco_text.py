"""The twelve lines, against the live output of pycocotools 2.0.11."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from made_results import MadeResult
from pycocotools.coco import COCO
from pycocotools.cocoeval import COCOeval

from truebox.errors import ArgumentError
from truebox.report import to_coco_text


def place(index: int) -> dict[str, int]:
    return {"image_id": index % 8, "category_id": index % 3 + 1}


def reference(seed: int, **parameters: Any) -> tuple[str, COCOeval]:
    """Evaluate a small random dataset with the reference and return what it prints."""
    random = np.random.default_rng(seed)
    truth = COCO()
    boxes = random.uniform(5, 150, (40, 4)).tolist()
    truth.dataset = {
        "images": [{"id": i} for i in range(8)],
        "categories": [{"id": k, "name": str(k)} for k in range(1, 4)],
        "annotations": [
            {"id": i + 1, **place(i), "bbox": box, "area": box[2] * box[3], "iscrowd": 0}
            for i, box in enumerate(boxes)
        ],
    }
    found = [
        {
            **place(i),
            "bbox": [v + d for v, d in zip(box, random.normal(0, 4, 4), strict=True)],
            "score": float(random.uniform()),
        }
        for i, box in enumerate(boxes)
    ]
    with contextlib.redirect_stdout(io.StringIO()):
        truth.createIndex()
        evaluation = COCOeval(truth, truth.loadRes(found), "bbox")
        for name, value in parameters.items():
            setattr(evaluation.params, name, value)
        evaluation.evaluate()
        evaluation.accumulate()
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        evaluation.summarize()
    return out.getvalue(), evaluation


def same(evaluation: COCOeval) -> MadeResult:
    used = evaluation.params
    return MadeResult(
        stats=tuple(evaluation.stats),
        max_detections=tuple(used.maxDets),
        iou_thresholds=np.asarray(used.iouThrs),
        area_ranges=dict(zip(used.areaRngLbl, map(tuple, used.areaRng), strict=True)),
    )


@pytest.mark.parametrize(
    "parameters",
    [
        {},
        {"maxDets": [1, 2, 100]},
        {"maxDets": [5, 50, 1000]},  # no 100: the first line is undefined
        {"iouThrs": np.array([0.5])},
        {"iouThrs": np.array([0.333, 0.6, 1.0])},  # neither .5 nor .75
        {"iouThrs": np.array([0.0, 0.5])},
        {"maxDets": [10, 100, 100_000]},
        {"areaRng": [[0, 1e10], [0, 1]], "areaRngLbl": ["all", "small"]},
        {"areaRng": [[0, 1e10], [0, 99]], "areaRngLbl": ["all", "a longer label"]},
    ],
    ids=str,
)
def test_byte_for_byte(parameters: dict[str, Any]) -> None:
    printed, evaluation = reference(7, **parameters)
    assert printed.count("\n") == 12
    assert to_coco_text(same(evaluation)) == printed


def test_undefined_reads_minus_one_as_in_the_reference() -> None:
    printed, evaluation = reference(1, areaRng=[[0, 1e10]], areaRngLbl=["all"])
    assert printed.count("= -1.000") == 6
    assert to_coco_text(same(evaluation)) == printed


def test_fewer_than_three_limits_are_refused() -> None:
    # The reference itself raises IndexError there.
    with pytest.raises(IndexError):
        reference(1, maxDets=[1, 100])
    with pytest.raises(ArgumentError, match=r"need three max_detections, got \[1, 100\]"):
        to_coco_text(MadeResult(max_detections=(1, 100)))
