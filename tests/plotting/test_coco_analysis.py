"""COCO's nested analysis."""

from __future__ import annotations

import numpy as np
import pytest

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


def test_refused():
    with pytest.raises(ArgumentError, match="has none of the steps C75"):
        plot_coco_analysis({"recall": RECALL, "precision": {"other": RECALL}})
    with pytest.raises(ArgumentError, match=r"precision\['C50'\] has 1 values, recall has 3"):
        plot_coco_analysis({"recall": RECALL, "precision": {"C50": [1]}})
