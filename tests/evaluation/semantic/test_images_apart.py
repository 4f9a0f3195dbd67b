"""Label maps of other images are said; maps that are bad all over are not."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation.semantic.images_apart import images_apart

CLASSES, SHAPE = 6, (40, 60)


def worlds(images, wrong, mixed=0):
    """Maps of rectangles; of those predicted a share of the pixels is of any class."""
    chance = np.random.default_rng(3)
    truth = []
    for _ in range(images):
        labels = np.full(SHAPE, chance.integers(CLASSES))
        for _ in range(10):
            top, left = chance.integers(0, 30), chance.integers(0, 50)
            labels[top : top + chance.integers(5, 25), left : left + chance.integers(5, 25)] = (
                chance.integers(CLASSES)
            )
        truth.append(labels)
    found = [
        np.where(chance.random(SHAPE) < wrong, chance.integers(CLASSES, size=SHAPE), each) for each in truth
    ]
    return truth, found[1:mixed] + found[: min(1, mixed)] + found[mixed:]


def said(truth, found):
    counts = [
        [np.bincount(each.ravel(), minlength=CLASSES) for each in (one, other, one[one == other])]
        for one, other in zip(truth, found, strict=True)
    ]
    return images_apart(np.array(counts), [f"{n}.png" for n in range(len(truth))])


@pytest.mark.parametrize("wrong", [0.0, 0.3, 0.6, 0.8])
def test_nothing_is_said_of_maps_of_their_images(wrong):
    assert said(*worlds(40, wrong)) is None


def test_maps_of_other_images():
    finding = said(*worlds(40, 0.2, mixed=14))
    assert 10 <= finding.count <= 14  # some agree a little by chance
    assert finding.code == "W-323"
    assert f"in {finding.count} of 40 images with several classes (" in finding.message


def test_all_maps_of_other_images():
    finding = said(*worlds(40, 0.0, mixed=40))
    assert "the labels agree with the truth no more than by chance: are" in finding.message


def test_too_few_of_them():
    assert said(*worlds(40, 0.2, mixed=3)) is None
    assert said(*worlds(4, 0.2)) is None
