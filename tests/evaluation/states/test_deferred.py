"""Tables made place by place give what the whole table gives."""

from __future__ import annotations

from typing import Any

import coco_worlds
import numpy as np
import pytest
from streamed_worlds import CLASSES, made_images

import truebox as tb
from truebox.evaluation.states import deferred
from truebox.evaluation.states.deferred import DeferredCurves, state_at, table_size, tables_of_state

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def _both(monkeypatch: pytest.MonkeyPatch, seed: int, **options: Any) -> tuple[tb.Result, tb.Result]:
    truth, found = coco_worlds.world(np.random.default_rng(seed), images=6, classes=5, detections=60)
    truth["categories"].append({"id": 99, "name": "never there"})
    whole = tb.evaluate(truth, found, **options)
    monkeypatch.setattr(deferred, "LARGEST_TABLE", 0)
    return whole, tb.evaluate(truth, found, **options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"mode": "corrected"},
        {"max_detections": [1, 2, 5]},
        {"recall_thresholds": [0.9, 0.1, 0.3]},
        {"iou_thresholds": np.linspace(0.1, 0.97, 70)},  # the outcomes of one range take more than a word
        {"class_agnostic": True, "mode": "corrected"},
        {"protocol": "voc", "mode": "corrected"},
        {"protocol": "ultralytics"},
        {"protocol": "yolov5"},
        {"protocol": "citypersons"},
        {"protocol": "open_images", "mode": "corrected"},
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", [3, 4])
def test_every_number_is_the_same(
    options: dict[str, Any], seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, by_place = _both(monkeypatch, seed, **options)
    assert isinstance(by_place.curves, DeferredCurves)
    assert not isinstance(whole.curves, DeferredCurves)
    assert dict(by_place.metrics) == dict(whole.metrics)
    assert by_place.per_class == whole.per_class
    assert by_place.stats.tobytes() == whole.stats.tobytes()
    assert [str(each) for each in by_place.warnings] == [str(each) for each in whole.warnings]
    assert by_place.ap_by_iou == whole.ap_by_iou
    assert by_place.precision.tobytes() == whole.precision.tobytes()
    assert by_place.recall.tobytes() == whole.recall.tobytes()


def test_quirks_are_told_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    told = set()
    for seed in range(20, 28):
        whole, by_place = _both(monkeypatch, seed)
        told |= {each.message[:2] for each in whole.warnings if each.code == "W-310"}
        assert [str(each) for each in by_place.warnings] == [str(each) for each in whole.warnings]
        monkeypatch.undo()
    assert len(told) >= 3  # several quirks moved a number


def test_streamed_results_too(monkeypatch: pytest.MonkeyPatch) -> None:
    truth, found = made_images(12, seed=5)
    results = []
    for limit in (deferred.LARGEST_TABLE, 0):
        monkeypatch.setattr(deferred, "LARGEST_TABLE", limit)
        evaluator = tb.Evaluator(categories=CLASSES)
        evaluator.update(truth, found)
        results.append(evaluator.result())
    assert isinstance(results[1].curves, DeferredCurves)
    assert dict(results[0].metrics) == dict(results[1].metrics)
    assert results[0].per_class == results[1].per_class


def test_the_limit_is_one_of_bytes() -> None:
    truth, found = coco_worlds.world(np.random.default_rng(6), images=3, classes=2, detections=9)
    state = tb.evaluate(truth, found, mode="corrected").state
    assert table_size(state) == state.truths.size * 3 * 10 * 101 * 8
    assert not isinstance(tables_of_state(state), DeferredCurves)


@pytest.mark.parametrize("thresholds", [1, 10, 64, 70])
def test_outcomes_of_one_place(thresholds: int) -> None:
    truth, found = coco_worlds.world(np.random.default_rng(7), images=4, classes=4, detections=40)
    ious = np.linspace(0.05, 0.95, thresholds)
    state = tb.evaluate(truth, found, iou_thresholds=ious, mode="corrected").state
    chosen = np.array([0, 2])
    there = state_at(state, 2, 1, chosen)
    rows = np.flatnonzero(np.isin(state.category, chosen))
    for ours, theirs in ((there.matched, state.matched), (there.ignored, state.ignored)):
        for place, row in enumerate(rows):
            for t in range(thresholds):
                bit = 2 * thresholds + t
                expected = int(theirs[row, bit // 64]) >> (bit % 64) & 1
                assert int(ours[place, t // 64]) >> (t % 64) & 1 == expected
    assert there.truths.tolist() == state.truths[chosen, 2:3].tolist()
