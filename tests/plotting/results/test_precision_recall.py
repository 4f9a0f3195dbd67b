"""Precision against recall."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_precision_recall


@pytest.fixture(scope="module")
def result():
    world = tb.generation.make_world(12, seed=3)
    with pytest.warns(tb.errors.TrueboxWarning):
        return tb.evaluate(world.truth, world.predictions[0])


def _labels(ax):
    return [line.get_label() for line in ax.lines]


def test_the_lines_are_the_means_of_the_table(result):
    ax = plot_precision_recall(result)
    table = result.precision[:, :, :, 0, -1]
    defined = (table > -1).all(axis=(0, 1))
    for line, rows in zip(ax.lines, (slice(0, 1), slice(5, 6), slice(None)), strict=True):
        assert np.allclose(line.get_ydata(), table[rows][:, :, defined].mean(axis=(0, 2)))
        assert np.array_equal(line.get_xdata(), result.parameters.recall_thresholds)


def test_the_legend_gives_the_ap_of_the_result(result):
    assert _labels(plot_precision_recall(result)) == [
        f"IoU 0.50: AP {result.metrics['AP50']:.3f}",
        f"IoU 0.75: AP {result.metrics['AP75']:.3f}",
        f"IoU 0.50 to 0.95: AP {result.metrics['AP']:.3f}",
    ]


def test_classes_by_id_and_by_name(result):
    first, second = result.per_class[:2]
    assert _labels(plot_precision_recall(result, classes=[first.id, second.name])) == [
        f"{each.name}: AP {each.metrics['AP50']:.3f}" for each in (first, second)
    ]


def test_other_thresholds_and_areas(result):
    ax = plot_precision_recall(result, iou_thresholds=[0.6, 0.9], area="large")
    assert [label[:8] for label in _labels(ax)] == ["IoU 0.60", "IoU 0.90"]


def test_many_classes_have_their_legend_beside_the_chart(result):
    ax = plot_precision_recall(result, classes=[each.id for each in result.per_class])
    ax.figure.draw_without_rendering()
    assert ax.get_legend().get_window_extent().x0 > ax.get_window_extent().x1


def test_without_truths_it_says_so():
    box = {"boxes": [[1, 1, 9, 9]], "labels": ["cat"]}
    empty = tb.evaluate(
        [box], [{**box, "scores": [0.5]}], area_ranges={"all": (0, 1e10), "huge": (1e9, 1e10)}
    )
    ax = plot_precision_recall(empty, area="huge")
    assert [text.get_text() for text in ax.texts] == ["n/a (no truths)"]
    assert _labels(ax)[0] == "IoU 0.50: n/a (no truths)"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"classes": ["unicorn"]}, "classes: 'unicorn' was not evaluated"),
        ({"iou_thresholds": [0.33]}, "iou_thresholds: 0.33 was not evaluated; 0.50, 0.55"),
        ({"area": "huge"}, "area is 'huge'; evaluated were all, small, medium, large"),
    ],
)
def test_refused(result, said, message):
    with pytest.raises(ArgumentError, match=message):
        plot_precision_recall(result, **said)


def test_an_area_is_read_as_the_protocol_reads_it():
    world = tb.generation.make_world(12, seed=3)
    with pytest.warns(tb.errors.TrueboxWarning):
        result = tb.evaluate(world.truth, world.predictions[0], protocol="voc")
    assert _labels(plot_precision_recall(result)) == [f"IoU 0.50: AP {result.metrics['AP']:.3f}"]
