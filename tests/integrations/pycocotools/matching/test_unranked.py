"""Scores that are no finite numbers have the reference's rank in a drop-in, and are said once (W-147)."""

from __future__ import annotations

import contextlib
import io
import warnings

import numpy as np
import pytest

from truebox.errors import TrueboxWarning
from truebox.integrations.pycocotools import COCO, COCOeval

TRUTH = {
    "images": [{"id": 1, "width": 99, "height": 99}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [
        {"id": k + 1, "image_id": 1, "category_id": 1, "bbox": [20 * k, 0, 9, 9], "area": 81, "iscrowd": 0}
        for k in range(3)
    ],
}


def found_by(coco, cocoeval, scores):
    boxes = [[0, 0, 9, 9], [50, 50, 9, 9], [20, 0, 9, 9]]
    rows = [
        {"image_id": 1, "category_id": 1, "bbox": box, "score": score}
        for box, score in zip(boxes, scores, strict=True)
    ]
    with contextlib.redirect_stdout(io.StringIO()):
        truth = coco()
        truth.dataset = TRUTH
        truth.createIndex()
        evaluation = cocoeval(truth, truth.loadRes(rows), "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    return evaluation


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_the_numbers_are_the_references_and_the_scores_are_named(value):
    reference = (
        pytest.importorskip("pycocotools.coco").COCO,
        pytest.importorskip("pycocotools.cocoeval").COCOeval,
    )
    with pytest.warns(TrueboxWarning, match=r"W-147 1 score is not a finite number \(first: id 2, ") as said:
        mine = found_by(COCO, COCOeval, [0.5, value, 0.4])
    assert len(said) == 1
    theirs = found_by(*reference, [0.5, value, 0.4])
    for table in ("precision", "recall", "scores"):
        assert np.array_equal(mine.eval[table], theirs.eval[table], equal_nan=True)
    assert 0 < mine.stats[0] < 1


def test_nothing_is_said_of_finite_scores():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert found_by(COCO, COCOeval, [0.5, 0.3, 0.4]).stats[0] > 0
