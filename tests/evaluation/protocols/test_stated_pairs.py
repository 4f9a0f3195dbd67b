"""Pairs of an image and a class, and where they stand among what is evaluated."""

from __future__ import annotations

import numpy as np

from truebox.datasets import read_pair
from truebox.evaluation.protocols.stated_pairs import StatedPairs, stated_places
from truebox.evaluation.states.alignment import align


def test_what_is_not_evaluated_is_no_pair() -> None:
    pairs = StatedPairs(2, 2)
    pairs.add(np.array([0, -1, 1]), np.array([1, 0, -1]))
    image, category = np.meshgrid([0, 1], [0, 1], indexing="ij")
    assert pairs.hold(image.ravel(), category.ravel()).tolist() == [False, True, False, False]


def test_places_of_images_and_classes_that_are_left_out() -> None:
    box = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    pair = read_pair([box, box | {"labels": ["dog"]}], [])
    images = pair.truth.images.ids.tolist()
    aligned = align(
        pair.truth, pair.predictions, images=images[1:], categories=["dog"], class_agnostic=False, threads=1
    )
    of_image, of_category = stated_places(pair.truth, aligned)
    assert of_image.tolist() == [-1, 0]
    assert sorted(of_category.tolist()) == [-1, 0]
