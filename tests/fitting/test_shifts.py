"""A step, a scale, or both that all boxes have in common."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.fitting import CommonShift, common_shift
from truebox.fitting.shifts import middle_of_columns
from truebox.generation import make_dataset


@pytest.fixture(scope="module")
def made():
    truth, found = make_dataset(60, 5, seed=4)
    return truth, replace(found, boxes=found.boxes)


def test_what_fits_has_no_shift(made):
    assert common_shift(*made) is None


@pytest.mark.parametrize("step", [(14.0, 0.0), (0.0, -12.0)])
def test_a_step_is_undone(made, step):
    truth, found = made
    moved = replace(truth, boxes=truth.boxes + np.array([*step, 0, 0]))
    seen = common_shift(moved, replace(found, boxes=found.boxes))
    assert seen is not None
    assert seen.step == pytest.approx(step, abs=2)


def test_boxes_are_moved_then_scaled_about_their_middles():
    boxes = np.array([[10.0, 20, 8, 4]])
    assert CommonShift((2.0, -1.0), (0.5, 2.0)).of(boxes).tolist() == [[14, 17, 4, 8]]
    assert CommonShift((0.0, 0.0), (1.0, 1.0)).what == ""


@pytest.mark.parametrize("count", [1, 2, 7, 8])
def test_the_middle_of_each_column_is_its_median(count):
    values = np.random.default_rng(count).normal(size=(count, 2))
    assert middle_of_columns(values).tolist() == np.median(values, axis=0).tolist()
