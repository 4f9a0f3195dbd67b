"""Outcomes straight from the state."""

from __future__ import annotations

import numpy as np
import pytest
from diagnosed_results import made_result

from truebox.diagnosis.causes.outcomes import (
    area_place,
    classes_of,
    outcome_at,
    threshold_place,
    truths_per_class,
)
from truebox.errors import ArgumentError


@pytest.mark.parametrize("area", [None, "small", "large"])
@pytest.mark.parametrize("iou", [0.5, 0.75, 0.95])
def test_they_are_those_of_the_match_table(iou, area):
    result = made_result()
    place = threshold_place(result.parameters, iou)
    assert outcome_at(result, iou, area).tolist() == result.matches.outcome(area)[:, place].tolist()


def test_more_bits_than_one_word():
    result = made_result(iou_thresholds=tuple(np.linspace(0.3, 0.95, 40)))
    last = float(result.parameters.iou_thresholds[-1])
    assert outcome_at(result, last, "large").tolist() == result.matches.outcome("large")[:, -1].tolist()


def test_truths_are_counted_by_class():
    result = made_result()
    assert truths_per_class(result).tolist() == [each.truths for each in result.per_class]
    assert truths_per_class(result, "small").sum() < truths_per_class(result).sum()


def test_classes_and_none_of_them():
    assert [name for _, name in classes_of(made_result())] == [each.name for each in made_result().per_class]
    assert classes_of(made_result(class_agnostic=True)) == [(None, "all classes")]


def test_what_was_not_evaluated_is_refused():
    parameters = made_result().parameters
    with pytest.raises(ArgumentError, match=r"iou: 0\.52 was not evaluated. Fix: pass one of 0\.5, 0\.55"):
        threshold_place(parameters, 0.52)
    with pytest.raises(ArgumentError, match="area: 'tiny' is unknown"):
        area_place(parameters, "tiny")
    assert area_place(parameters, None) == 0
