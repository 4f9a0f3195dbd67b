"""Detections that were given to the image some places off are told apart from detections that are wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.generation import make_dataset
from truebox.records import Ids

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(seed=3, images=80):
    return make_dataset(images, 4, detections_per_image=8, truths_per_image=8, seed=seed, empty_images=0)


def moved(truth, found, share, step):
    """The detections of the first images, each given to the image so many places before."""
    ids = truth.images.ids.values
    after = dict(zip(ids.tolist(), np.roll(ids, step).tolist(), strict=True))
    first = set(ids[: int(share * len(ids))].tolist())
    held = [after[each] if each in first else each for each in found.image.values.tolist()]
    return replace(found, image=Ids(np.array(held, dtype=np.int64)))


def messages(truth, found, **how):
    said = [each.message for each in tb.evaluate(truth, found, **how).warnings if each.code == "W-323"]
    return [each for each in said if "in the order of ids" in each]


@pytest.mark.parametrize("step", [1, -1, 4])
@pytest.mark.parametrize("share", [0.4, 1.0])
def test_detections_of_the_image_some_places_off(step, share):
    truth, found = sides()
    before = tb.evaluate(truth, found).metrics["AP"]
    (message,) = messages(truth, moved(truth, found, share, step))
    where = f"{abs(step)} {'place' if abs(step) == 1 else 'places'} {'later' if step > 0 else 'earlier'}"
    assert where in message
    mended = float(message.split("AP would be ")[1].split()[0])
    assert mended == pytest.approx(before, abs=0.1)
    assert messages(truth, moved(truth, found, share, step), fit_test=False) == []


@pytest.mark.parametrize("seed", range(4))
def test_of_images_as_they_are_nothing_is_said(seed):
    assert messages(*sides(seed)) == []


def test_of_images_mixed_at_random_no_distance_is_named():
    truth, found = sides()
    ids = truth.images.ids.values
    after = dict(zip(ids.tolist(), np.random.default_rng(1).permutation(ids).tolist(), strict=True))
    mixed = Ids(np.array([after[each] for each in found.image.values.tolist()]))
    assert messages(truth, replace(found, image=mixed)) == []
