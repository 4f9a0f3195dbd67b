"""Bars with names and numbers."""

from __future__ import annotations

from truebox.plotting.parts.axes import as_axes
from truebox.plotting.parts.bars import draw_bars


def test_bars_from_top_to_bottom():
    ax = as_axes(None)
    draw_bars(ax, ["a", "b", "c"], [0.2, None, 0.4])
    assert [float(bar.get_width()) for bar in ax.patches] == [0.2, 0.0, 0.4]
    assert [text.get_text() for text in ax.texts] == ["0.200", "n/a", "0.400"]
    assert ax.get_ylim()[0] > ax.get_ylim()[1]
    assert ax.get_xlim()[1] > 0.4


def test_bars_differ_in_hatch():
    ax = as_axes(None)
    draw_bars(ax, list("abcdef"), [1.0] * 6)
    assert len({bar.get_hatch() for bar in ax.patches}) == 6


def test_negative_and_all_zero_bars_are_seen():
    ax = as_axes(None)
    draw_bars(ax, ["a", "b"], [-0.2, 0.1])
    assert ax.get_xlim()[0] < -0.2
    ax = as_axes(None)
    draw_bars(ax, ["a"], [0.0])
    assert ax.get_xlim() == (0, 1)
