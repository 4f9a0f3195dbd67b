"""What is read of the curve of one class, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.protocols.driving.centers.measures import CenterMeasure
from truebox.evaluation.states.class_outcomes import ClassOutcomes
from truebox.evaluation.states.quirks import Quirk


def outcomes(hits: list[bool], truths: int) -> ClassOutcomes:
    """Detections by falling score at one distance; each hit is 1 m off and nothing else."""
    hit = np.array(hits, dtype=bool)[:, None]
    return ClassOutcomes(
        score=np.linspace(0.9, 0.1, len(hits)),
        image=np.zeros(len(hits), np.int32),
        row=np.arange(len(hits)),
        images=1,
        hit=hit,
        false=~hit,
        truths=truths,
        values=np.where(hit, [[1.0, 0.0, 0.0, 0.0, 0.0]], np.nan),
    )


def test_a_false_one_first_halves_precision() -> None:
    """Precision is r / 2 at recall r; of it less 0.1, where that is above 0, the mean over r = .11 ... 1."""
    values = CenterMeasure(Quirk.NONE, 0)([outcomes([False, True], 1)])[0]
    assert values[0] == pytest.approx(sum(0.005 * each - 0.1 for each in range(21, 101)) / 90 / 0.9)
    assert values[2] == pytest.approx(1.0)


def test_a_class_without_objects_has_the_worst_numbers_or_none() -> None:
    strict = CenterMeasure(Quirk.NONE, 0)([outcomes([False], 0)])[0]
    assert strict[:7].tolist() == [0, 0, 1, 1, 1, 1, 1]
    assert np.isnan(CenterMeasure(Quirk.ABSENT_CLASS, 0)([outcomes([False], 0)])[0, :7]).all()
