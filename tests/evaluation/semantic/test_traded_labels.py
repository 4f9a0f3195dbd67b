"""Labels that have the pixels of other classes are named, with what the mean IoU would be."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PIL import Image

from truebox.evaluation.semantic.confusion import LabelConfusion
from truebox.evaluation.semantic.evaluating import semantic_result
from truebox.evaluation.semantic.traded_labels import likeliest_labels, traded_labels

NAMES = tuple(f"class{k}" for k in range(8))


def confusion(seed=0, right=0.8, order=None):
    """Pixels of which so many have the right label; predicted labels in another order."""
    chance = np.random.default_rng(seed)
    matrix = np.zeros((8, 8), dtype=np.int64)
    for true, pixels in enumerate(chance.integers(500, 90_000, 8).tolist()):
        others = chance.multinomial(round((1 - right) * pixels), chance.dirichlet(np.ones(8)))
        matrix[true] += others
        matrix[true, true] += pixels - others.sum()
    return LabelConfusion(matrix if order is None else matrix[:, order], NAMES)


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("right", [0.9, 0.6])
def test_labels_that_are_off_by_one(step, right):
    honest = confusion(right=right)
    moved = confusion(right=right, order=np.roll(np.arange(8), step))
    found = traded_labels(moved)
    better, given = map(float, re.findall(r"would be ([.\d]+) instead of ([.\d]+)", found.message)[0])
    assert given == pytest.approx(moved.mean_iou, abs=1e-4)
    assert better == pytest.approx(honest.mean_iou, abs=1e-4) or found.count < 8


def test_two_classes_that_traded_places():
    found = traded_labels(confusion(right=0.99, order=[0, 1, 5, 3, 4, 2, 6, 7]))
    assert (found.code, found.count) == ("W-322", 2)
    assert "2 (class2) on 5 (class5), 5 (class5) on 2 (class2)" in found.message.replace('"', "")


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("right", [0.95, 0.7, 0.4, 0.2])
def test_of_labels_in_their_places_nothing_is_said(seed, right):
    assert traded_labels(confusion(seed, right)) is None


def test_of_one_class_or_no_pixel_nothing_is_said():
    assert traded_labels(LabelConfusion(np.array([[5]]), ("road",))) is None
    assert traded_labels(LabelConfusion(np.zeros((8, 8), dtype=np.int64), NAMES)) is None


def in_images(*images):
    """What is said of images whose pixels are given as {(true, predicted): pixels}, in 8 classes."""
    ones = []
    for pixels in images:
        matrix = np.zeros((8, 8), dtype=np.int64)
        for place, count in pixels.items():
            matrix[place] = count
        ones.append(LabelConfusion(matrix, NAMES))
    return traded_labels(sum(ones[1:], ones[0]), np.array([likeliest_labels(one) for one in ones]))


WELL = {(k, k): 900 for k in range(5)}


def test_a_rare_class_mistaken_in_one_image_is_no_other_numbering():
    assert in_images(WELL | {(6, 7): 80}, WELL, WELL, WELL) is None
    assert in_images(WELL | {(6, 7): 80}, WELL | {(6, 7): 80}, WELL | {(6, 0): 20}) is None


def test_a_class_mistaken_in_image_after_image_is():
    assert in_images(*[WELL | {(6, 7): 80}] * 3).count == 1
    assert in_images(*[WELL | {(6, 7): 80}] * 2, WELL).count == 1  # in all images with the class
    assert in_images(*[WELL | {(6, 7): 80, (6, 0): 90}] * 3, WELL | {(6, 7): 9000}) is None


def test_one_image_is_enough_where_labels_trade_places_or_half_are_moved():
    assert in_images(WELL | {(6, 7): 80, (7, 6): 90}).count == 2
    assert in_images({(k, k + 1): 900 for k in range(6)}).count == 6
    assert in_images(WELL | {(5, 6): 80, (6, 7): 90}) is None


def test_of_maps_one_rare_class_mistaken_in_one_image_is_not_said(tmp_path):
    for side in ("truth", "found"):
        (tmp_path / side).mkdir()
    for n in range(3):
        for side, rare in (("truth", 6), ("found", 7)):
            labels = np.repeat(np.arange(5), 20).reshape(10, 10).astype(np.uint8)
            if n == 0:
                labels[0, :6] = rare
            Image.fromarray(labels).save(tmp_path / side / f"{n}.png")
    asked = {"classes": list(NAMES), "void": 255, "images": None, "threads": 1}
    sides = tmp_path / "truth", tmp_path / "found"
    result = semantic_result(*sides, protocol="voc_segmentation", mode="strict", **asked)
    assert "W-322" not in [each.code for each in result.warnings]
