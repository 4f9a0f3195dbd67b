"""oLRP drawn anew: an image drawn twice is a data set that holds it twice."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis import optimal_lrp
from truebox.diagnosis.causes.outcomes import outcome_at, overlap_when_matched
from truebox.diagnosis.certainty.bootstrap_arguments import Draws
from truebox.diagnosis.certainty.drawn_units import DrawnUnits, drawn_units
from truebox.diagnosis.certainty.estimate import Estimate
from truebox.diagnosis.thresholds import lrp_intervals as module
from truebox.generation import make_world

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

_PARTS = ("lrp", "localisation", "false_positive", "false_negative")


def data(times):
    """Three images of cats and dogs, each so many times over."""
    boxes = [[[0, 0, 10, 10], [20, 0, 30, 10]], [[0, 0, 10, 10]], [[0, 0, 10, 10], [40, 40, 60, 60]]]
    found = [[[0, 0, 10, 8], [50, 50, 60, 60]], [[0, 0, 10, 7]], [[0, 0, 10, 9], [40, 40, 60, 50]]]
    labels = [["cat", "dog"], ["cat"], ["dog", "cat"]]
    scores = [[0.9, 0.4], [0.6], [0.8, 0.6]]
    repeated = [i for i, count in enumerate(times) for _ in range(count)]
    truth = [{"boxes": boxes[i], "labels": labels[i]} for i in repeated]
    predictions = [{"boxes": found[i], "labels": labels[i], "scores": scores[i]} for i in repeated]
    return tb.evaluate(truth, predictions, mode="corrected")


def _first_and_last(value, each, **more):
    return Estimate(value=float(each[0]), error=float(each[-1]))


@pytest.mark.parametrize("times", [(1, 1, 1), (2, 1, 0), (0, 3, 1), (1, 0, 2)])
def test_weights_are_copies_of_images(monkeypatch, times):
    drawn = np.array([times] * 100, dtype=np.uint8)
    monkeypatch.setattr(DrawnUnits, "unit_draws", lambda self, replicates, seed: drawn)
    monkeypatch.setattr(module, "estimate", _first_and_last)
    weighed = optimal_lrp(data((1, 1, 1)), replicates=100)
    expected = optimal_lrp(data(times))
    for part in _PARTS:
        assert weighed.intervals[part].value == pytest.approx(getattr(expected, part), abs=1e-12)
        assert weighed.intervals[part].error == weighed.intervals[part].value
    classes = {each.name: each.lrp for each in expected.per_class}
    for each in weighed.per_class:
        assert each.interval.value == pytest.approx(classes[each.name], abs=1e-12)


def test_images_that_are_not_drawn_from_count_nowhere(monkeypatch):
    result, expected = data((1, 1, 1)), optimal_lrp(data((0, 1, 1)))
    monkeypatch.setattr(
        DrawnUnits,
        "unit_draws",
        lambda self, replicates, seed: np.ones((replicates, self.count), dtype=np.uint8),
    )
    monkeypatch.setattr(module, "estimate", _first_and_last)
    matched = module.MatchedAt(outcome_at(result, 0.5), overlap_when_matched(result, 0.5), 0.5)
    units = drawn_units(result, np.array([1, 2]))
    values = [None] * 4, [None] * 2
    sure = module.lrp_intervals(result, matched, values, units, Draws(replicates=3, level=0.95, seed=0))
    assert [each.value for each in sure.means] == pytest.approx([getattr(expected, part) for part in _PARTS])
    assert [each.value for each in sure.per_class] == pytest.approx([each.lrp for each in expected.per_class])


def test_every_number_lies_in_its_interval():
    world = make_world(60, seed=3)
    result = tb.evaluate(world.truth, world.predictions[0], mode="corrected")
    found = optimal_lrp(result, replicates=200, seed=1)
    for part in _PARTS:
        entry = found.intervals[part]
        assert entry.low < entry.value < entry.high
        assert entry.value == getattr(found, part)
        assert found.to_dict()["intervals"][part]["low"] == entry.low
    assert all((each.interval.low is None) == (each.interval.reason is not None) for each in found.per_class)
    grouped = optimal_lrp(result, replicates=200, groups=[i // 12 for i in range(60)])
    assert grouped.intervals["lrp"].reason == "only 5 groups with truths of it; 6 are needed"


@pytest.mark.parametrize(("dogs", "doubted"), [(9, True), (10, False), (0, False)])
def test_means_say_that_classes_lie_on_few_images(dogs, doubted):
    """Twenty images of a cat, of which the first hold a dog as well."""
    cat, dog = [0, 0, 10, 10], [20, 0, 30, 10]
    truth = [
        {"boxes": [cat, dog][: 1 + (i < dogs)], "labels": ["cat", "dog"][: 1 + (i < dogs)]} for i in range(20)
    ]
    found = [
        {"boxes": [[0, 0, 10, 6 + i % 5]], "labels": ["cat"], "scores": [0.9 - i / 50]} for i in range(20)
    ]
    entry = optimal_lrp(tb.evaluate(truth, found, mode="corrected"), replicates=100).intervals["lrp"]
    assert entry.low is not None
    said = "1 class lies on fewer than 10 images (`dog`): the interval may be too short"
    assert entry.reason == (said if doubted else None)


def test_without_replicates_nothing_is_added():
    found = optimal_lrp(data((1, 1, 1)))
    assert found.intervals == {}
    assert "intervals" not in found.to_dict()
    assert "interval" not in found.to_dict()["per_class"][0]
