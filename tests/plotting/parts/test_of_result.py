"""A function that draws a diagnosis takes the result too."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox import diagnosis, plotting

DRAWN = {
    plotting.plot_calibration: diagnosis.calibration,
    plotting.plot_confidence_curves: diagnosis.confidence_curves,
    plotting.plot_errors: diagnosis.errors,
    plotting.plot_intervals: diagnosis.intervals,
    plotting.plot_label_errors: diagnosis.label_errors,
    plotting.plot_lrp: diagnosis.optimal_lrp,
    plotting.plot_operating_points: diagnosis.operating_points,
    plotting.plot_slices: diagnosis.slices,
    plotting.plot_ties: diagnosis.ties,
}


@pytest.fixture(scope="module")
def result():
    world = tb.generation.make_world(12, seed=3)
    return tb.evaluate(world.truth, world.predictions[0], mode="corrected")


def shown(ax):
    texts = [text.get_text() for text in (*ax.texts, *ax.get_xticklabels(), *ax.get_yticklabels())]
    return ax.get_title(), texts, [line.get_xydata().tolist() for line in ax.lines]


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("plot", DRAWN, ids=lambda plot: plot.__name__)
def test_the_chart_of_a_result_is_that_of_its_diagnosis(plot, result):
    assert shown(plot(result)) == shown(plot(DRAWN[plot](result)))


def test_overlaps_that_were_not_evaluated_are_not_asked_for():
    box = {"boxes": [[0, 0, 50, 50]], "labels": ["cat"]}
    result = tb.evaluate([box], [{**box, "scores": [0.9]}], iou_thresholds=[0.7, 0.8], mode="corrected")
    points = plotting.plot_operating_points(result)
    assert points.get_xlabel() == "at IoU 0.7"
