"""Bars of TIDE."""

from __future__ import annotations

import pytest

import truebox as tb
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


SPLIT = {"loss": {key: ERRORS[key] for key in list(ERRORS)[:6]}, "special": {"FalsePos": 0.1}}


@pytest.mark.parametrize("given", [ERRORS, SPLIT, {"loss": ERRORS}])
def test_bars_are_the_values(given):
    ax = plot_errors(given)
    assert [float(bar.get_width()) for bar in ax.patches] == [value or 0.0 for value in ERRORS.values()]
    assert ax.texts[5].get_text() == "n/a"


def test_kinds_are_explained_and_unknown_ones_kept():
    labels = [
        label.get_text() for label in plot_errors({"Cls": 0.1, "class": 0.1, "$odd$": 0.2}).get_yticklabels()
    ]
    assert labels == ["wrong class", "wrong class", "$odd$"]


def test_a_diagnosis():
    truth = {"boxes": [[0, 0, 50, 50], [60, 60, 90, 90]], "labels": ["cat", "dog"]}
    wrong = {**truth, "labels": ["dog", "dog"], "scores": [0.9, 0.8]}
    found = tb.diagnosis.errors(tb.evaluate([truth], [wrong]))
    ax = plot_errors(found)
    assert [float(bar.get_width()) for bar in ax.patches] == [
        value or 0.0 for value in (*found.loss.values(), *found.special.values())
    ]


def test_nothing():
    assert plot_errors({}).texts[0].get_text() == "n/a (no errors are given)"


@pytest.mark.parametrize("given", [{"Cls": "much"}, {"Cls": [0.1]}])
def test_refused(given):
    with pytest.raises(ArgumentError, match=r"errors\['Cls'\] is .*; expected a number"):
        plot_errors(given)
