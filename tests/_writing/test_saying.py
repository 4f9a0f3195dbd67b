"""Values in messages."""

from __future__ import annotations

import math

import numpy as np
import pytest

from truebox._writing.saying import say, say_numbers


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"),
        (True, "true"),
        (1.5, "1.5"),
        (math.nan, "NaN"),
        (-math.inf, "-Infinity"),
        ([1, 2], "a list of 2"),
        ({"a": 1}, "an object {...}"),
        ("abc", '"abc"'),
        (7, "7"),
    ],
)
def test_values_are_said_as_in_json(value, words):
    assert say(value) == words


def test_long_text_is_cut():
    assert len(say("x" * 500)) == 41


def test_boxes_are_said_short():
    assert say_numbers(np.array([1.0, 2.5, 1 / 3, 1e30])) == "[1, 2.5, 0.333333, 1e+30]"
