"""Objects that the truth holds twice are named, with the AP of each once."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.generation import make_dataset
from truebox.records import Ids
from truebox.records.taking import take_truth

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def twice(truth, share, off=0.01):
    """The first objects once more, a hundredth of their sides away."""
    again = np.arange(int(share * len(truth)))
    both = take_truth(truth, np.concatenate([np.arange(len(truth)), again]))
    boxes = both.boxes.copy()
    boxes[len(truth) :, :2] += off * boxes[len(truth) :, 2:]
    return replace(both, ids=Ids(np.arange(1, len(boxes) + 1)), boxes=boxes)


def messages(truth, found, **how):
    return [each.message for each in tb.evaluate(truth, found, **how).warnings if each.code == "W-326"]


@pytest.mark.parametrize("share", [0.4, 1.0])
@pytest.mark.parametrize("off", [0.0, 0.01])
def test_what_is_there_twice_is_named_with_the_ap_of_each_once(share, off):
    truth, found = make_dataset(60, 4, seed=5, crowds=0)
    doubled = twice(truth, share, off)
    (message,) = messages(doubled, found)
    better, given = map(float, re.findall(r"AP would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert given == pytest.approx(tb.evaluate(doubled, found).metrics["AP"], abs=1e-4)
    assert better == pytest.approx(tb.evaluate(truth, found).metrics["AP"], abs=0.01)
    assert messages(doubled, found, fit_test=False) == []


@pytest.mark.parametrize("seed", range(3))
def test_of_objects_that_are_there_once_nothing_is_said(seed):
    truth, found = make_dataset(60, 4, seed=seed)
    assert messages(truth, found) == []
    assert messages(twice(truth, 0.05), found) == []


def test_objects_of_two_classes_are_two():
    truth, found = make_dataset(60, 4, seed=5, crowds=0)
    doubled = twice(truth, 1.0)
    category = doubled.category.values.copy()
    category[len(truth) :] = category[len(truth) :] % 4 + 1
    doubled = replace(doubled, category=Ids(category))
    assert messages(doubled, found) == []
    assert messages(doubled, found, class_agnostic=True) == []
