"""`make_dataset`: what the knobs promise, counted in the columns."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from truebox.generation import make_dataset


def digest(*arrays: np.ndarray) -> str:
    """SHA-256 of the arrays' bytes."""
    return hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()


def columns(truth, predictions) -> tuple[np.ndarray, ...]:
    return (
        truth.image.values,
        truth.category.values,
        truth.boxes,
        truth.area,
        truth.crowd,
        predictions.image.values,
        predictions.category.values,
        predictions.boxes,
        predictions.scores,
    )


def test_totals_are_exact() -> None:
    truth, predictions = make_dataset(50, 7, 40.5, 3.3, 9)
    assert len(truth.images) == 50
    assert len(truth.categories) == 7
    assert len(truth) == 165  # 50 * 3.3
    assert len(predictions) == 2025  # 50 * 40.5


def test_same_seed_same_bits_other_seed_other_bits() -> None:
    one, two, other = (columns(*make_dataset(30, 5, seed=seed)) for seed in (4, 4, 5))
    assert digest(*one) == digest(*two)
    assert digest(*one) != digest(*other)


def test_detection_knobs_leave_the_truth_alone() -> None:
    truth, _ = make_dataset(30, 5, 10.0, seed=4)
    same, _ = make_dataset(30, 5, 25.0, seed=4, score_decimals=1, duplicates=0.5, silent_images=0.2)
    assert digest(*columns(truth, _)[:5]) == digest(*columns(same, _)[:5])


@pytest.mark.parametrize("decimals", [None, 0, 2])
def test_boxes_lie_inside_the_image(decimals: int | None) -> None:
    truth, predictions = make_dataset(40, 4, image_size=(200, 100), box_decimals=decimals, crowds=0.3, seed=2)
    for boxes in (truth.boxes, predictions.boxes):
        assert boxes.min() >= 0
        assert boxes[:, 2:].min() > 0
        # x + width may round up by one unit in the last place.
        assert (boxes[:, :2] + boxes[:, 2:] - [200, 100]).max() <= 1e-9


def test_shares_of_crowds_flags_boundaries_and_duplicates() -> None:
    truth, predictions = make_dataset(
        400, 10, 30, 10, crowds=0.1, ignored=0.2, boundary_areas=0.3, duplicates=0.25, seed=3
    )
    # Binomial means over 4,000 and 12,000 draws; the tolerances are four standard deviations or more.
    assert truth.crowd.mean() == pytest.approx(0.1, abs=0.02)
    assert truth.ignore.mean() == pytest.approx(0.2, abs=0.03)
    assert np.isin(truth.area, [1024.0, 9216.0]).mean() == pytest.approx(0.3, abs=0.03)
    area = predictions.boxes[:, 2] * predictions.boxes[:, 3]
    assert np.isin(area, [1024.0, 9216.0]).mean() == pytest.approx(0.3, abs=0.03)
    repeats = (np.diff(predictions.boxes, axis=0) == 0).all(axis=1) & (np.diff(predictions.scores) == 0)
    assert repeats.mean() == pytest.approx(0.25, abs=0.03)


def test_empty_and_silent_images_and_classes_without_truth() -> None:
    truth, predictions = make_dataset(
        100, 20, 30, 8, empty_images=0.3, silent_images=0.2, categories_without_truth=6, seed=3
    )
    assert len(np.unique(truth.image.values)) == 70
    assert len(np.unique(predictions.image.values)) == 80
    assert len(np.unique(truth.category.values)) <= 14
    without_truth = np.setdiff1d(truth.categories.ids.values, truth.category.values)
    assert np.isin(predictions.category.values, without_truth).any()


def test_shuffled_rows_hold_the_same_truths() -> None:
    plain, _ = make_dataset(20, 3, seed=6)
    shuffled, predictions = make_dataset(20, 3, seed=6, shuffled_rows=True)
    assert (np.diff(shuffled.image.values) < 0).any()
    assert (np.diff(predictions.image.values) < 0).any()
    np.testing.assert_array_equal(np.sort(shuffled.boxes, axis=0), np.sort(plain.boxes, axis=0))


@pytest.mark.parametrize("images", [0, 1])
def test_no_image_and_one_image(images: int) -> None:
    truth, predictions = make_dataset(images, 1, 5, 2, empty_images=0)
    assert len(truth) == 2 * images
    assert len(predictions) == 5 * images
    assert truth.boxes.shape == (2 * images, 4)
