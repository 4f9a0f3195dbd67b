"""Nearly equal detections of one object are named, with what their suppression would give."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.generation import make_dataset
from truebox.records import Ids
from truebox.records.taking import take_predictions

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def made():
    return make_dataset(40, 4, seed=6)


def said(truth, found):
    return [each.message for each in tb.evaluate(truth, found).warnings if each.code == "W-317"]


def repeated(found, times, *, scores=0.9):
    """Every detection with so many beside it, a fiftieth of its side away."""
    rows = np.tile(np.arange(len(found)), times + 1)
    many = take_predictions(found, rows)
    number = np.repeat(np.arange(times + 1), len(found))
    aside = np.stack([number * found.boxes[rows, 2] / 50, *[np.zeros(len(rows))] * 3], axis=1)
    return replace(many, boxes=many.boxes + aside, scores=many.scores * scores**number)


def test_without_suppression(made):
    truth, found = made
    many = repeated(found, 3)
    (message,) = said(truth, many)
    with_it, without = map(float, re.findall(r"AP would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert without == pytest.approx(tb.evaluate(truth, many).metrics["AP"], abs=1e-4)
    assert with_it == pytest.approx(tb.evaluate(truth, found).metrics["AP"], abs=0.02)


def test_repetitions_that_change_little_are_not_named(made):
    truth, found = made
    assert said(truth, found) == []
    assert said(truth, repeated(found, 3, scores=0.05)) == []  # as soft suppression leaves them


def test_boxes_written_for_several_classes(made):
    truth, found = made
    rows = np.tile(np.arange(len(found)), 3)
    many = take_predictions(found, rows)
    kinds = np.array([int(each) for each in many.category.tolist()])
    number = np.repeat(np.arange(3), len(found))
    scores = many.scores * 0.95**number
    many = replace(many, category=Ids((kinds + number - 1) % 4 + 1), scores=scores)
    (message,) = said(truth, many)
    assert (
        "of their image, of any class, by 0.8 or more, as where each box was written for several" in message
    )
    with_it, without = map(float, re.findall(r"AP would be ([.\d]+) instead of ([.\d]+)", message)[0])
    assert without == pytest.approx(tb.evaluate(truth, many).metrics["AP"], abs=1e-4)
    assert with_it == pytest.approx(tb.evaluate(truth, found).metrics["AP"], abs=0.03)
