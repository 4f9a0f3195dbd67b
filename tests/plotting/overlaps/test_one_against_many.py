"""The plot of one box and many."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_one_against_many

ONE = (50, 50, 150, 150)
MANY = [(51, 51, 151, 151), (100, 100, 200, 200), (150, 50, 250, 150)]


def _texts(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def test_every_box_with_its_iou():
    ax = plot_one_against_many(ONE, MANY)
    assert [patch.get_bbox().extents.tolist() for patch in ax.patches] == [list(ONE), *map(list, MANY)]
    values = tb.pairwise_iou(MANY, [ONE])[:, 0]
    assert _texts(ax) == [
        "reference",
        *(f"{row}: IoU {value:.4f}" for row, value in enumerate(values, start=1)),
    ]


def test_lines_differ():
    ax = plot_one_against_many(ONE, MANY)
    assert len({str(patch.get_linestyle()) for patch in ax.patches[1:]}) == 3


def test_names():
    ax = plot_one_against_many(ONE, MANY, labels=["$a$", "_b", "猫" * 0 + "c"])
    assert _texts(ax)[1:3] == ["$a$: IoU 0.9610", "_b: IoU 0.1429"]


def test_boxes_of_every_kind():
    assert len(plot_one_against_many(tb.Box(*ONE), [tb.Box(*box) for box in MANY]).patches) == 4
    assert len(plot_one_against_many(ONE, np.array(MANY)).patches) == 4
    assert len(plot_one_against_many(ONE, MANY[0]).patches) == 2


def test_refused():
    with pytest.raises(ArgumentError, match="labels has 1 entries, but there are 3 boxes"):
        plot_one_against_many(ONE, MANY, labels=["a"])
