"""Images that the detector was not run on are named, with the AP of the others."""

from __future__ import annotations

import re

import numpy as np
import pytest

import truebox as tb
from truebox.generation import make_dataset
from truebox.records.taking import take_predictions, take_truth

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def messages(truth, found):
    return [each.message for each in tb.evaluate(truth, found).warnings if each.code == "W-330"]


@pytest.mark.parametrize("many", [15, 40])
def test_they_are_named_with_the_ap_of_the_others(many):
    truth, found = make_dataset(80, 3, seed=2, empty_images=0)
    first = set(truth.images.ids.tolist()[:many])
    kept = take_predictions(found, np.flatnonzero([each not in first for each in found.image.tolist()]))
    (message,) = messages(truth, kept)
    assert message.startswith(f"{many} of 80 images with objects have no detection at all")
    better, given = map(float, re.findall(r"AP is ([.\d]+) instead of ([.\d]+)", message)[0])
    others = take_truth(truth, np.flatnonzero([each not in first for each in truth.image.tolist()]))
    assert given == pytest.approx(tb.evaluate(truth, kept).metrics["AP"], abs=1e-4)
    assert better == pytest.approx(tb.evaluate(others, kept).metrics["AP"], abs=1e-4)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.3])
def test_detectors_that_find_little_are_not_named(share):
    truth, found = make_dataset(80, 3, seed=2, empty_images=0)
    some = np.flatnonzero(np.random.default_rng(4).random(len(found)) < share)
    assert messages(truth, take_predictions(found, some)) == []
