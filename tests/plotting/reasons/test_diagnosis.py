"""A part of a whole diagnosis."""

from __future__ import annotations

import warnings
from dataclasses import replace

import pytest
from diagnosed_results import made_result

from truebox.diagnosis import diagnose
from truebox.errors import ArgumentError, TrueboxWarning
from truebox.plotting import plot_diagnosis


@pytest.fixture(scope="module")
def found():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TrueboxWarning)
        return diagnose(made_result(), replicates=100)


@pytest.mark.parametrize(
    ("part", "title"),
    [
        (None, "AP lost to each kind of error"),
        ("result", "Precision and recall"),
        ("points", "Cut at: best F1"),
    ],
)
def test_parts(found, part, title):
    assert plot_diagnosis(found, part=part).get_title() == title


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_result_is_diagnosed(found):
    assert (
        plot_diagnosis(made_result(), part="curves").get_title()
        == plot_diagnosis(found, part="curves").get_title()
    )


def test_options_reach_the_part(found):
    assert len(plot_diagnosis(found, part="points", most=1).get_yticklabels()) == 2


def test_without_errors_the_curves_are_plotted(found):
    without = replace(found, errors=None, skipped={"errors": "it has masks"})
    assert plot_diagnosis(without).get_xlabel() == "confidence threshold"
    with pytest.raises(ArgumentError, match=r"there are no errors \(it has masks\)"):
        plot_diagnosis(without, part="errors")


def test_refused(found):
    with pytest.raises(ArgumentError, match="part is 'words'; expected one of errors, curves"):
        plot_diagnosis(found, part="words")
    with pytest.raises(ArgumentError, match=r"truebox\.diagnosis\.diagnose"):
        plot_diagnosis({"errors": None})
