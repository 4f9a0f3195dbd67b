"""`match_greedy` makes the pairs of ``COCOeval.evaluateImg`` (pycocotools 2.0.11), crowds included."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.matching import match_greedy

cocoeval = pytest.importorskip("pycocotools.cocoeval", reason="pycocotools is not installed")


def reference_pairs(overlap, scores, crowd, ignored, threshold):
    """evaluateImg on one image with these overlaps; ids start at 1, because it reads id 0 as "unmatched"."""
    evaluator = cocoeval.COCOeval.__new__(cocoeval.COCOeval)
    evaluator.params = cocoeval.Params(iouType="bbox")
    evaluator.params.iouThrs = np.array([threshold])
    rows, columns = overlap.shape
    order = np.argsort(-scores, kind="mergesort")
    evaluator._gts = {
        (1, 1): [
            {"id": j + 1, "iscrowd": int(crowd[j]), "ignore": int(ignored[j] or crowd[j]), "area": 100}
            for j in range(columns)
        ]
    }
    evaluator._dts = {(1, 1): [{"id": i + 1, "score": float(scores[i]), "area": 100} for i in range(rows)]}
    evaluator.ious = {(1, 1): overlap[order]}
    answer = evaluator.evaluateImg(1, 1, [0, 1e10], 100)
    if answer is None:
        return []
    found = zip(answer["dtIds"], answer["dtMatches"][0], strict=True)
    return [(int(row) - 1, int(column) - 1) for row, column in found if column > 0]


@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.75, 1.0])
@pytest.mark.parametrize("neutral", [0.0, 0.3, 1.0])
def test_pairs_are_identical(neutral, threshold):
    rng = np.random.default_rng(int(100 * threshold + 10 * neutral))
    compared = 0
    for _ in range(150):
        rows, columns = rng.integers(0, 9, 2)
        # Few distinct values: ties of overlaps and of scores, and overlaps that equal the threshold.
        overlap = rng.choice([0.0, 0.2, 0.3, 0.5, 0.6, 0.75, 0.9, 1.0], (rows, columns))
        scores = rng.choice([0.1, 0.4, 0.4, 0.8], rows)
        crowd = rng.random(columns) < neutral / 2
        ignored = rng.random(columns) < neutral
        matches = match_greedy(overlap, scores, threshold=threshold, crowd=crowd, ignored=ignored)
        found = list(zip(matches.rows.tolist(), matches.columns.tolist(), strict=True))
        assert found == reference_pairs(overlap, scores, crowd, ignored, threshold)
        compared += len(found)
    assert compared > 100
