"""The area under lines, exact and of draws, and cuts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from waymo_worlds import waymo_world

import truebox as tb
from truebox.evaluation.protocols.driving.assigned.cut_measure import CUTS, CutMeasure, area_under
from truebox.evaluation.states.class_outcomes import OutcomeOrder
from truebox.typing import Mode

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def area(*points: tuple[float, float]) -> float:
    precision, recall = np.array(points, dtype=np.float32).T
    return area_under(precision, recall)


def test_cuts() -> None:
    assert len(CUTS) == 101
    assert (CUTS[0], CUTS[50], CUTS[100]) == (0, 0.5, 1)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ([(1, 0)], 0),  # nothing found
        ([(1, 1)], 1),
        ([(0.5, 0.04)], 0.02),  # no gap to fill, and recall 0 takes the precision of the next point
        ([(0.5, 0.04), (1, 0.02)], 0.02 * 0.75 + 0.02),  # one line up to 1, level from there
        ([(0.25, 0.5), (1, 0.5)], 0.5),  # the greater of one recall
        ([(0.5, 0.2), (0.25, 0.1)], 0.1),  # never falls toward lower recalls
    ],
)
def test_area(points: list[tuple[float, float]], expected: float) -> None:
    assert area(*points) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("mode", ["strict", "corrected"])
@pytest.mark.parametrize("seed", [0, 3, 5, 6, 7])
def test_draws_equal_repeated_rows(tmp_path: Path, mode: Mode, seed: int) -> None:
    """Up to the single precision of the measure."""
    files = [tmp_path / "truth.bin", tmp_path / "found.bin"]
    for file, message in zip(files, waymo_world(seed), strict=True):
        file.write_bytes(message)
    state = tb.evaluate(*files, protocol="waymo", mode=mode).state
    generator = np.random.default_rng(seed)
    for label, name in enumerate(state.parameters.area_ranges):
        measure = CutMeasure(state.mended, all_count=name.startswith("L2"))
        order = OutcomeOrder(state, label, state.parameters.max_detections[-1], np.array([0]))
        drawn = measure.drawn(order)
        for number in range(4):
            weights = (
                np.ones(len(state.images), int)
                if number == 0
                else generator.integers(0, 3, len(state.images))
            )
            # Truths of the draw: all of them, so that the sums stay below.
            truths = state.truths[:, label] * max(int(weights.max(initial=1)), 1)
            repeated = measure(order.weighed(weights, truths))
            np.testing.assert_allclose(drawn(weights, truths), repeated, atol=3e-6)
