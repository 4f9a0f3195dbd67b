"""The optimal LRP error."""

from __future__ import annotations

import pytest

from truebox.diagnosis import ClassLrp, Lrp
from truebox.errors import ArgumentError
from truebox.plotting import plot_lrp

ONE = ClassLrp(
    id=1, name="$cat", lrp=0.5, localisation=0.1, false_positive=0.2, false_negative=0.3, score=0.4
)
ALL = Lrp(iou=0.5, lrp=0.6, localisation=0.2, false_positive=0.3, false_negative=None, per_class=(ONE,))


def test_the_error_and_its_parts():
    ax = plot_lrp(ALL)
    assert [bar.get_width() for bar in ax.patches] == [0.6, 0.2, 0.3, 0.0]
    assert [text.get_text() for text in ax.texts] == ["0.600", "0.200", "0.300", "n/a"]
    assert ax.get_title() == "Optimal LRP, all classes"


def test_one_class():
    ax = plot_lrp(ALL, category="$cat")
    assert [bar.get_width() for bar in ax.patches] == [0.5, 0.1, 0.2, 0.3]
    assert ax.get_title() == "Optimal LRP, $cat"


def test_refused():
    with pytest.raises(ArgumentError, match=r"truebox\.diagnosis\.optimal_lrp"):
        plot_lrp(0.5)
    with pytest.raises(ArgumentError, match="category is 'dog'"):
        plot_lrp(ALL, category="dog")
