"""The areas behind one IoU."""

from __future__ import annotations

import dataclasses
import random
import re
import subprocess
import sys

import numpy as np
import pytest

from truebox.boxes import Box
from truebox.errors import ArgumentError, InputError
from truebox.overlap import PairOverlap, pair_overlap


@pytest.mark.parametrize(
    ("a", "b", "box_format", "pixels", "expected"),
    [
        ((0, 0, 4, 4), (2, 2, 6, 6), "xyxy", "continuous", PairOverlap(4 / 28, 4, 28, 16, 16)),
        ((0, 0, 4, 4), (2, 2, 6, 6), "xyxy", "inclusive", PairOverlap(9 / 41, 9, 41, 25, 25)),
        ((0, 0, 4, 4), (2, 2, 4, 4), "xywh", "inclusive", PairOverlap(4 / 28, 4, 28, 16, 16)),
        ((2, 2, 4, 4), (4, 4, 4, 4), "cxcywh", "continuous", PairOverlap(4 / 28, 4, 28, 16, 16)),
        (
            (0, 0, 0.5, 0.5),
            (0.25, 0, 0.75, 0.5),
            "rel_yxyx",
            "continuous",
            PairOverlap(1 / 3, 1 / 8, 3 / 8, 1 / 4, 1 / 4),
        ),
        ((0, 0, 1, 1), (5, 5, 6, 6), "xyxy", "continuous", PairOverlap(0, 0, 2, 1, 1)),
    ],
)
def test_areas(a, b, box_format, pixels, expected):
    result = pair_overlap(a, b, box_format=box_format, pixels=pixels)
    assert dataclasses.astuple(result) == dataclasses.astuple(expected)


def _number(chance: random.Random) -> float:
    kinds = (
        chance.random() * 100,
        float(chance.randrange(-9, 9)),
        chance.gauss(0, 1e6),
        0.1 * chance.randrange(9),
    )
    return chance.choice(kinds)


@pytest.mark.parametrize("pixels", ["continuous", "inclusive"])
@pytest.mark.parametrize("seed", range(4))
def test_lists_are_answered_as_arrays_are(seed, pixels):
    chance, plain = random.Random(seed), 0
    for _ in range(500):
        a, b = ([_number(chance) for _ in range(4)] for _ in range(2))
        for box in (a, b):
            if chance.random() < 0.9:
                box[0], box[2] = sorted((box[0], box[2]))
                box[1], box[3] = sorted((box[1], box[3]))
        try:
            expected = pair_overlap(np.array(a), np.array(b), pixels=pixels)
        except InputError as refused:
            with pytest.raises(InputError, match=f"^{re.escape(str(refused))}$"):
                pair_overlap(a, b, pixels=pixels)
        else:
            assert repr(pair_overlap(a, b, pixels=pixels)) == repr(expected)
            plain += 1
    assert plain > 100


@pytest.mark.parametrize("value", [-0.0, 1e-200, 1e200, float("nan"), float("inf"), 5, True, "5"])
def test_what_is_not_plain_goes_the_general_way(value):
    answers = []
    for kind in (list, tuple):
        try:
            answers.append(repr(pair_overlap(kind([value, 0.0, 9.0, 9.0]), kind([0.0, 0.0, 9.0, 8.0]))))
        except (ArgumentError, InputError) as refused:
            answers.append(str(refused))
    assert answers[0] == answers[1]


def test_two_boxes_of_the_command_need_no_numpy():
    code = (
        "import sys\nbefore = set(sys.modules)\nfrom truebox.overlap import pair_overlap\n"
        "pair_overlap([0.0, 0.0, 4.0, 4.0], [2.0, 2.0, 6.0, 6.0])\n"
        "print('numpy' in set(sys.modules) - before)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_box_objects():
    assert pair_overlap(Box(0, 0, 4, 4), Box(2, 2, 6, 6)).union == 28.0


def test_bad_boxes_are_refused():
    with pytest.raises(InputError, match="E-191 box_a"):
        pair_overlap((4, 4, 0, 0), (0, 0, 1, 1))
