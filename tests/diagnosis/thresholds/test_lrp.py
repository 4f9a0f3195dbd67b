"""oLRP against its definition, tried at every score."""

from __future__ import annotations

import json

import numpy as np
import pytest
from diagnosed_results import made_result

import truebox as tb
from truebox.diagnosis import optimal_lrp
from truebox.diagnosis.causes.outcomes import outcome_at, overlap_when_matched
from truebox.overlap import pairwise_iou

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def by_definition(result, k, iou):
    """Equation 3 of the TPAMI paper at every score, by loops over rows."""
    outcome, score = outcome_at(result, iou), result.state.score
    detections, truths = result.matches.detections, result.matches.truths
    place = int(np.argmin(abs(result.parameters.iou_thresholds - iou)))
    total = int(result.state.truths[k, 0])
    own = [row for row in range(len(score)) if result.state.category[row] == k and outcome[row] != 2]
    best = 1.0
    for cut in {score[row] for row in own}:
        kept = [row for row in own if score[row] >= cut]
        hits = [row for row in kept if outcome[row] == 1]
        error = 0.0
        for row in hits:
            partner = detections.matched_truth[row, place]
            pair = detections.boxes[[row]], truths.boxes[[partner]]
            error += 1 - float(pairwise_iou(*pair, box_format="xywh")[0, 0])
        missed, false = total - len(hits), len(kept) - len(hits)
        best = min(best, (error / (1 - iou) + false + missed) / (len(hits) + false + missed))
    return best


@pytest.mark.parametrize("iou", [0.5, 0.75])
def test_the_least_over_all_scores(iou):
    result = made_result(4, images=15)
    found = optimal_lrp(result, iou=iou)
    expected = [by_definition(result, k, iou) for k in range(len(found.per_class))]
    assert [each.lrp for each in found.per_class] == pytest.approx(expected, abs=1e-12)
    assert found.lrp == pytest.approx(np.mean(expected), abs=1e-12)


def test_the_parts_make_the_whole():
    result = made_result()
    for each, truths in zip(optimal_lrp(result).per_class, result.state.truths[:, 0], strict=True):
        hits = (1 - each.false_negative) * truths
        kept = hits / (1 - each.false_positive)
        whole = (hits * each.localisation / 0.5 + kept - hits + truths - hits) / (kept + truths - hits)
        assert each.lrp == pytest.approx(whole, abs=1e-9)


def test_a_perfect_detector_has_none_and_a_blind_one_all():
    boxes = {"boxes": [[0, 0, 9, 9], [20, 0, 29, 9]], "labels": ["cat", "cat"]}
    perfect = optimal_lrp(tb.evaluate([boxes], [boxes | {"scores": [0.9, 0.8]}], mode="corrected"))
    assert (perfect.lrp, perfect.false_positive, perfect.false_negative) == (0.0, 0.0, 0.0)
    none = [{"boxes": [], "labels": [], "scores": []}]
    blind = optimal_lrp(tb.evaluate([boxes], none, mode="corrected"))
    assert (blind.lrp, blind.localisation, blind.false_negative) == (1.0, None, 1.0)


def test_overlaps_are_those_of_partners():
    result = made_result()
    overlap, outcome = overlap_when_matched(result, 0.5), outcome_at(result, 0.5)
    assert (overlap[outcome == 1] >= 0.5).all()
    assert (overlap[outcome == 0] == 0).all()


def test_json():
    document = json.loads(json.dumps(optimal_lrp(made_result()).to_dict()))
    assert {"iou", "lrp", "localisation", "false_positive", "false_negative", "per_class"} == set(document)


def test_a_cut_keeps_all_equal_scores_or_none():
    """A right and a wrong detection of one score: 1 error of 2 kept; the authors cut between them."""
    truth = [{"boxes": [[0, 0, 10, 10]], "labels": ["cat"]}]
    boxes = [[0, 0, 10, 10], [50, 50, 60, 60]]
    for scores, expected in (([0.5, 0.5], 0.5), ([0.6, 0.5], 0.0)):
        found = [{"boxes": boxes, "labels": ["cat", "cat"], "scores": scores}]
        assert optimal_lrp(tb.evaluate(truth, found, mode="corrected")).lrp == expected
