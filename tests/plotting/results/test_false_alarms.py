"""Curves against false positives an image."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError

pytest.importorskip("matplotlib", reason="draws charts")

TRUTH = [{"boxes": [[0, 0, 40, 90]], "labels": ["person"]}, {"boxes": [[0, 0, 40, 90]], "labels": ["person"]}]
FOUND = [
    {"boxes": [[0, 0, 40, 90]], "labels": ["person"], "scores": [0.9]},
    {"boxes": [[200, 0, 240, 90], [0, 0, 40, 90]], "labels": ["person"] * 2, "scores": [0.8, 0.7]},
]


def a_result():
    return tb.evaluate(TRUTH, FOUND, protocol="voc", mode="corrected")


def test_sensitivity_steps_up_at_its_false_positives() -> None:
    (line,) = tb.plotting.plot_froc(a_result()).lines
    alarms, found = (np.asarray(values, dtype=float) for values in line.get_data())
    assert found[alarms < 0.49].tolist() == [0.5] * int((alarms < 0.49).sum())
    assert set(found[alarms > 0.51].tolist()) == {1.0}


def test_misses_are_what_is_not_found() -> None:
    (line,) = tb.plotting.plot_miss_rate(a_result()).lines
    alarms, missed = (np.asarray(values, dtype=float) for values in line.get_data())
    assert set(missed[alarms < 0.49].tolist()) == {0.5}
    assert set(missed[alarms > 0.51].tolist()) == {0.001}  # nothing: a logarithm has no 0


def test_sets_have_a_line_each_and_unknown_ones_are_refused() -> None:
    result = a_result()
    with pytest.raises(ArgumentError, match="area is 'Small'; evaluated were all"):
        tb.plotting.plot_froc(result, area="Small")


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_a_legend_says_the_number_that_a_line_is_read_to() -> None:
    for protocol, plot in (("citypersons", tb.plotting.plot_miss_rate), ("froc", tb.plotting.plot_froc)):
        result = tb.evaluate(TRUTH, FOUND, protocol=protocol)
        shown = plot(result).get_legend()
        assert shown is not None
        texts = [text.get_text() for text in shown.get_texts()]
        key, said = {"citypersons": ("MR", "Reasonable: MR"), "froc": ("FROC", "FROC")}[protocol]
        assert texts[0] == f"{said} {result.metrics[key]:.3f}"


def test_without_truth_it_says_so() -> None:
    empty = [{"boxes": [], "labels": []}]
    with pytest.warns(tb.errors.TrueboxWarning, match="W-303|W-312"):
        result = tb.evaluate(empty, [{"boxes": [], "labels": [], "scores": []}], mode="corrected")
    ax = tb.plotting.plot_froc(result)
    assert not ax.lines
    assert "no truths" in " ".join(text.get_text() for text in ax.texts)
