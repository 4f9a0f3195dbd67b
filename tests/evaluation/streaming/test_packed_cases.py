"""Bytes kept of a detection."""

from __future__ import annotations

import numpy as np
from streamed_worlds import result_of

from truebox.evaluation import Evaluator


def test_float32_scores_take_fewer_bytes_and_sixteen_are_never_reached() -> None:
    chance = np.random.default_rng(1)
    truth, found = [], []
    for _ in range(40):
        corners = chance.uniform(0, 400, (100, 2))
        boxes = np.hstack([corners, corners + chance.uniform(5, 99, (100, 2))])
        labels = chance.integers(0, 80, 100)
        truth.append({"boxes": boxes[:7] + 2, "labels": labels[:7]})
        found.append({"boxes": boxes, "labels": labels, "scores": chance.random(100)})
    narrow = [{**each, "scores": each["scores"].astype(np.float32)} for each in found]
    sizes = []
    for each in (found, narrow):
        evaluator = Evaluator(range(80))
        evaluator.update(truth, each)
        assert len(result_of(evaluator).state) == 4000
        sizes.append(evaluator.nbytes / 4000)
    assert sizes[1] <= sizes[0] - 3.9
    assert sizes[0] <= 16
