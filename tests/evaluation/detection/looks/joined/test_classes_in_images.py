"""Images with other numbers of classes are named with the rule; what a detector confuses is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.generation import make_dataset
from truebox.records import Ids

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(seed=3, classes=6):
    return make_dataset(90, classes, detections_per_image=8, truths_per_image=8, seed=seed, empty_images=0)


def renamed(truth, found, share, rule):
    """The detections of the first images, with other classes by a rule."""
    ids = truth.images.ids.values
    first = np.isin(found.image.values, ids[: int(share * len(ids))])
    classes = truth.categories.ids.values
    other = classes[rule(np.searchsorted(classes, found.category.values), len(classes))]
    return replace(found, category=Ids(np.where(first, other, found.category.values)))


def next_class(place, count):
    return (place + 1) % count


def messages(truth, found, **how):
    return [each.message for each in tb.evaluate(truth, found, **how).warnings if each.code == "W-322"]


@pytest.mark.parametrize("rule", [next_class, lambda place, count: count - 1 - place])
def test_classes_of_a_third_of_the_images_numbered_otherwise(rule):
    truth, found = sides()
    before = tb.evaluate(truth, found).metrics["AP"]
    (message,) = messages(truth, renamed(truth, found, 1 / 3, rule))
    count = int(message.split()[1])
    assert 20 <= count <= 30
    assert " detections lie on objects of other classes by one rule, " in message
    mended = float(message.split("AP would be ")[1].split()[0])
    assert mended == pytest.approx(before, abs=0.05)
    assert messages(truth, renamed(truth, found, 1 / 3, rule), fit_test=False) == []


@pytest.mark.parametrize("seed", range(4))
def test_of_classes_as_they_are_nothing_is_said(seed):
    assert messages(*sides(seed)) == []


@pytest.mark.parametrize("seed", range(3))
def test_of_classes_at_random_in_some_images_nothing_is_said(seed):
    truth, found = sides(seed)
    chance = np.random.default_rng(seed)
    mixed = renamed(truth, found, 0.3, lambda place, count: chance.integers(count, size=len(place)))
    assert messages(truth, mixed) == []


@pytest.mark.parametrize("classes", [2, 6])
@pytest.mark.parametrize("seed", range(3))
def test_a_detector_that_takes_all_of_a_picture_for_the_class_that_looks_alike(classes, seed):
    """Pictures of one class each, a fifth taken for the sister class: no list of classes was mixed."""
    draws = np.random.default_rng(seed)
    true, found = [], []
    for _ in range(200):
        count = int(draws.integers(2, 5))
        corner = np.stack(
            [np.arange(count) * 100 + draws.uniform(0, 20, count), draws.uniform(0, 300, count)], 1
        )
        boxes = np.concatenate([corner, corner + draws.uniform(30, 70, (count, 2))], 1)
        labels = np.full(count, draws.integers(classes))
        taken = labels ^ 1 if draws.random() < 0.2 else labels
        true.append({"boxes": boxes, "labels": labels})
        boxes = boxes + draws.normal(0, 3, boxes.shape)
        found.append({"boxes": boxes, "labels": taken, "scores": draws.uniform(0.4, 1, count)})
    assert [each for each in tb.evaluate(true, found).warnings if each.code == "W-322"] == []
