"""Scores that are reversed in some images are said; a poor ranking of all is not."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(images, spread, turned=lambda image: False):
    """Four objects an image, all found, and five wrong boxes of lower scores."""
    chance = np.random.default_rng(2)
    truth, found = [], []
    for image in range(images):
        places = 40.0 * np.arange(9)
        boxes = np.stack([places, places, places + 20, places + 20], axis=1)
        scores = np.clip(np.where(np.arange(9) < 4, 0.8, 0.3) + chance.normal(0, spread, 9), 0.01, 0.99)
        truth.append({"boxes": boxes[:4], "labels": ["cat"] * 4})
        scores = 1 - scores if turned(image) else scores
        found.append({"boxes": boxes, "labels": ["cat"] * 9, "scores": scores})
    return truth, found


def said(*given):
    found = [each for each in tb.evaluate(*given).warnings if each.code == "W-327"]
    return [each for each in found if "reversed" in each.message]


@pytest.mark.parametrize("images", [60, 700])
def test_scores_of_a_third_of_the_images_reversed(images):
    truth, found = sides(images, 0.05, lambda image: image % 3 == 1)
    (finding,) = said(truth, found)
    assert finding.count == images // 3 + (images % 3 > 1)
    assert f"in {finding.count:,} of {images} images with right and wrong detections (1, 4, 7, ...)" in (
        finding.message
    )
    assert "AP would be 1.0000 instead of" in finding.message


@pytest.mark.parametrize("spread", [0.05, 0.3, 0.6, 2.0])
def test_a_poor_ranking_of_all(spread):
    assert said(*sides(200, spread)) == []


def test_all_images_reversed_are_told_elsewhere():
    assert said(*sides(60, 0.05, lambda image: True)) == []


def test_too_few_images():
    assert said(*sides(60, 0.05, lambda image: image < 9)) == []
