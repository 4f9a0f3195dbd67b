"""Overlaps of pairs: by a plain reference, one pair at a time, in exact fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.fitting.overlaps import (
    as_written,
    best_of_sample,
    ious_of_pairs,
    known_sizes,
    overlaps_of,
    share_of_hits,
)
from truebox.fitting.samples import Sample, sample_pairs


def plain_iou(a: list[float], b: list[float]) -> Fraction:
    """Of two boxes x, y, width, height; 0 where one has no size."""
    (ax, ay, aw, ah), (bx, by, bw, bh) = (map(Fraction, each) for each in (a, b))
    if min(aw, ah, bw, bh) <= 0:
        return Fraction(0)
    wide = max(min(ax + aw, bx + bw) - max(ax, bx), Fraction(0))
    high = max(min(ay + ah, by + bh) - max(ay, by), Fraction(0))
    return wide * high / (aw * ah + bw * bh - wide * high)


def test_pairs_overlap_as_one_at_a_time() -> None:
    chance = np.random.default_rng(0)
    a, b = chance.integers(-3, 12, (2, 500, 4)).astype(float)
    expected = [float(plain_iou(one, other)) for one, other in zip(a.tolist(), b.tolist(), strict=True)]
    assert ious_of_pairs(a, b) == pytest.approx(expected, abs=1e-15)
    several = ious_of_pairs(np.stack([a, b]), b)
    assert np.array_equal(several[0], ious_of_pairs(a, b))


def test_numbers_beyond_all_bounds_overlap_nothing() -> None:
    strange = np.array([[0, 0, np.inf, 1], [np.nan, 0, 1, 1], [0, 0, 1e300, 1e300]])
    assert ious_of_pairs(strange, np.tile([0.0, 0, 1, 1], (3, 1))).tolist() == [0, 0, 0]


def test_a_sample_is_paired_with_the_objects_of_its_image() -> None:
    boxes = [[0, 0, 10, 10], [20, 0, 30, 10]]
    truth = read_truth([{"boxes": boxes, "labels": [1, 1], "width": 40, "height": 20}])
    found = read_predictions([{"boxes": [[20, 0, 30, 5]], "labels": [1], "scores": [0.5]}])
    sample = sample_pairs(truth, found)
    own = found.boxes[sample.detections]
    assert overlaps_of(sample, truth, own).tolist() == [0, 0.5]
    assert overlaps_of(sample, truth, own, own[[0, 0]]).tolist() == [1, 1]
    assert best_of_sample(sample, truth, own).tolist() == [0.5]
    assert share_of_hits(sample, truth, own) == 1
    assert share_of_hits(sample, truth, own + 100) == 0


def test_numbers_are_those_of_the_file() -> None:
    boxes, sizes = np.array([[10.0, 20, 30, 40]]), np.array([[100.0, 200]])
    assert as_written(boxes, sizes, "xyxy").tolist() == [[10, 20, 40, 60]]
    assert as_written(boxes, sizes, "rel_xywh").tolist() == [[0.1, 0.1, 0.3, 0.2]]
    assert as_written(boxes, sizes, "pct_cxcywh").tolist() == [[25, 20, 30, 20]]
    assert as_written(boxes, 0 * sizes, "rel_xywh").tolist() == boxes.tolist()


def test_images_of_fractions_are_one_by_one() -> None:
    truth = read_truth([{"boxes": [[0, 0, 0.5, 0.5]], "labels": [1]}], box_format="rel_xyxy")
    sizes = np.zeros((1, 2))
    expected = 1.0 if truth.units == "fractions" else 0.0
    assert known_sizes(truth, sizes).tolist() == [[expected] * 2]


def _plain(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The same by columns of NumPy, which the kernel must equal to the last bit."""
    with np.errstate(all="ignore"):
        low = np.maximum(a[..., :2], b[..., :2])
        high = np.minimum(a[..., :2] + a[..., 2:], b[..., :2] + b[..., 2:])
        wide, tall = np.moveaxis(np.maximum(high - low, 0), -1, 0)
        shared = wide * tall
        union = a[..., 2] * a[..., 3] + b[..., 2] * b[..., 3] - shared
        sized = (a[..., 2:] > 0).all(axis=-1) & (b[..., 2:] > 0).all(axis=-1) & (union > 0)
        return np.nan_to_num(np.where(sized, shared / union, 0.0))


STRANGE = [0.0, -0.0, 1.0, -2.5, 1e-300, 5e-324, 1e7, 1e155, -1e300, np.inf, -np.inf, np.nan]


@pytest.mark.parametrize("seed", range(8))
def test_readings_overlap_as_by_columns_to_the_last_bit(seed: int) -> None:
    chance = np.random.default_rng(seed)
    readings, pairs = int(chance.integers(1, 6)), int(chance.integers(1, 200))
    a, b = chance.normal(0, 10, (readings, pairs, 4)), chance.normal(0, 10, (readings, pairs, 4))
    a[..., 2:], b[..., 2:] = np.abs(a[..., 2:]), np.abs(b[..., 2:])
    if seed % 2:
        for side in (a, b):
            spoiled = chance.random(side.shape) < 0.2
            side[spoiled] = chance.choice(STRANGE, int(spoiled.sum()))
    assert np.array_equal(ious_of_pairs(a, b), _plain(a, b))
    assert np.array_equal(ious_of_pairs(a, b[0]), _plain(a, b[0]))
    assert np.array_equal(ious_of_pairs(a[0], b), _plain(a[0], b))
    assert np.array_equal(ious_of_pairs(a[0], b[0]), _plain(a[0], b[0]))


@pytest.mark.parametrize("seed", range(4))
def test_the_best_of_a_sample_is_the_largest_of_its_pairs(seed: int) -> None:
    chance = np.random.default_rng(seed)
    many = chance.integers(1, 9, 30)
    first = np.cumsum(many) - many
    boxes, truths = chance.uniform(1, 20, (5, 30, 4)), chance.uniform(1, 20, (5, int(many.sum()), 4))
    of_pair = np.repeat(np.arange(30), many)
    sample = Sample(
        detections=np.arange(30), sizes=np.zeros((30, 2)), first_pair=first, detection=of_pair, truth=of_pair
    )
    truth = read_truth([{"boxes": [[0, 0, 1, 1]], "labels": [1]}])

    def plain(found: np.ndarray, true: np.ndarray) -> np.ndarray:
        return np.maximum.reduceat(_plain(found[..., of_pair, :], true), first, axis=-1)

    for found, true in ((boxes, truths), (boxes, truths[0]), (boxes[0], truths), (boxes[0], truths[0])):
        assert np.array_equal(best_of_sample(sample, truth, found, true), plain(found, true))
