"""Boxes in pairs under other readings."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.fitting import fit_of_pairs

DRAW = np.random.default_rng(3)
TRUE = np.concatenate([DRAW.uniform(50, 400, (80, 2)), DRAW.uniform([20, 60], [40, 120], (80, 2))], axis=1)
FOUND = TRUE * (1 + DRAW.normal(0, 0.01, TRUE.shape))
UNKNOWN = np.zeros((80, 2))


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("x_min, y_min, x_max, y_max", np.concatenate([FOUND[:, :2], FOUND[:, :2] + FOUND[:, 2:]], axis=1)),
        (
            "x_center, y_center, width, height",
            FOUND + np.concatenate([FOUND[:, 2:] / 2, 0 * FOUND[:, 2:]], axis=1),
        ),
        ("y_min, x_min, height, width", FOUND[:, [1, 0, 3, 2]]),
        ("x_min, y_min, height, width", FOUND[:, [0, 1, 3, 2]]),
        ("y_min, x_min, width, height", FOUND[:, [1, 0, 2, 3]]),
        ("of pictures 0.5 times as large", FOUND / 2),
        ("moved by", FOUND + np.array([60, -40, 0, 0])),
    ],
)
def test_readings(what, found):
    fit = fit_of_pairs(TRUE, found, UNKNOWN)
    assert fit.better.startswith(what)
    assert fit.better_share > 0.95


def test_fractions_need_sizes():
    sizes = np.tile([640.0, 480.0], (80, 1))
    fit = fit_of_pairs(TRUE, FOUND / np.tile(sizes, 2), sizes)
    assert fit.better == "x, y, width, height, fractions of the image"


def test_good_and_bad_boxes_have_none():
    assert fit_of_pairs(TRUE, FOUND, UNKNOWN).better == ""
    wild = TRUE + DRAW.normal(0, 25, TRUE.shape)
    assert fit_of_pairs(TRUE, wild, UNKNOWN).better == ""
    assert fit_of_pairs(TRUE[:0], FOUND[:0], UNKNOWN[:0]).sampled == 0
