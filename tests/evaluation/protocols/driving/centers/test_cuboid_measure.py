"""AP under the envelope, errors and CDS of classes, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.driving.centers.cuboid_measure import CuboidMeasure
from truebox.evaluation.states.class_outcomes import ClassOutcomes
from truebox.evaluation.states.quirks import Quirk


def outcomes(hits: list[bool], truths: int) -> ClassOutcomes:
    hit = np.array(hits, dtype=bool)[:, None]
    count = len(hits)
    values = np.where(hit, [[1.0, 0.5, 0.0]], np.nan)
    return ClassOutcomes(
        score=np.linspace(1, 0, count),
        image=np.zeros(count, np.int32),
        row=np.arange(count),
        hit=hit,
        false=~hit,
        truths=truths,
        images=1,
        values=values,
    )


def test_precision_lies_under_its_envelope() -> None:
    """False, true, true of two: 2/3 at every recall."""
    found = CuboidMeasure(Quirk.ALL, 0, 2.0)([outcomes([False, True, True], 2)])
    assert found[0, :5] == pytest.approx([2 / 3, 2 / 3, 1, 0.5, 0])
    assert found[0, 5] == pytest.approx(2 / 3 * (0.5 + 0.5 + 1) / 3)


def test_the_epsilon_of_the_kit() -> None:
    one = [outcomes([True], 1)]
    assert CuboidMeasure(Quirk.NONE, 0, 2.0)(one)[0, 0] < 1
    assert CuboidMeasure(Quirk.PRECISION_EPSILON, 0, 2.0)(one)[0, 0] == 1


def test_nothing_detected_and_no_object() -> None:
    nothing, absent = outcomes([], 3), outcomes([False], 0)
    strict = CuboidMeasure(Quirk.NONE, 0, 2.0)([nothing, absent])
    assert strict.tolist() == [[0, 0, 2, 1, np.pi, 0]] * 2
    assert np.isnan(CuboidMeasure(Quirk.ALL, 0, 2.0)([absent])).all()
