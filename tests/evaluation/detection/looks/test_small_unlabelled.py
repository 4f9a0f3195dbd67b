"""A truth without its small objects is named; small false detections and natural sizes are not."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.records.taking import take_predictions, take_truth

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(seed, sizes=None, false=100):
    """600 objects of 60 images, detections of most of them, and some of nothing that are as large."""
    chance = np.random.default_rng(seed)
    size = np.exp(chance.normal(np.log(60), 0.5, 600)) if sizes is None else sizes(chance, 600)
    shape = np.exp(chance.normal(0, 0.2, 600))
    image = np.arange(600) % 60
    extent = np.stack([size * shape, size / shape], axis=1)
    corner = chance.uniform(0, 900, (600, 2))
    truth = tb.read_truth(
        [
            {"boxes": np.concatenate([corner, corner + extent], axis=1)[image == k], "labels": [1] * 10}
            for k in range(60)
        ]
    )
    kept = np.flatnonzero(chance.random(600) < 0.85)
    off = np.exp(0.04 * chance.standard_normal((len(kept), 2)))
    nothing = chance.choice(600, false)
    place = np.concatenate([corner[kept] + 0.03 * size[kept, None], chance.uniform(0, 900, (false, 2))])
    wide = np.concatenate([extent[kept] * off, extent[nothing] * np.exp(chance.normal(0, 0.3, (false, 1)))])
    score = np.concatenate([chance.uniform(0.3, 1, len(kept)), chance.uniform(0, 0.6, false)])
    of_image = np.concatenate([image[kept], chance.integers(0, 60, false)])
    boxes = np.concatenate([place, place + wide], axis=1)
    found = tb.read_predictions(
        [
            {
                "boxes": boxes[of_image == k],
                "scores": score[of_image == k],
                "labels": [1] * int((of_image == k).sum()),
            }
            for k in range(60)
        ]
    )
    return truth, found


def said(truth, found):
    return [each.message for each in tb.evaluate(truth, found).warnings if each.code == "W-334"]


SIZES = {
    "a root of width x height": lambda boxes: np.sqrt(boxes[:, 2] * boxes[:, 3]),
    "a height": lambda boxes: boxes[:, 3],
    "a width": lambda boxes: boxes[:, 2],
}


@pytest.mark.parametrize("what", SIZES)
@pytest.mark.parametrize("seed", [1, 2])
def test_small_objects_that_were_left_out(what, seed):
    truth, found = sides(seed)
    size = SIZES[what](truth.boxes)
    cut = take_truth(truth, np.flatnonzero(size >= np.quantile(size, 0.35)))
    (message,) = said(cut, found)
    least = float(SIZES[what](cut.boxes).min())
    assert f"has {what} below {least:.4g}" in message
    better, given = map(float, re.findall(r"AP would be ([.\d]+) instead of ([.\d]+)", message)[0])
    rest = take_predictions(found, np.flatnonzero(SIZES[what](found.boxes) >= least / 1.03))
    assert given == pytest.approx(tb.evaluate(cut, found).metrics["AP"], abs=1e-4)
    assert better == pytest.approx(tb.evaluate(cut, rest).metrics["AP"], abs=1e-4)


NATURAL = {
    "of every size": None,
    "nearly alike": lambda chance, count: np.exp(chance.normal(np.log(60), 0.08, count)),
    "even between two sizes": lambda chance, count: chance.uniform(30, 70, count),
    "all alike": lambda _, count: np.full(count, 40.0),
}


@pytest.mark.parametrize("sizes", NATURAL)
@pytest.mark.parametrize("false", [0, 100, 1_000])
@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_said_of_a_whole_truth(sizes, false, seed):
    assert said(*sides(seed, NATURAL[sizes], false)) == []


def test_small_detections_of_nothing_are_the_detectors_own():
    truth, found = sides(1)
    small = replace(found, boxes=found.boxes * np.array([1, 1, 0.2, 0.2]))
    rows = np.flatnonzero(np.random.default_rng(1).random(len(found)) < 0.4)
    boxes = found.boxes.copy()
    boxes[rows] = small.boxes[rows]
    assert said(truth, replace(found, boxes=boxes)) == []


def test_large_objects_that_are_missing_are_another_matter():
    truth, found = sides(2)
    size = SIZES["a height"](truth.boxes)
    assert said(take_truth(truth, np.flatnonzero(size <= np.quantile(size, 0.6))), found) == []
