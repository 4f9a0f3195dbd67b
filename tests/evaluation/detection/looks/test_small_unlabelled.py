"""A truth without its small objects is named; small false detections and natural sizes are not."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation.detection.looks.small_unlabelled import (
    _begins_at_once,
    _goes_on_below,
    small_unlabelled,
)
from truebox.evaluation.matches.judged import judged
from truebox.records.taking import take_predictions, take_truth

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def sides(seed, sizes=None, false=100, made_up=None, sure=0.6):
    """600 objects of 60 images, detections of most of them, and some of nothing, as large or `made_up`."""
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
    wrong = extent[nothing] * np.exp(chance.normal(0, 0.3, (false, 1)))
    if made_up is not None:
        wrong = made_up(chance, false)[:, None] * np.exp(chance.normal(0, 0.2, (false, 2)))
    wide = np.concatenate([extent[kept] * off, wrong])
    score = np.concatenate([chance.uniform(0.3, 1, len(kept)), chance.uniform(0, sure, false)])
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
    "a square root of width × height": lambda boxes: np.sqrt(boxes[:, 2] * boxes[:, 3]),
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


SHARP = {
    "even from 30 on": lambda chance, count: chance.uniform(30, 100, count),
    "even from 20 on": lambda chance, count: chance.uniform(20, 60, count),
    "as seen from afar": lambda chance, count: 1_000 / chance.uniform(10, 50, count),
}
MADE_UP = {
    "of any size": lambda chance, count: np.exp(chance.uniform(np.log(5), np.log(100), count)),
    "mostly tiny": lambda chance, count: 8 * (1 - chance.random(count)) ** -0.7,
    "about the smallest object": lambda chance, count: np.exp(chance.normal(np.log(25), 0.3, count)),
}


@pytest.mark.parametrize("made_up", MADE_UP)
@pytest.mark.parametrize("sizes", SHARP)
@pytest.mark.parametrize("false", [300, 1_000])
@pytest.mark.parametrize("seed", range(2))
def test_what_a_detector_makes_up_of_sizes_that_begin_sharply(sizes, made_up, false, seed):
    assert said(*sides(seed, SHARP[sizes], false, MADE_UP[made_up], 0.8)) == []


def test_of_many_detections_what_is_said_is_about_all():
    truth, found = sides(1)
    size = SIZES["a height"](truth.boxes)
    cut = take_truth(truth, np.flatnonzero(size >= np.quantile(size, 0.35)))
    result = tb.evaluate(cut, found)
    seen = judged(result)
    every = small_unlabelled(result, seen, lambda held: tb.evaluate(cut, held))
    some = small_unlabelled(result, seen._replace(every=3), lambda held: tb.evaluate(cut, held))
    assert some.count == 3 * every.count
    assert f"about {some.count:,} of {3 * np.count_nonzero(seen.certain):,} confident" in some.message
    assert f"but {every.count:,} of {np.count_nonzero(seen.certain):,} confident" in every.message


def test_objects_that_begin_thinly_were_not_filtered():
    sizes = np.exp(np.random.default_rng(3).normal(np.log(60), 0.5, 600))
    assert not _begins_at_once(sizes, float(sizes.min()))
    assert _begins_at_once(sizes[sizes >= 48], float(sizes[sizes >= 48].min()))
    assert not _begins_at_once(np.full(200, 40.0), 40.0)


def test_confident_detections_that_are_right_below_were_not_left_out():
    """Of crowds in pieces, or objects a little larger than they look, smaller ones match."""
    sizes = np.concatenate([np.full(40, 27.0), np.full(40, 33.0)])
    wrong = np.concatenate([np.arange(40) < 40, np.zeros(40, dtype=bool)])
    assert _goes_on_below(sizes, wrong, 30.0)
    assert not _goes_on_below(sizes, wrong & (np.arange(80) < 20), 30.0)
    assert not _goes_on_below(sizes, wrong | (np.arange(80) >= 63), 30.0)
    assert not _goes_on_below(sizes[20:], wrong[20:], 30.0)
