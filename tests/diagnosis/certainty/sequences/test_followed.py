"""Trackers of one object compared, and intervals by drawing sequences."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis import followed_intervals
from truebox.errors import ArgumentError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("followed")
    chance = np.random.default_rng(5)
    for number in range(40):
        true = np.column_stack([chance.uniform(0, 300, (20, 2)), chance.uniform(30, 90, (20, 2))])
        sides = {
            f"truth/s{number:02}/groundtruth_rect.txt": true,
            f"near/s{number:02}.txt": true + chance.normal(0, 3, (20, 4)),
            f"far/s{number:02}.txt": true + chance.normal(0, 7, (20, 4)),
        }
        for name, boxes in sides.items():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            np.savetxt(made / name, np.abs(boxes), delimiter=",")
    return made


def test_the_nearer_one_is_better(folder: Path) -> None:
    results = [tb.evaluate(folder / "truth", folder / each, protocol="otb") for each in ("far", "near")]
    found = tb.compare(*results, replicates=400)
    assert (found.unit, found.images) == ("sequences", 40)
    score = found.pairs[0].metrics["success_score"]
    first, second = (each.metrics["success_score"] for each in results)
    assert score.value == pytest.approx(second - first, abs=1e-15)
    assert 0 < score.low < score.value < score.high
    assert score.p < 0.01
    again = tb.compare(results[0], results[0], replicates=400).pairs[0].metrics["success_score"]
    assert (again.value, again.p) == (0.0, 1.0)
    paths = [folder / each for each in ("truth", "far", "near")]
    assert tb.compare(*paths, protocol="otb", replicates=400).pairs[0].metrics["success_score"] == score


def test_intervals_draw_sequences(folder: Path) -> None:
    result = tb.evaluate(folder / "truth", folder / "near", protocol="otb")
    found = followed_intervals(result)["success_score"]
    values = [each.metrics["success_score"] for each in result.per_sequence]
    error = float(np.std(values, ddof=1) / np.sqrt(len(values)))
    assert found.value == result.metrics["success_score"]
    assert found.high - found.low == pytest.approx(2 * 1.96 * error, rel=0.25)


def test_other_rules_are_not_compared(folder: Path) -> None:
    strict = tb.evaluate(folder / "truth", folder / "near", protocol="otb")
    other = tb.evaluate(folder / "truth", folder / "near", protocol="otb", mode="corrected")
    with pytest.raises(ArgumentError, match="Fix: evaluate both the same way"):
        tb.compare(strict, other)


def test_a_drop_is_judged_by_swaps_of_sequences(folder: Path) -> None:
    far, near = (tb.evaluate(folder / "truth", folder / each, protocol="otb") for each in ("far", "near"))
    drop = near.metrics["success_score"] - far.metrics["success_score"]
    for limit, passed, said in ((0.001, False, "a significant drop"), (2 * drop, True, "no drop beyond")):
        (gate,) = tb.diagnosis.check_gates(
            far, baseline=near, max_drop=[f"success_score={limit}"], significant=True
        )
        assert (gate.passed, said in gate.reason) == (passed, True)
    (gate,) = tb.diagnosis.check_gates(
        far, baseline=near.to_dict(), max_drop=["success_score=0"], significant=True
    )
    assert "significant drop (p " in gate.reason  # by the error of this result, taken for both


def test_words_say_how_sure_the_headline_is_and_where_it_is_weakest(folder: Path) -> None:
    result = tb.evaluate(folder / "truth", folder / "far", protocol="otb")
    sure, lost, weakest = tb.diagnosis.in_words(result)
    interval = followed_intervals(result)["success_score"]
    assert f"lies in {interval.low:.3f} to {interval.high:.3f}" in sure
    assert "lost" in lost
    rows = sorted(result.per_sequence, key=lambda each: each.metrics["success_score"])
    assert f"Weakest are {rows[0].name} {rows[0].metrics['success_score']:.3f}" in weakest
