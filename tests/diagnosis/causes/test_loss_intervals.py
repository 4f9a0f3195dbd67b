"""Losses drawn anew: with every image once they are those of the breakdown."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.diagnosis import errors
from truebox.diagnosis.causes import loss_intervals as module
from truebox.diagnosis.certainty.drawn_units import DrawnUnits
from truebox.diagnosis.certainty.estimate import Estimate
from truebox.evaluation import evaluate
from truebox.records import Ids


def without_truth_of_a_class(made):
    """The same detections where nothing of the first class is labelled: all its detections are strays."""
    truth = made.truth
    kept = np.flatnonzero(truth.category.values != truth.category.values.min())
    columns = {name: getattr(truth, name)[kept] for name in ("boxes", "area", "crowd", "ignore")}
    ids = {name: Ids(getattr(truth, name).values[kept]) for name in ("image", "category", "ids")}
    return evaluate(replace(truth, attributes={}, **columns, **ids), made.predictions, mode="corrected")


@pytest.mark.parametrize("strays", [False, True])
@pytest.mark.parametrize("variant", ["tide", "coco"])
def test_every_image_once_gives_the_losses(made, monkeypatch, variant, strays):
    def once(self, replicates, seed):
        return self.spread_out(np.ones((replicates, self.count), dtype=np.uint8))

    monkeypatch.setattr(DrawnUnits, "draws", once)
    monkeypatch.setattr(
        module, "estimate", lambda value, drawn, **more: Estimate(value=value, error=float(drawn[0]))
    )
    if strays:
        made = without_truth_of_a_class(made)
    found = errors(made, variant, replicates=100)
    for name, entry in found.intervals.items():
        assert max(entry.error, 0.0) == pytest.approx(entry.value, abs=1e-9), name
    assert set(found.intervals) == set(found.loss)


def test_an_interval_holds_its_loss_or_says_why_there_is_none(made):
    found = errors(made, replicates=200, seed=3)
    given = {name: entry for name, entry in found.intervals.items() if entry.low is not None}
    assert given
    for name, entry in found.intervals.items():
        assert entry.value == found.loss[name]
        assert name in given or entry.reason.endswith("with such errors; 10 are needed")
    for entry in given.values():
        assert entry.low <= entry.value <= entry.high
    assert errors(made, replicates=200, seed=3).intervals == found.intervals
    assert errors(made).intervals == {}
    assert "intervals" not in errors(made).to_dict()


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_loss_rests_on_the_images_that_have_such_errors():
    """Twenty images of a cat each; in four the cat is missed."""
    box = {"category_id": 1, "bbox": [10, 10, 40, 40]}
    truth = {
        "images": [{"id": i} for i in range(1, 21)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [{"id": i, "image_id": i, "area": 1600, "iscrowd": 0, **box} for i in range(1, 21)],
    }
    found = [{"image_id": i, "score": 0.9, **box} for i in range(5, 21)]
    few = errors(evaluate(truth, found, mode="corrected"), replicates=100).intervals["missed"]
    assert (few.low, few.reason) == (None, "only 4 images with such errors; 10 are needed")
    more = errors(evaluate(truth, found[8:], mode="corrected"), replicates=100).intervals["missed"]
    assert more.reason == "rests on about 12 images with such errors: it may be too short"
    assert more.low < more.value < more.high
