"""Labels that have the pixels of other classes are named, with what the mean IoU would be."""

from __future__ import annotations

import re

import numpy as np
import pytest

from truebox.evaluation.semantic.confusion import LabelConfusion
from truebox.evaluation.semantic.traded_labels import traded_labels

NAMES = tuple(f"class{k}" for k in range(8))


def confusion(seed=0, right=0.8, order=None):
    """Pixels of which so many have the right label; predicted labels in another order."""
    chance = np.random.default_rng(seed)
    matrix = np.zeros((8, 8), dtype=np.int64)
    for true, pixels in enumerate(chance.integers(500, 90_000, 8).tolist()):
        others = chance.multinomial(round((1 - right) * pixels), chance.dirichlet(np.ones(8)))
        matrix[true] += others
        matrix[true, true] += pixels - others.sum()
    return LabelConfusion(matrix if order is None else matrix[:, order], NAMES)


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("right", [0.9, 0.6])
def test_labels_that_are_off_by_one(step, right):
    honest = confusion(right=right)
    moved = confusion(right=right, order=np.roll(np.arange(8), step))
    found = traded_labels(moved)
    better, given = map(float, re.findall(r"would be ([.\d]+) instead of ([.\d]+)", found.message)[0])
    assert given == pytest.approx(moved.mean_iou, abs=1e-4)
    assert better == pytest.approx(honest.mean_iou, abs=1e-4) or found.count < 8


def test_two_classes_that_traded_places():
    found = traded_labels(confusion(right=0.99, order=[0, 1, 5, 3, 4, 2, 6, 7]))
    assert (found.code, found.count) == ("W-322", 2)
    assert "2 (class2) on 5 (class5), 5 (class5) on 2 (class2)" in found.message.replace('"', "")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("right", [0.95, 0.7, 0.4, 0.2])
def test_of_labels_in_their_places_nothing_is_said(seed, right):
    assert traded_labels(confusion(seed, right)) is None


def test_of_one_class_or_no_pixel_nothing_is_said():
    assert traded_labels(LabelConfusion(np.array([[5]]), ("road",))) is None
    assert traded_labels(LabelConfusion(np.zeros((8, 8), dtype=np.int64), NAMES)) is None
