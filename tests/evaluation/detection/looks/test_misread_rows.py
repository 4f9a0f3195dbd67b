"""Boxes of a part that mean something else are named; of all, refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture(scope="module")
def made():
    return make_dataset(60, 4, seed=5)


def said(truth, found):
    return [each for each in tb.evaluate(truth, found).warnings if each.code == "W-316"]


def corners(boxes):
    return np.concatenate([boxes[:, :2], boxes[:, :2] + boxes[:, 2:]], axis=1)


def sizes(truth, found):
    listed = dict(zip(truth.images.ids.tolist(), truth.images.sizes.tolist(), strict=True))
    return np.array([listed[each] for each in found.image.tolist()], dtype=np.float64)


OTHERS = {
    "x_min, y_min, x_max, y_max": lambda boxes, sizes: corners(boxes),
    "x_center, y_center, width, height": lambda boxes, sizes: (
        boxes + np.concatenate([boxes[:, 2:] / 2, np.zeros_like(boxes[:, 2:])], axis=1)
    ),
    "x, y, width, height, fractions of the image": lambda boxes, sizes: boxes / np.tile(sizes, 2),
    "y_min, x_min, y_max, x_max": lambda boxes, sizes: corners(boxes)[:, [1, 0, 3, 2]],
}


@pytest.mark.parametrize("what", OTHERS)
def test_a_third_of_the_images(made, what):
    truth, found = made
    some = found.image.values % 3 == 0
    boxes = np.where(some[:, None], OTHERS[what](found.boxes, sizes(truth, found)), found.boxes)
    (finding,) = said(truth, replace(found, boxes=boxes))
    assert f"if their boxes were {what}: in " in finding.message
    assert all(some[row] for row in finding.rows)


def test_one_class_is_named(made):
    truth, found = made
    some = found.category.values == found.category.values[0]
    boxes = np.where(some[:, None], corners(found.boxes), found.boxes)
    (finding,) = said(truth, replace(found, boxes=boxes))
    name = dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True))[found.category[0]]
    assert f': of class "{name}", in ' in finding.message


def test_a_third_of_the_truth(made):
    truth, found = made
    some = truth.image.values % 3 == 0
    boxes = np.where(some[:, None], corners(truth.boxes), truth.boxes)
    (finding,) = said(replace(truth, boxes=boxes), found)
    assert f"if the boxes of {truth.source.name} were x_min, y_min, x_max, y_max" in finding.message


def test_all_are_refused_although_squares_stay_right(made):
    truth, found = made
    turned = replace(found, boxes=found.boxes[:, [0, 1, 3, 2]])
    with pytest.raises(InputError, match=r"E-470 .* if the boxes were x_min, y_min, height, width"):
        tb.evaluate(truth, turned)


def test_nothing_is_said_of_what_is_sound(made):
    truth, found = made
    assert said(truth, found) == []


@pytest.mark.parametrize("seed", range(4))
def test_boxes_anywhere_mean_nothing_else(made, seed):
    truth, found = made
    chance = np.random.default_rng(seed)
    some = chance.random(len(found)) < 0.5
    shuffled = chance.permutation(found.boxes)
    assert said(truth, replace(found, boxes=np.where(some[:, None], shuffled, found.boxes))) == []
