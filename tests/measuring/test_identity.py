"""Nothing is timed when our numbers are not the reference's; another tool's difference is shown."""

from __future__ import annotations

import json

import numpy as np
import pytest

from benchmarks import whole_process
from benchmarks.answer import Answer
from benchmarks.call import Call, judge
from benchmarks.overlap_data import exact_elementwise, exact_pairwise, grid_boxes
from benchmarks.processes import Program, python

_RIGHT = [0.5] * 12


def _program(tool: str, numbers: list[float]) -> Program:
    return Program(tool, python(f"print({json.dumps(json.dumps(numbers))})"))


def test_our_own_difference_stops_the_run():
    ours = _program(whole_process.FUNCTION, [0.5] * 11 + [0.5000000000000001])
    with pytest.raises(whole_process.NotIdenticalError, match=r"differs by 1\.1e-16"):
        whole_process._check(Answer("a", "b", "c"), [ours, _program("reference", _RIGHT)], "reference", 0.0)


def test_a_difference_of_another_tool_is_shown_and_a_failure_is_listed():
    answer = Answer("a", "b", "c")
    broken = Program("broken", python("raise SystemExit('out of order')"))
    programs = [_program("reference", _RIGHT), _program("near", [0.25] * 12), broken]
    verdicts, _ = whole_process._check(answer, programs, "reference", 0.0)
    assert verdicts == {"reference": "identical", "near": "differs by 2.5e-01"}
    assert answer.skipped == [("broken", "did not run: out of order")]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_areas_on_the_grid_are_exact_in_the_type_of_the_boxes(dtype):
    boxes = grid_boxes(500, dtype, seed=3)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    exact = (boxes[:, 2:] - boxes[:, :2]).astype(np.float64).prod(axis=1)
    assert boxes.dtype == np.dtype(dtype)
    assert np.array_equal(areas.astype(np.float64), exact)


def test_exact_answers_know_both_pixel_conventions():
    a, b = np.array([[0.0, 0.0, 9.0, 9.0]]), np.array([[5.0, 0.0, 14.0, 9.0]])
    answers = exact_pairwise(a, b)
    assert answers["continuous"][0, 0] == 36 / (81 + 81 - 36)
    assert answers["inclusive"][0, 0] == 50 / (100 + 100 - 50)
    assert exact_elementwise(a, b)["continuous"][0] == 36 / (81 + 81 - 36)


def test_a_wrong_bit_and_a_wrong_shape_are_noticed():
    truth = {"continuous": np.array([[0.5, 0.25]])}
    assert judge(Call(lambda: np.array([[0.5, 0.25]])), truth) == "identical"
    assert judge(Call(lambda: np.array([[0.5, np.nextafter(0.25, 1)]])), truth) == "differs by 5.6e-17"
    assert judge(Call(lambda: np.array([0.5, 0.25])), truth) == "differs: shape (2,)"
    assert judge(Call(lambda: np.array([[0.5, 0.75]]), expected=lambda iou: 1 - iou), truth) == "identical"
