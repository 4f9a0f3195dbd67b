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


def without_detections_of_a_class(made):
    """All that is labelled of the first class is missed; none is left where that is forgiven."""
    kept = made.predictions.category.values != made.predictions.category.values.min()
    found = made.predictions
    rows = [
        {"image_id": image, "category_id": kind, "bbox": box, "score": score}
        for image, kind, box, score, keep in zip(
            found.image.tolist(),
            found.category.tolist(),
            found.boxes.tolist(),
            found.scores.tolist(),
            kept,
            strict=True,
        )
        if keep
    ]
    return evaluate(made.truth, rows, mode="corrected")


@pytest.mark.filterwarnings("ignore:W-301", "ignore:W-319")
@pytest.mark.parametrize("strays", [False, True, "missed"])
@pytest.mark.parametrize("variant", ["tide", "coco"])
def test_every_image_once_gives_the_losses(made, monkeypatch, variant, strays):
    def once(self, replicates, seed):
        return self.spread_out(np.ones((replicates, self.count), dtype=np.uint8))

    monkeypatch.setattr(DrawnUnits, "draws", once)
    monkeypatch.setattr(
        module, "estimate", lambda value, drawn, **more: Estimate(value=value, error=float(drawn[0]))
    )
    if strays == "missed":
        made = without_detections_of_a_class(made)
    elif strays:
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


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize(("dogs", "missed", "said"), [
    (0, 35, None),
    (0, 12, "rests on about 12 images with such errors: it may be too short"),
    (9, 35, "1 class lies on fewer than 10 images (`dog`): the interval may be too short"),
    (9, 12, "rests on about 12 images with such errors, and 1 class lies on fewer than 10 images (`dog`): "
     "the interval may be too short"),
])  # fmt: skip
def test_classes_on_few_images_are_named(dogs, missed, said):
    """Fifty images of a cat, some missed; the first hold a dog as well, which is found."""
    cat, dog = {"category_id": 1, "bbox": [10, 10, 40, 40]}, {"category_id": 2, "bbox": [100, 10, 40, 40]}
    held = [(i, cat) for i in range(1, 51)] + [(i, dog) for i in range(1, dogs + 1)]
    truth = {
        "images": [{"id": i} for i in range(1, 51)],
        "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
        "annotations": [
            {"id": place, "image_id": i, "area": 1600, "iscrowd": 0, **box}
            for place, (i, box) in enumerate(held, start=1)
        ],
    }
    found = [{"image_id": i, "score": 0.9, **box} for i, box in held if i > missed or box is dog]
    entry = errors(evaluate(truth, found, mode="corrected"), replicates=100).intervals["missed"]
    assert entry.low < entry.value < entry.high
    assert entry.reason == said


def test_a_small_loss_has_no_interval_unless_it_rests_on_many_images():
    whole = Estimate(value=0.004, low=0.001, high=0.006, error=0.001)
    few = module._told(whole, 99, "images", None)
    said = "so small a loss cannot be judged on about 99 images with such errors; 100 are needed"
    assert (few.value, few.low, few.high, few.error, few.reason) == (0.004, None, None, None, said)
    assert module._told(whole, 100, "images", None) == whole
    assert module._told(replace(whole, value=0.005), 99, "images", None).low == 0.001
