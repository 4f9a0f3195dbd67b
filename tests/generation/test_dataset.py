"""`make_dataset`: what the knobs promise, counted in the columns."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from truebox.errors import ArgumentError
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


def test_scores_are_probabilities_that_fall_within_each_image() -> None:
    _, predictions = make_dataset(40, 4, seed=2)
    assert predictions.scores.min() > 0
    assert predictions.scores.max() < 1
    same_image = np.diff(predictions.image.values) == 0
    assert (np.diff(predictions.scores)[same_image] <= 0).all()


def test_score_decimals_make_ties() -> None:
    _, smooth = make_dataset(40, 4, seed=2)
    _, rounded = make_dataset(40, 4, seed=2, score_decimals=2)
    assert len(np.unique(smooth.scores)) == len(smooth)
    assert len(np.unique(rounded.scores)) <= 101
    np.testing.assert_array_equal(rounded.scores, np.round(rounded.scores, 2))


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


def test_images_hold_few_classes_of_a_long_tail() -> None:
    truth, _ = make_dataset(500, 80, 1, 7.4, seed=1)
    pairs = np.unique(np.stack([truth.image.values, truth.category.values]), axis=1).shape[1]
    assert pairs / 500 < 4
    frequencies = np.sort(np.bincount(truth.category.values))[::-1]
    assert frequencies[:8].sum() > 0.3 * len(truth)  # a tenth of the classes


def test_id_styles() -> None:
    zero, _ = make_dataset(20, 3, ids="zero")
    assert zero.images.ids.values.min() == zero.categories.ids.values.min() == zero.ids.values.min() == 0
    sparse, _ = make_dataset(20, 3, ids="sparse")
    assert (np.diff(sparse.images.ids.values) > 0).all()
    assert sparse.images.ids.values.max() > 20
    unsorted, _ = make_dataset(20, 3, ids="unsorted")
    assert (np.diff(unsorted.images.ids.values) < 0).any()
    assert len(np.unique(unsorted.ids.values)) == len(unsorted)


def test_string_ids_name_the_same_rows_as_whole_numbers() -> None:
    strings, detections = make_dataset(20, 3, ids="strings", shuffled_rows=True, seed=6)
    assert strings.images.ids.are_strings
    assert detections.category.are_strings
    assert not strings.ids.are_strings
    assert strings.image.names is not None
    first_seen = list(dict.fromkeys(strings.image[row] for row in range(len(strings))))
    assert list(strings.image.names) == first_seen
    assert set(first_seen) <= set(strings.images.ids.names or ())


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


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"images": -1}, r"images=-1: expected a whole number of at least 0"),
        ({"images": 2.5}, r"images=2\.5: expected a whole number"),
        ({"categories": 0}, r"categories=0: expected a whole number of at least 1"),
        ({"seed": "x"}, r"seed='x': expected a whole number"),
        ({"crowds": 1.5}, r"crowds=1\.5: expected a share from 0 to 1"),
        ({"truths_per_image": float("nan")}, r"truths_per_image=nan: expected a number of at least 0"),
        ({"image_size": (8, 100)}, r"image_size=8: expected a whole number of at least 16"),
        ({"ids": "roman"}, r"ids='roman' is not known; choose one of ordered, zero"),
        ({"categories": 2, "categories_without_truth": 2}, r"give at most 1"),
    ],
)
def test_wrong_arguments_are_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        make_dataset(**arguments)  # type: ignore[arg-type]
