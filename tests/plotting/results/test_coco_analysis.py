"""COCO's nested analysis."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_coco_analysis

RECALL = [0.0, 0.5, 1.0]
STEPS = {"C75": [1.0, 0.4, 0.0], "C50": [1.0, 0.8, 0.2], "BG": [1.0, 0.9, None], "FN": [1.0, 1.0, 1.0]}


def test_lines_are_the_values_and_areas_lie_above_each_other():
    ax = plot_coco_analysis({"recall": RECALL, "precision": STEPS})
    for line, values in zip(ax.lines, STEPS.values(), strict=True):
        assert np.array_equal(line.get_ydata(), np.array(values, float), equal_nan=True)
    tops = [area.get_paths()[0].vertices[:, 1].max() for area in ax.collections]
    assert tops == sorted(tops)


def test_the_legend_runs_from_the_outermost_inwards():
    ax = plot_coco_analysis({"recall": RECALL, "precision": STEPS}, title="$cat$")
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert texts == ["[1.000] FN", "[.633] BG", "[.667] C50", "[.467] C75"]
    assert ax.get_title() == "$cat$"


class Breakdown:
    """What the plot reads of a `CocoBreakdown`: two classes, the second without truths; no groups."""

    areas, names, groups = ("all", "small"), ("cat", "dog"), None
    precision = np.full((7, 3, 2, 2), -1.0)
    precision[:, :, 0, 0] = np.array([[1, row / 7, 0] for row in range(1, 8)])


def test_a_breakdown():
    ax = plot_coco_analysis(Breakdown())
    assert ax.get_title() == "COCO analysis: all classes, all sizes"
    assert len(ax.lines) == 6  # without Sim, as the groups are unknown
    assert ax.lines[1].get_ydata().tolist() == pytest.approx([1, 2 / 7, 0])
    assert plot_coco_analysis(Breakdown(), category="cat").get_title() == "COCO analysis: cat, all sizes"


def test_a_breakdown_without_truths_is_empty():
    assert np.isnan(plot_coco_analysis(Breakdown(), area="small").lines[0].get_ydata()).all()


def test_an_unknown_class_or_size_is_refused():
    with pytest.raises(ArgumentError, match="area is 'huge'; analysed were all, small"):
        plot_coco_analysis(Breakdown(), area="huge")
    with pytest.raises(ArgumentError, match="category is 'bird'"):
        plot_coco_analysis(Breakdown(), category="bird")


def test_refused():
    with pytest.raises(ArgumentError, match="has none of the steps C75"):
        plot_coco_analysis({"recall": RECALL, "precision": {"other": RECALL}})
    with pytest.raises(ArgumentError, match=r"precision\['C50'\] has 1 values, recall has 3"):
        plot_coco_analysis({"recall": RECALL, "precision": {"C50": [1]}})


def test_a_diagnosis():
    box = {"boxes": [[0, 0, 50, 50]], "labels": ["cat"]}
    found = tb.diagnosis.coco_analysis(tb.evaluate([box], [{**box, "scores": [0.9]}]))
    lines = plot_coco_analysis(found, category="cat").lines
    assert all(np.allclose(line.get_ydata(), 1) for line in lines)
    assert len(lines[0].get_xdata()) == 101


def test_a_result_is_analysed():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    ax = plot_coco_analysis(tb.evaluate([box], [box | {"scores": [0.5]}]))
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "[1.00] C75" in texts or "[1.000] C75" in texts
