"""The truth of a made dataset: long tails and every style of ids."""

from __future__ import annotations

import numpy as np

from truebox.generation import make_dataset


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
