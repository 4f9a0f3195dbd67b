"""Reliability of scores, against the definitions by loops."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from diagnosed_results import made_result

import truebox as tb
from truebox.diagnosis import calibration
from truebox.diagnosis.causes.outcomes import outcome_at, overlap_when_matched
from truebox.diagnosis.thresholds.calibration import _noise
from truebox.errors import ArgumentError, InputError


def by_definition(score, true, overlap, bins):
    ece = laece = 0.0
    for place in range(bins):
        low, high = place / bins, (place + 1) / bins
        last = place == bins - 1
        own = [row for row in range(len(score)) if low <= score[row] and (score[row] < high or last)]
        if own:
            hits = [row for row in own if true[row]]
            precision = len(hits) / len(own)
            mean = sum(score[row] for row in own) / len(own)
            located = sum(overlap[row] for row in hits) / len(hits) if hits else 0.0
            ece += len(own) / len(score) * abs(mean - precision)
            laece += len(own) / len(score) * abs(mean - precision * located)
    return ece, laece


@pytest.mark.parametrize("bins", [10, 25])
def test_errors_are_those_of_the_definitions(bins):
    result = made_result()
    found = calibration(result, bins=bins)
    outcome, overlap = outcome_at(result, 0.5), overlap_when_matched(result, 0.5)
    counted = outcome != 2
    pooled = by_definition(result.state.score[counted], outcome[counted] == 1, overlap[counted], bins)
    assert found.ece == pytest.approx(pooled[0], abs=1e-12)
    local = []
    for k, each in enumerate(found.per_class):
        rows = counted & (result.state.category == k)
        ece, laece = by_definition(result.state.score[rows], outcome[rows] == 1, overlap[rows], bins)
        assert (each.ece, each.laece) == pytest.approx((ece, laece), abs=1e-12)
        local.append(laece)
    assert found.laece == pytest.approx(np.mean(local), abs=1e-12)


def test_the_diagram_counts_every_detection():
    result = made_result()
    found = calibration(result)
    assert found.count.sum() == (outcome_at(result, 0.5) != 2).sum()
    assert len(found.edges) == len(found.count) + 1
    filled = found.count > 0
    assert (found.mean_score[filled] >= found.edges[:-1][filled] - 1e-12).all()
    assert (found.mean_score[filled] <= found.edges[1:][filled] + 1e-12).all()


def test_honest_scores_are_calibrated():
    # Of the detections scored p, a share p is right: the error is what sampling leaves.
    random = np.random.default_rng(0)
    scores = random.uniform(0.05, 0.95, 4000)
    right = random.random(4000) < scores
    here, away = [0, 0, 10, 10], [50, 50, 60, 60]
    truth = [{"boxes": [here], "labels": [1]} for _ in scores]
    found = [
        {"boxes": [here if hit else away], "labels": [1], "scores": [score]}
        for hit, score in zip(right, scores, strict=True)
    ]
    assert calibration(tb.evaluate(truth, found, mode="corrected"), bins=10).ece < 0.03


def test_scores_that_are_no_probabilities_are_refused():
    result = made_result()
    state = replace(result.state, score=result.state.score * 100)
    with pytest.raises(InputError, match=r"E-530 .*no probability"):
        calibration(replace(result, state=state))


@pytest.mark.parametrize("bins", [0, -1, 2.5, True])
def test_bins_must_be_a_positive_number(bins):
    with pytest.raises(ArgumentError, match="bins: "):
        calibration(made_result(), bins=bins)


def test_json():
    document = json.loads(json.dumps(calibration(made_result()).to_dict()))
    assert len(document["count"]) == 25
    assert {"id", "name", "detections", "ece", "laece"} == set(document["per_class"][0])


def test_the_noise_floor_is_what_right_scores_are_off_by_chance():
    """Detections with scores at random that are right as often as their scores say."""
    rng = np.random.default_rng(5)
    for detections, allowed in ((30, 0.02), (300, 0.004)):
        drawn, said = [], []
        for _ in range(200):
            score = rng.random(detections)
            place = np.minimum((score * 25).astype(np.int64), 24)
            right = rng.random(detections) < score
            drawn.append(np.abs(np.bincount(place, score - right, 25)).sum() / detections)
            said.append(_noise(place, score, 25))
        assert np.mean(said) == pytest.approx(np.mean(drawn), abs=allowed)
    assert _noise(np.array([12]), np.array([0.5]), 25) == 0.5  # off by a half, right or wrong
    assert _noise(np.empty(0, dtype=np.int64), np.empty(0), 25) is None


def test_a_score_of_1_and_one_at_an_edge():
    """Of four bins: .25 begins the second, 1 belongs to the last; one of two is right."""
    boxes = [[0, 0, 10, 10], [20, 0, 30, 10], [40, 0, 50, 10], [60, 0, 70, 10]]
    truth = [{"boxes": boxes[:2], "labels": [1, 1]}]
    found = [{"boxes": boxes, "labels": [1] * 4, "scores": [1.0, 0.25, 0.75, 0.0]}]
    made = calibration(tb.evaluate(truth, found, mode="corrected"), bins=4)
    assert made.count.tolist() == [1, 1, 0, 2]
    assert made.mean_score[[0, 1, 3]].tolist() == [0, 0.25, 0.875]
    assert made.precision[[0, 1, 3]].tolist() == [0, 1, 0.5]
    assert made.ece == pytest.approx((0.75 + 2 * 0.375) / 4)
    assert made._repr_html_().count("<tr") == 4  # the head, and bins with detections
    assert "0.75 to 1.00" in made._repr_html_()


def test_without_an_iou_it_is_one_that_was_evaluated():
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": ["nodule"]}]
    found = [{"boxes": [[0, 0, 9, 9]], "labels": ["nodule"], "scores": [0.5]}]
    result = tb.evaluate(truth, found, iou_thresholds=[0.7, 0.9])
    for asked in (calibration, tb.diagnosis.slices, tb.diagnosis.operating_points):
        assert asked(result).iou == 0.7
    with pytest.raises(ArgumentError, match=r"0\.5 was not evaluated"):
        calibration(result, iou=0.5)
