"""The size a mask must have."""

from __future__ import annotations

import numpy as np
import shape_worlds

from truebox.datasets import read_predictions, read_truth
from truebox.evaluation.matching.mask_sizes import mask_sizes
from truebox.evaluation.states.alignment import align


def test_sizes_come_from_images_and_else_from_the_first_mask() -> None:
    data, results = shape_worlds.mask_world(np.random.default_rng(8), images=3, runs_only=True, boxed=False)
    expected = {image["id"]: (image["height"], image["width"]) for image in data["images"]}
    for image in data["images"][1:]:
        del image["width"], image["height"]
    truth, found = read_truth(data, geometry="masks"), read_predictions(results, geometry="masks")
    alignment = align(truth, found, images=None, categories=None, class_agnostic=False, threads=1)
    sizes = mask_sizes(truth, found, alignment, 1)
    assert dict(zip(alignment.images.tolist(), map(tuple, sizes.tolist()), strict=True)) == expected


def test_only_images_that_are_evaluated_have_a_size() -> None:
    data, results = shape_worlds.mask_world(np.random.default_rng(8), images=3)
    truth, found = read_truth(data, geometry="masks"), read_predictions(results, geometry="masks")
    alignment = align(truth, found, images=[2], categories=None, class_agnostic=False, threads=1)
    (image,) = (image for image in data["images"] if image["id"] == 2)
    assert mask_sizes(truth, found, alignment, 1).tolist() == [[image["height"], image["width"]]]


def test_masks_of_images_that_are_not_evaluated_give_no_size() -> None:
    """Image 3 has no stated size, and is the last that is evaluated; images 1 and 2 have others."""
    data, results = shape_worlds.mask_world(np.random.default_rng(8), images=3, runs_only=True, boxed=False)
    expected = {image["id"]: [image["height"], image["width"]] for image in data["images"]}
    assert expected[3] not in (expected[1], expected[2])
    for image in data["images"]:
        del image["width"], image["height"]
    truth, found = read_truth(data, geometry="masks"), read_predictions(results, geometry="masks")
    for chosen in ([3], [2], [1, 3]):
        alignment = align(truth, found, images=chosen, categories=None, class_agnostic=False, threads=1)
        assert mask_sizes(truth, found, alignment, 1).tolist() == [expected[each] for each in chosen]
