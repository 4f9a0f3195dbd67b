"""The confusion matrix."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_confusion_matrix
from truebox.report.page.side import Side

COUNTS = [[8, 1, 2], [0, 5, 1], [3, 0, 0]]
NAMES = ["cat", "dog"]


def _cells(ax):
    return {tuple(map(int, text.get_position())): text.get_text() for text in ax.texts}


def test_counts_stand_in_their_cells():
    ax = plot_confusion_matrix(COUNTS, NAMES)
    # (column, row): predicted across, true down; empty cells stay empty.
    assert _cells(ax) == {(0, 0): "8", (1, 0): "1", (2, 0): "2", (1, 1): "5", (2, 1): "1", (0, 2): "3"}
    assert ax.images[0].get_array().tolist() == COUNTS
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("predicted", "true")


@pytest.mark.parametrize(("how", "axis"), [("truth", 1), ("prediction", 0)])
def test_normalised(how, axis):
    counts = np.array(COUNTS, float)
    ax = plot_confusion_matrix(COUNTS, NAMES, normalise=how)
    assert np.allclose(ax.images[0].get_array(), counts / counts.sum(axis=axis, keepdims=True))
    assert ax.get_title() == f"Confusion, share of {how}s"


def test_classes_without_truths_stay_empty():
    ax = plot_confusion_matrix([[0, 0], [0, 0]], ["cat"], normalise="truth")
    assert np.ma.getmaskarray(ax.images[0].get_array()).all() or np.isnan(ax.images[0].get_array()).all()
    assert _cells(ax) == {}


def test_a_document():
    assert _cells(plot_confusion_matrix({"counts": COUNTS, "names": [*NAMES, "background"]}))[0, 0] == "8"


def test_a_diagnosis():
    box = {"boxes": [[0, 0, 50, 50]], "labels": ["cat"]}
    result = tb.evaluate([box], [{**box, "scores": [0.9]}])
    ax = plot_confusion_matrix(tb.diagnosis.confusion_matrix(result))
    assert _cells(ax) == {(0, 0): "1"}
    assert [label.get_text() for label in ax.get_yticklabels()] == ["cat", "background"]


def test_attacking_names_are_literal():
    names = ["$x^2$", "_hidden", "<script>", "a\nb"]
    ax = plot_confusion_matrix(np.eye(5), names)
    ax.figure.draw_without_rendering()
    shown = [label.get_text() for label in ax.get_yticklabels()]
    assert shown == ["$x^2$", "_hidden", "<script>", "a\\x0ab", "background"]


@pytest.mark.parametrize("classes", [2, 8, 9, 30])
def test_labels_stay_in_the_figure(classes):
    names = [*(f"a rather long name {row}" for row in range(classes)), "background"]
    matrix = {"counts": np.eye(classes + 1), "names": names, "iou": 0.5, "score": 0.431}
    ax = plot_confusion_matrix(matrix, normalise="prediction")
    ax.figure.draw_without_rendering()
    whole = ax.figure.bbox
    for text in (*ax.get_xticklabels(), *ax.get_yticklabels(), ax.xaxis.label, ax.yaxis.label, ax.title):
        box = text.get_window_extent()
        assert whole.x0 - 1 <= box.x0
        assert box.x1 <= whole.x1 + 1
        assert whole.y0 - 1 <= box.y0
        assert box.y1 <= whole.y1 + 1


def test_many_classes_are_named_in_part():
    ax = plot_confusion_matrix(np.eye(201), [f"class {row}" for row in range(200)])
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert len(labels) <= 46
    assert (labels[0], labels[-1]) == ("class 0", "background")
    assert _cells(ax) == {}


@pytest.mark.parametrize(
    ("matrix", "names", "message"),
    [
        ([[1, 2]], ["a"], r"shape .1, 2.; expected .2, 2. for 1 classes and the background"),
        (COUNTS, ["a"], r"shape .3, 3.; expected .2, 2."),
        (COUNTS, None, "matrix is a list; expected a mapping"),
    ],
)
def test_refused(matrix, names, message):
    with pytest.raises(ArgumentError, match=message):
        plot_confusion_matrix(matrix, names)


def test_another_normalisation_is_refused():
    with pytest.raises(ArgumentError, match="normalise is 'all'"):
        plot_confusion_matrix(COUNTS, NAMES, normalise="all")


def test_a_result_is_cut_where_the_report_page_opens():
    truth = {"boxes": [[0, 0, 50, 50], [60, 60, 90, 90]], "labels": ["cat", "dog"]}
    found = {
        "boxes": [[0, 0, 50, 50], [60, 60, 90, 90], [200, 200, 240, 240]],
        "labels": ["cat", "dog", "dog"],
        "scores": [0.9, 0.625, 0.3],
    }
    result = tb.evaluate([truth], [found], mode="corrected")
    ax = plot_confusion_matrix(result)
    # From 0.625 up everything is right; the false alarm at 0.3 is below.
    assert _cells(ax) == {(0, 0): "1", (1, 1): "1"}
    assert ax.get_title() == "Confusion\nIoU 0.5, score from 0.625"
    assert Side.of(result).cut == 0.625


def test_a_matrix_says_where_it_was_cut_and_counts_alone_do_not():
    box = {"boxes": [[0, 0, 50, 50]], "labels": ["cat"]}
    matrix = tb.diagnosis.confusion_matrix(tb.evaluate([box], [{**box, "scores": [0.9]}]), 0.75, 0.1)
    assert plot_confusion_matrix(matrix).get_title() == "Confusion\nIoU 0.75, score from 0.1"
    assert plot_confusion_matrix(COUNTS, NAMES).get_title() == "Confusion"


def test_another_overlap_is_that_of_the_evaluation():
    box = {"boxes": [[0, 0, 50, 50]], "labels": ["cat"]}
    result = tb.evaluate([box], [{**box, "scores": [0.9]}], iou_thresholds=[0.7, 0.8], mode="corrected")
    assert plot_confusion_matrix(result).get_title() == "Confusion\nIoU 0.7, score from 0.9"


def test_without_a_best_score_all_detections_count():
    box = {"boxes": [[0, 0, 50, 50]], "labels": ["cat"]}
    apart = {"boxes": [[60, 60, 90, 90]], "labels": ["cat"], "scores": [0.9]}
    result = tb.evaluate([box], [apart], mode="corrected", fit_test=False)
    assert _cells(plot_confusion_matrix(result)) == {(1, 0): "1", (0, 1): "1"}
