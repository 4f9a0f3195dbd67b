"""valor (Striveworks), main at e25cd0f, ``tests/object_detection``: overlap and AP, as facts."""

from __future__ import annotations

from math import cos, radians, sin

import numpy as np
import pytest

import truebox as tb
from truebox.overlap import elementwise_iou, elementwise_polygon_iou, pairwise_mask_iou

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_overlap():
    one = [0, 0, 10, 10]
    others = [one, [5, 0, 10, 10], [0, 5, 5, 10], [5, 0, 15, 10], [0, 0, 15, 10]]
    assert elementwise_iou([one] * 5, others) == pytest.approx(
        np.array([1, 0.5, 0.25, 1 / 3, 2 / 3]), abs=1e-15
    )


def test_masks():
    full, left, right = np.ones((10, 10), bool), np.zeros((10, 10), bool), np.zeros((10, 10), bool)
    left[:5, :5] = right[5:, 5:] = True
    true = np.array([full, full, left, right, left | right, np.eye(10, dtype=bool)])
    found = np.array([full, left, right, left | right, full, full])
    assert np.diag(pairwise_mask_iou(true, found)).tolist() == [1, 0.25, 0, 0.5, 0.5, 0.1]


def turned(corners, degrees, about):
    """The corners of a square turned about its own middle, as theirs are."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return [
        (
            about[0] + (x - about[0]) * c - (y - about[1]) * s,
            about[1] + (x - about[0]) * s + (y - about[1]) * c,
        )
        for x, y in corners
    ]


@pytest.mark.parametrize(
    ("low", "side", "shift", "angles", "published"),
    [
        (
            *((1, 1), 5, 2, [30, 60, 90, 112, 157, 249, 312]),
            [0.2401, 0.2401, 0.2195, 0.2295, 0.2306, 0.2285, 0.2676],
        ),
        (
            *((12, 15), 33, 10, [7, 24, 40, 65, 84, 107, 120, 143, 167]),
            [0.3224, 0.3403, 0.3809, 0.3421, 0.3219, 0.3303, 0.3523, 0.3711, 0.3263],
        ),
    ],
)
def test_turned_squares(low, side, shift, angles, published):
    x, y = low
    square = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
    middle = (x + side / 2, y + side / 2)
    a = [turned(square, angle, middle) for angle in angles]
    b = [[(px + shift, py + shift) for px, py in each] for each in a]
    assert elementwise_polygon_iou(a, b).round(4).tolist() == published


BOX, FAR = [10, 10, 20, 20], [100, 100, 110, 200]


def per_class(true, found):
    """Each image: boxes with their label; found ones with a score."""
    truth = [
        {"boxes": np.reshape([row[0] for row in rows], (-1, 4)), "labels": [row[1] for row in rows]}
        for rows in true
    ]
    results = [
        {
            "boxes": np.reshape([row[0] for row in rows], (-1, 4)),
            "labels": [row[1] for row in rows],
            "scores": [row[2] for row in rows],
        }
        for rows in found
    ]
    result = tb.evaluate(truth, results, iou_thresholds=[0.5], fit_test=False)
    return {each.name: each.metrics["AP"] for each in result.per_class}


@pytest.mark.parametrize(
    ("true", "found", "published"),
    [
        ([[(BOX, "v")]], [[(BOX, "v", 0.8), (FAR, "v", 0.7)]], {"v": 1}),
        ([[(BOX, "v")]], [[(BOX, "v", 0.8), (FAR, "v", 0.9)]], {"v": 0.5}),
        ([[(BOX, "v")], []], [[(BOX, "v", 0.8)], [(BOX, "v", 0.7)]], {"v": 1}),
        ([[(BOX, "v")], []], [[(BOX, "v", 0.8)], [(BOX, "v", 0.9)]], {"v": 0.5}),
        ([[(BOX, "v")], [(BOX, "w")]], [[(BOX, "v", 0.8)], [(BOX, "v", 0.7)]], {"v": 1, "w": 0}),
        ([[(BOX, "v")], [(BOX, "w")]], [[(BOX, "v", 0.8)], [(BOX, "v", 0.9)]], {"v": 0.5, "w": 0}),
        (
            [[([10, 10, 60, 40], "v")], [([15, 0, 70, 20], "v")]],
            [[([10, 10, 60, 40], "v", 0.3)], []],
            {"v": 51 / 101},
        ),
    ],
)
def test_average_precision(true, found, published):
    assert per_class(true, found) == pytest.approx(published, abs=1e-15)


def test_a_class_without_truth_is_no_part_of_the_mean():
    """`label4` has a detection and no object: AP 0, mAP 2/4 there; undefined, 2/3 here, as in pycocotools."""
    first, third = [10, 10, 60, 40], [87, 10, 158, 820]
    true = [[(first, f"label{k}") for k in (1, 2, 3)]]
    scores = (0.3, 0.93, 0.92, 0.94)
    found = [[(first if k < 3 else third, f"label{k}", scores[k - 1]) for k in (1, 2, 3, 4)]]
    aps = per_class(true, found)
    assert aps == pytest.approx({"label1": 1, "label2": 1, "label3": 0, "label4": None}, abs=1e-15)
    assert sum(each or 0 for each in aps.values()) / 4 == pytest.approx(0.5)  # theirs
