"""Bars of TIDE."""

from __future__ import annotations

import pytest

from truebox.errors import ArgumentError
from truebox.plotting import plot_errors

ERRORS = {
    "Cls": 0.034,
    "Loc": 0.067,
    "Both": 0.012,
    "Dupe": 0.002,
    "Bkg": 0.04,
    "Miss": None,
    "FalsePos": 0.1,
}


@pytest.mark.parametrize("given", [ERRORS, {"delta_ap": ERRORS}])
def test_bars_are_the_values(given):
    ax = plot_errors(given)
    assert [float(bar.get_width()) for bar in ax.patches] == [value or 0.0 for value in ERRORS.values()]
    assert ax.texts[5].get_text() == "n/a"


def test_kinds_are_explained_and_unknown_ones_kept():
    labels = [label.get_text() for label in plot_errors({"Cls": 0.1, "$odd$": 0.2}).get_yticklabels()]
    assert labels == ["wrong class (Cls)", "$odd$"]


def test_nothing():
    assert plot_errors({}).texts[0].get_text() == "n/a (no errors are given)"


@pytest.mark.parametrize("given", [{"Cls": "much"}, {"Cls": [0.1]}])
def test_refused(given):
    with pytest.raises(ArgumentError, match=r"errors\['Cls'\] is .*; expected a number"):
        plot_errors(given)
