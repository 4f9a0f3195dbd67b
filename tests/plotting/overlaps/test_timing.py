"""Times of functions that agree."""

from __future__ import annotations

import time

import numpy as np
import pytest

import truebox as tb
from truebox.errors import ArgumentError
from truebox.plotting import plot_batch_size, time_iou


def by_hand(a, b):
    low, high = np.maximum(a[:, :2], b[:, :2]), np.minimum(a[:, 2:], b[:, 2:])
    shared = np.clip(high - low, 0, None).prod(axis=1)
    return shared / ((a[:, 2:] - a[:, :2]).prod(axis=1) + (b[:, 2:] - b[:, :2]).prod(axis=1) - shared)


def test_what_comes_out_is_plotted():
    seconds = time_iou({"truebox": tb.elementwise_iou, "by hand": by_hand}, counts=(1, 50), samples=2)
    assert {name: list(each) for name, each in seconds.items()} == {"truebox": [1, 50], "by hand": [1, 50]}
    assert all(value > 0 for each in seconds.values() for value in each.values())
    lines = plot_batch_size(seconds).lines
    assert [line.get_xdata().tolist() for line in lines] == [[1.0, 50.0]] * 2


def test_a_slow_function_takes_longer():
    def slow(a, b):
        time.sleep(0.01)
        return by_hand(a, b)

    seconds = time_iou({"slow": slow, "truebox": tb.elementwise_iou}, counts=(5,), samples=1)
    assert seconds["slow"][5] >= 0.01 > seconds["truebox"][5]


def test_tensors_are_answers_too():
    torch = pytest.importorskip("torch")
    seconds = time_iou(
        {"numpy": by_hand, "torch": lambda a, b: torch.from_numpy(by_hand(a, b))}, counts=(3,), samples=1
    )
    assert list(seconds["torch"]) == [3]


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ({}, "functions is empty"),
        ({"mine": tb.pairwise_iou}, r"functions\['mine'\] gives \[4, 4\] for 4 pairs; expected \[4\]"),
        ({"truebox": tb.elementwise_iou, "mine": lambda a, b: by_hand(a, b) + 0.1}, r"where 'truebox' gives"),
        ({"truebox": tb.elementwise_iou, "mine": lambda a, b: by_hand(a, b) * np.nan}, r"'mine'\] gives nan"),
        ({"mine": lambda a, b: ["much"] * 4}, "cannot be timed for 4 pairs"),
    ],
)
def test_what_is_wrong_is_not_timed(functions, message):
    with pytest.raises(ArgumentError, match=message):
        time_iou(functions, counts=(4,), samples=1)


@pytest.mark.parametrize(
    "wrong", [{"counts": (0,)}, {"samples": 0}, {"tolerance": float("nan")}, {"counts": (1.5,)}]
)
def test_numbers_that_cannot_be_taken(wrong):
    with pytest.raises(ArgumentError, match="expected"):
        time_iou({"truebox": tb.elementwise_iou}, **wrong)
