"""Curves of trackers of one object, best first."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.evaluation import evaluate_single_object
from truebox.plotting import plot_success

TRUE = [[10, 10, 20, 40], [12, 10, 20, 40], [14, 10, 20, 40], [16, 10, 20, 40]]
FOUND = [[10, 10, 20, 40], [12, 10, 20, 40], [19, 10, 20, 40], [90, 10, 20, 40]]


def test_best_first():
    results = {
        name: evaluate_single_object(TRUE, found, rules="lasot")
        for name, found in (("poor", FOUND), ("good", TRUE))
    }
    assert [line.get_label() for line in plot_success(results).lines] == ["good 0.952", "poor 0.619"]
    ax = plot_success(results, curve="precision")
    assert [line.get_label() for line in ax.lines] == ["good 1.000", "poor 0.750"]
    assert ax.get_xlim() == (0, 50)
    assert len(plot_success(list(results.values()), curve="normalized_precision").lines) == 2


def test_what_has_no_curve():
    result = evaluate_single_object(TRUE, FOUND, rules="got10k", resolution=(99, 99))
    with pytest.raises(ArgumentError, match="no curve of precision"):
        plot_success(result, curve="precision")
    with pytest.raises(ArgumentError, match="curve: 'x' is unknown"):
        plot_success(result, curve="x")
    with pytest.raises(ArgumentError, match="there are none"):
        plot_success([])


def test_a_result_of_detections_has_no_such_curve():
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    result = tb.evaluate([box], [box | {"scores": [0.5]}])
    with pytest.raises(ArgumentError, match="has no curve of success"):
        plot_success(result)
