"""Label maps that fit as other pictures are named with the mean IoU that they would have."""

from __future__ import annotations

import re

import numpy as np
import pytest

from truebox.evaluation.semantic.iou import semantic_iou
from truebox.evaluation.semantic.pictures_otherwise import _nearer_side, pictures_otherwise

CLASSES = [f"class {n}" for n in range(8)]


def maps(seed, count=8, wrong=0.05, shape=(60, 80)):
    """Maps of rectangles, and such that are off by a pixel with a part of the regions of another class."""
    chance, truth, found = np.random.default_rng(seed), [], []
    for _ in range(count):
        labels = np.full(shape, chance.integers(8))
        for _ in range(14):
            top, left = chance.integers(0, 45), chance.integers(0, 60)
            labels[top : top + chance.integers(8, 30), left : left + chance.integers(8, 40)] = (
                chance.integers(8)
            )
        other = np.roll(labels, chance.integers(-1, 2, 2), (0, 1))
        truth.append(labels)
        found.append(np.where((chance.random(8) < wrong)[labels], (other + 3) % 8, other))
    return truth, found


def said(truth, found):
    names = [f"{n:02}" for n in range(len(truth))]
    sides = dict(zip(names, zip(truth, found, strict=True), strict=True))
    asked = []

    def read(name):
        asked.append(name)
        return sides[name]

    finding = pictures_otherwise(semantic_iou(truth, found, classes=CLASSES), names, read, void=255)
    assert len(asked) == len(set(asked)) <= 6
    return finding


def numbers(message):
    return tuple(map(float, re.findall(r"would be ([.\d]+) instead of ([.\d]+)", message)[0]))


@pytest.mark.parametrize(
    ("what", "undone"),
    [
        ("mirrored left to right", np.s_[:, ::-1]),
        ("upside down", np.s_[::-1]),
        ("turned by half", np.s_[::-1, ::-1]),
    ],
)
def test_turned_maps(what, undone):
    truth, found = maps(1)
    turned = [each[undone] for each in found]
    finding = said(truth, turned)
    assert finding.code == "W-333"
    assert finding.message.endswith(f"if they were {what}")
    better, given = numbers(finding.message)
    assert better == pytest.approx(semantic_iou(truth[1:7], found[1:7], classes=CLASSES).mean_iou, abs=1e-4)
    assert given == pytest.approx(semantic_iou(truth[1:7], turned[1:7], classes=CLASSES).mean_iou, abs=1e-4)


@pytest.mark.parametrize(("step", "word"), [(1, "before"), (-1, "after")])
def test_maps_of_the_next_image(step, word):
    truth, found = maps(2)
    moved = found[step:] + found[:step]
    assert f"had the prediction of the image {word} them" in said(truth, moved).message


def blended(labels):
    """Half as large, and as large again by straight lines between pixels, as pictures are resized."""
    values = labels[::2, ::2].astype(float)
    for axis in (0, 1):
        length = values.shape[axis]
        places = (np.arange(2 * length) + 0.5) / 2 - 0.5
        low = np.clip(np.floor(places).astype(int), 0, length - 1)
        high = np.minimum(low + 1, length - 1)
        part = np.clip(places - low, 0, 1).reshape([-1, 1] if axis == 0 else [1, -1])
        values = values.take(low, axis) * (1 - part) + values.take(high, axis) * part
    return np.rint(values).astype(np.int64)


@pytest.mark.parametrize("seed", [3, 4])
def test_blended_labels(seed):
    truth, found = maps(seed)
    mixed = [blended(each) for each in found]
    message = said(truth, mixed).message
    assert "a label lies between those of both sides" in message
    better, given = numbers(message)
    assert given == pytest.approx(semantic_iou(truth[1:7], mixed[1:7], classes=CLASSES).mean_iou, abs=1e-4)
    assert given < better <= semantic_iou(truth[1:7], found[1:7], classes=CLASSES).mean_iou + 0.02


@pytest.mark.parametrize("seed", range(5, 15))
@pytest.mark.parametrize("wrong", [0.0, 0.1, 0.4, 0.8])
def test_nothing_is_said_of_maps_of_their_images(seed, wrong):
    assert said(*maps(seed, wrong=wrong)) is None


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_said_of_coarse_or_noisy_maps(seed):
    truth, found = maps(seed)
    chance = np.random.default_rng(seed)
    assert said(truth, [each[::4, ::4].repeat(4, 0).repeat(4, 1) for each in found]) is None
    noisy = [
        np.where(chance.random(each.shape) < 0.3, chance.integers(0, 8, each.shape), each) for each in found
    ]
    assert said(truth, noisy) is None


def test_one_image_says_nothing():
    truth, found = maps(1, count=1)
    assert said(truth, [each[::-1] for each in found]) is None


def test_maps_of_other_sizes_are_no_neighbours():
    truth, found = maps(1, count=2, shape=(60, 80))
    more, others = maps(2, count=2, shape=(60, 90))
    assert said([truth[0], more[0]], [found[0] * 0, others[0] * 0]) is None


def test_good_maps_are_not_read_again():
    truth, _ = maps(1)
    read = []
    total = semantic_iou(truth, truth, classes=CLASSES)
    assert pictures_otherwise(total, list("abcdefgh"), read.append, void=255) is None
    assert read == []


@pytest.mark.parametrize("seed", range(20))
def test_classes_that_trade_places_on_both_sides_are_not_mirrored(seed):
    """Of two things alike left and right, of any classes, a detector takes one for the other."""
    chance, truth, found = np.random.default_rng(seed), [], []
    for _ in range(8):
        one, other = chance.choice(np.arange(1, 8), 2, replace=False)
        labels = np.zeros((60, 80), dtype=np.int64)
        labels[15:40, 8:30], labels[15:40, 50:72] = one, other
        names = np.arange(8)
        if chance.random() < 0.9:
            names[[one, other]] = other, one
        truth.append(labels)
        found.append(np.roll(names[labels], chance.integers(-1, 2, 2), (0, 1)))
    assert said(truth, found) is None


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.int64])
def test_blended_labels_of_any_kind_are_unmixed_alike(kind):
    truth, found = maps(3)
    mixed = [blended(each) for each in found]
    expected = said(truth, mixed).message
    as_kind = said([each.astype(kind) for each in truth], [each.astype(kind) for each in mixed])
    assert as_kind.message == expected
    assert mixed[0].dtype == np.int64
    assert _nearer_side(mixed[0].astype(kind)).dtype == kind
