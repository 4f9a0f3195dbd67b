"""Suspicion of the annotations."""

from __future__ import annotations

import pytest

from truebox.diagnosis import LabelErrors, Suspect
from truebox.errors import ArgumentError
from truebox.plotting import plot_label_errors


def made(kind, suspicion) -> Suspect:
    return Suspect(
        kind=kind, suspicion=suspicion, image_id=1, row=1, other_row=None, written="cat", proposed="dog",
        box=(0.0, 0.0, 9.0, 9.0), agreeing=1,
    )  # fmt: skip


def test_each_kind_stands_at_its_places():
    found = LabelErrors((made("class", 0.9), made("missing", 0.8), made("class", 0.3)), 1)
    ax = plot_label_errors(found)
    assert [line.get_xydata().tolist() for line in ax.lines] == [[[2, 0.8]], [[1, 0.9], [3, 0.3]]]
    assert [text.get_text() for text in ax.get_legend().get_texts()] == [
        "missing annotation (1)",
        "wrong class (2)",
    ]
    assert ax.get_title() == "3 suspicious places"


def test_nothing():
    assert plot_label_errors(LabelErrors((), 1)).texts[0].get_text() == "n/a (no suspects)"


def test_refused():
    with pytest.raises(ArgumentError, match=r"truebox\.diagnosis\.label_errors"):
        plot_label_errors([0.9])
