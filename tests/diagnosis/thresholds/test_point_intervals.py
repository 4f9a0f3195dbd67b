"""Intervals of the best F1, its score, and the calibration error."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t as student

import truebox as tb
from truebox.diagnosis import calibration, operating_points
from truebox.diagnosis.certainty.bootstrap_arguments import Draws
from truebox.diagnosis.certainty.drawn_units import DrawnUnits, drawn_units
from truebox.diagnosis.certainty.estimate import Estimate
from truebox.diagnosis.thresholds import point_intervals as module
from truebox.diagnosis.thresholds.point_intervals import best_f1_intervals, calibration_interval

DRAWS = Draws(replicates=200, level=0.95, seed=1)


def test_every_image_once_gives_the_numbers(made, monkeypatch):
    best, calibrated = operating_points(made).overall, calibration(made)
    units = drawn_units(made, np.arange(60))
    ones = lambda self, replicates, seed: np.ones((replicates, self.count), dtype=np.uint8)  # noqa: E731
    monkeypatch.setattr(DrawnUnits, "unit_draws", ones)
    monkeypatch.setattr(
        module, "estimate", lambda value, drawn, **more: Estimate(value=value, error=float(drawn[0]))
    )
    f1, score = best_f1_intervals(made, 0.5, (best.f1, best.score), units, DRAWS)
    assert f1.error == pytest.approx(f1.value, abs=0.01)  # 200 cuts of 1,200 scores
    assert score.error == pytest.approx(score.value, abs=0.05)
    ece = calibration_interval(made, calibrated, units, DRAWS)
    assert ece.error == pytest.approx(ece.value, abs=1e-5)


def test_of_few_scores_every_one_is_a_cut(monkeypatch):
    # One truth in each of three images. Kept to 0.8: 2 of 2 right, F1 = 4/5; to 0.7: 2 of 3; to 0.6: 3 of
    # 4, F1 = 6/7; to 0.5: 3 of 5. The last of them lies in the first image.
    box = [0, 0, 9, 9]
    truth = [{"boxes": [box], "labels": ["cat"]}] * 3
    rows = [([0.9, 0.5], [box, [20, 0, 29, 9]]), ([0.8, 0.7], [box, [20, 0, 29, 9]]), ([0.6], [box])]
    found = [{"boxes": boxes, "labels": ["cat"] * len(boxes), "scores": scores} for scores, boxes in rows]
    result = tb.evaluate(truth, found, mode="corrected")
    units = drawn_units(result, np.arange(3))
    ones = lambda self, replicates, seed: np.ones((replicates, self.count), dtype=np.uint8)  # noqa: E731
    monkeypatch.setattr(DrawnUnits, "unit_draws", ones)
    monkeypatch.setattr(
        module, "estimate", lambda value, drawn, **more: Estimate(value=value, error=float(drawn[0]))
    )
    f1, score = best_f1_intervals(result, 0.5, (0.5, 0.5), units, DRAWS)
    assert (f1.error, score.error) == (pytest.approx(6 / 7, abs=1e-6), 0.6)
    # Without the second image: to 0.9: 1 of 1 of 2 truths, F1 = 2/3; to 0.6: 2 of 2, F1 = 1.
    some = drawn_units(result, np.array([0, 2]))
    f1, score = best_f1_intervals(result, 0.5, (0.5, 0.5), some, DRAWS)
    assert (f1.error, score.error) == (pytest.approx(1, abs=1e-6), 0.6)
    # Without the last: to 0.8: 2 of 2; and the miss of the first image is kept to 0.5.
    best, _ = best_f1_intervals(result, 0.5, (0.5, 0.5), drawn_units(result, np.array([0])), DRAWS)
    assert best.error == pytest.approx(1, abs=1e-6)


def test_they_hold_their_values(made):
    best, calibrated = operating_points(made).overall, calibration(made)
    units = drawn_units(made, np.arange(60))
    f1, score = best_f1_intervals(made, 0.5, (best.f1, best.score), units, DRAWS)
    ece = calibration_interval(made, calibrated, units, DRAWS)
    for entry, value in ((f1, best.f1), (score, best.score), (ece, calibrated.ece)):
        assert entry.value == value
        assert entry.low <= value <= entry.high
    grouped = drawn_units(made, np.arange(60), [place // 20 for place in range(60)])
    assert best_f1_intervals(made, 0.5, (best.f1, best.score), grouped, DRAWS)[0].low is None  # three groups


@pytest.mark.parametrize(("size", "remark"), [(10, "rests on 6 groups: it may be too short"), (6, None)])
def test_few_groups_reach_as_far_as_students_t_and_say_so(made, size, remark):
    best = operating_points(made).overall
    units = drawn_units(made, np.arange(60), [place // size for place in range(60)])
    f1, score = best_f1_intervals(made, 0.5, (best.f1, best.score), units, DRAWS)
    assert (f1.reason, score.reason) == (remark, remark)
    groups = 60 // size
    reach = student.ppf(0.975, groups - 1) * (groups / (groups - 1)) ** 0.5 * f1.error
    assert f1.low <= max(0.0, f1.value - reach) + 1e-12
    assert f1.high >= min(1.0, f1.value + reach) - 1e-12


@pytest.mark.filterwarnings("ignore:W-301")
def test_nothing_has_no_interval():
    box = {"boxes": [[0, 0, 9, 9], [20, 20, 29, 29]], "labels": ["cat", "cat"]}
    nothing = {"boxes": np.zeros((0, 4)), "labels": [], "scores": []}
    result = tb.evaluate([box, box], [nothing, {**box, "scores": [0.5, 0.4]}], mode="corrected")
    units = drawn_units(result, np.arange(2))
    assert best_f1_intervals(result, 0.5, (None, None), units, DRAWS)[0].value is None


def test_the_noise_floor_is_the_ece_of_a_calibrated_detector():
    """ECE of detections that are right as often as their scores say, drawn 400 times."""
    from truebox.diagnosis.thresholds.calibration import _binned, _noise

    rng = np.random.default_rng(1)
    for count in (100, 1000):
        scores = rng.random((400, count))
        eces, floors = [], []
        for score in scores:
            bin_of = np.minimum((score * 25).astype(np.int64), 24)
            eces.append(_binned(bin_of, score, rng.random(count) < score, np.ones(count), 25).ece)
            floors.append(_noise(bin_of, score, 25))
        assert np.mean(floors) == pytest.approx(np.mean(eces), rel=0.06)
