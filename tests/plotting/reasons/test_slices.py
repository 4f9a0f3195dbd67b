"""Parts of the data beside the rest."""

from __future__ import annotations

import pytest

from truebox.diagnosis import Slice, Slices
from truebox.errors import ArgumentError
from truebox.plotting import plot_slices


def part(label: str, **values) -> Slice:
    return Slice(by="$size", label=label, images=3, truths=9, detections=9, **values)


def test_dots_lines_and_words():
    rows = (
        part("small", recall=0.25, elsewhere=0.75, p_value=0.001, worse=True),
        part("medium"),
        part("large", recall=0.8, elsewhere=0.6, p_value=0.2),
        part("every", recall=0.7),
    )
    ax = plot_slices(Slices(iou=0.5, score=0.4, rows=rows))
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        "$size: small",
        "$size: large",
        "$size: every",
    ]
    assert [line.get_xdata()[0] for line in ax.lines] == [0.25, 0.75, 0.8, 0.6, 0.7]
    assert [text.get_text() for text in ax.texts] == ["worse"]
    assert ax.get_xlabel() == "recall at IoU 0.5"


def test_nothing():
    assert plot_slices(Slices(iou=0.5, score=None, rows=())).texts[0].get_text() == "n/a (no truths)"


def test_refused():
    with pytest.raises(ArgumentError, match=r"truebox\.diagnosis\.slices"):
        plot_slices({"small": 0.3})
