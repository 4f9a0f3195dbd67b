"""Images whose detections belong to others are named; images that a detector fails in by chance are not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation.detection.looks.wrong_images import wrong_images
from truebox.generation import make_dataset
from truebox.records import Ids

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(seed=3, images=80):
    return make_dataset(images, 4, detections_per_image=8, truths_per_image=8, seed=seed, empty_images=0)


def mixed_up(truth, found, share):
    """The detections of the first images, each given to the ninth after it."""
    ids = truth.images.ids.values
    many = int(share * len(ids))
    after = dict(zip(ids[:many].tolist(), np.roll(ids[:many], 9).tolist(), strict=True))
    moved = [after.get(each, each) for each in found.image.values.tolist()]
    return replace(found, image=Ids(np.array(moved, dtype=np.int64)))


def messages(truth, found, **how):
    return [each.message for each in tb.evaluate(truth, found, **how).warnings if each.code == "W-323"]


@pytest.mark.parametrize("share", [0.3, 0.5])
def test_a_part_of_the_images_mixed_up_is_named(share):
    truth, found = sides()
    (message,) = messages(truth, mixed_up(truth, found, share))
    count = int(message.split()[1])
    assert 0.5 * share * 80 <= count <= share * 80
    assert " with objects and 3 confident detections or more none of these is right (" in message
    assert messages(truth, mixed_up(truth, found, share), fit_test=False) == []


@pytest.mark.parametrize("seed", range(4))
def test_of_images_as_they_are_nothing_is_said(seed):
    assert messages(*sides(seed)) == []


def test_of_two_images_nothing_can_be_told():
    assert wrong_images(tb.evaluate(*sides(images=2))) is None
