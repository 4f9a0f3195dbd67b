"""What is read of every class, against the loops of the kit written out."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.driving.centers.measures import CenterMeasure
from truebox.evaluation.protocols.driving.centers.read_classes import (
    ReadClasses,
    ReadErrors,
    precision_at_recalls,
)
from truebox.evaluation.states.class_outcomes import ClassOutcomes
from truebox.evaluation.states.quirks import Quirk


def drawn(chance: np.random.Generator) -> ClassOutcomes:
    count, truths = int(chance.integers(0, 40)), int(chance.integers(1, 30))
    hit = chance.random((count, 4)) < chance.choice([0.0, 0.3, 1.0])
    hit &= np.cumsum(hit, axis=0) <= truths
    values = chance.random((count, 5)) * 2
    values[chance.random((count, 5)) < chance.choice([0.0, 0.4, 1.0])] = np.nan
    return ClassOutcomes(
        score=-np.sort(-chance.choice([chance.random(count), chance.integers(0, 4, count) / 4])),
        image=np.zeros(count, np.int32),
        row=np.arange(count),
        images=1,
        hit=hit,
        false=~hit,
        truths=truths,
        values=values,
    )


def plain_precision(hit: np.ndarray, truths: int) -> np.ndarray:
    """`accumulate` of nuscenes-devkit 1.2.0: every detection is a point of the curve."""
    if not hit.any():
        return np.zeros(101)
    right = np.cumsum(hit).astype(float)
    recall, precision = right / truths, right / np.arange(1, len(hit) + 1)
    return np.interp(np.linspace(0, 1, 101), recall, precision, right=0)


def plain_means(values: np.ndarray) -> np.ndarray:
    """`cummean` of nuscenes-devkit 1.2.0."""
    if np.isnan(values).all():
        return np.ones(len(values))
    total, count = np.nancumsum(values), np.cumsum(~np.isnan(values))
    return np.divide(total, count, out=np.zeros_like(total), where=count != 0)


@pytest.mark.parametrize("seed", range(30))
def test_curves_and_means_are_those_of_the_kit(seed):
    found = drawn(np.random.default_rng(seed))
    read = ReadClasses([found], 2, Quirk.TIE_ORDER)
    for t in range(4):
        expected = plain_precision(found.hit[:, t], found.truths)
        assert read.precision[0, t] == pytest.approx(expected, abs=1e-12)
        assert np.array_equal(read.precision[0, t], precision_at_recalls(found.hit[:, t], found.truths))
    errors = read.errors[0]
    assert errors is not None
    assert found.values is not None
    held = found.values[found.hit[:, 2]]
    assert errors.means.shape == held.shape
    if len(held):
        assert np.array_equal(errors.means, np.column_stack([plain_means(each) for each in held.T]))


def test_measures_of_several_quirks_share_what_is_read():
    """The same values from what was read once as from the outcomes."""
    chance = np.random.default_rng(7)
    for _ in range(20):
        classes = [drawn(chance) for _ in range(3)]
        for mended in (Quirk.NONE, Quirk.FIRST_RECALL, Quirk.LOW_RECALL, Quirk.SCORE_STEPS):
            measure = CenterMeasure(mended, 2, (0, 2, 3))
            read = CenterMeasure(Quirk.NONE, 2).read(classes)
            assert np.array_equal(measure.of_read(read), measure(classes), equal_nan=True)


def test_nothing_is_read_where_nothing_is_hit():
    read = ReadErrors(np.zeros(2, dtype=bool), np.array([0.9, 0.8]), np.full((2, 5), np.nan), 3)
    assert len(read.at_scores()[0]) == len(read.at_recalls()[0]) == 0
    assert CenterMeasure(Quirk.NONE, 0)([_missed()])[0, 2:7].tolist() == [1.0] * 5


def _missed() -> ClassOutcomes:
    return ClassOutcomes(
        score=np.array([0.9]),
        image=np.zeros(1, np.int32),
        row=np.arange(1),
        images=1,
        hit=np.array([[False]]),
        false=np.array([[True]]),
        truths=3,
        values=np.full((1, 5), np.nan),
    )
