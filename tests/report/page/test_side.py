"""What the page asks of a result more than once."""

from __future__ import annotations

import numpy as np
import pytest
from diagnosed_results import made_result

from truebox.diagnosis import confusion_matrix, diagnose, errors, operating_points
from truebox.evaluation import evaluate
from truebox.report.page.side import Side


def test_it_holds_the_diagnoses_of_the_result() -> None:
    result = made_result()
    side = Side.of(result)
    assert (side.iou, side.threshold) == (0.5, 0)
    assert side.matrix.counts.tolist() == confusion_matrix(result, 0.5, -np.inf).counts.tolist()
    assert side.errors.loss == errors(result).loss
    assert side.cut == operating_points(result).overall.score
    assert side.outcome.tolist() == result.matches.outcome()[:, 0].tolist()


def test_what_was_diagnosed_before_is_not_diagnosed_again() -> None:
    diagnosis = diagnose(made_result(), replicates=100)
    side = Side.of(made_result(), diagnosis)
    assert side.errors is diagnosis.errors
    assert side.points is diagnosis.points


def test_without_a_half_it_takes_the_lowest_threshold() -> None:
    side = Side.of(made_result(iou_thresholds=(0.9, 0.75)))
    assert side.iou == 0.75
    assert side.threshold == side.result.parameters.iou_thresholds.tolist().index(0.75)


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_without_detections_nothing_is_above_the_cut() -> None:
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}]
    nothing = [{"boxes": np.empty((0, 4)), "labels": [], "scores": []}]
    assert Side.of(evaluate(truth, nothing, mode="corrected")).cut == np.inf
