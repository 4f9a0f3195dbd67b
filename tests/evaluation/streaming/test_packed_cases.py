"""Bytes kept of a detection."""

from __future__ import annotations

import numpy as np
from streamed_worlds import CLASSES, result_of

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


def test_corners_in_single_precision_take_half_the_room_and_come_back_to_the_last_bit() -> None:
    chance = np.random.default_rng(5)
    near = chance.random((50, 2)).astype(np.float32) * 300
    boxes = np.hstack([near, near + chance.random((50, 2)).astype(np.float32) * 90])
    found = {"boxes": boxes, "labels": np.ones(50, int), "scores": chance.random(50).astype(np.float32)}
    true = {"boxes": boxes[:1], "labels": np.ones(1, int)}
    kept = {}
    for name, entry in {
        "single": found,
        "double": {**found, "boxes": boxes.astype(np.float64) + 1e-9},
    }.items():
        evaluator = Evaluator(CLASSES, mode="corrected")
        evaluator.update([true], [entry])
        kept[name] = evaluator.nbytes
        expected = entry["boxes"].astype(np.float64)
        expected[:, 2:] -= expected[:, :2]
        state = result_of(Evaluator.from_bytes(evaluator.to_bytes())).state
        assert state.boxes is not None
        assert np.array_equal(state.boxes, expected[state.row])
    assert kept["double"] - kept["single"] == 50 * 16
