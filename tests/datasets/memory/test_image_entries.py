"""Arrays per image are known by their keys, and each image by its id and its name in messages."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.memory.image_entries import are_arrays_per_image, image_entries, metadata_of
from truebox.errors import InputError

ENTRY = {"boxes": [[0, 0, 1, 1]], "labels": [1], "width": 9}


def test_ids_are_places_keys_or_as_given() -> None:
    listed = image_entries([ENTRY, {**ENTRY, "image_id": np.array([7])}], "truth", "xyxy")
    assert [(image.id, image.place) for image in listed] == [(0, "truth[0]"), (7, "truth[1]")]
    keyed = image_entries({"a.jpg": ENTRY}, "predictions", "xyxy")
    assert [(image.id, image.place) for image in keyed] == [("a.jpg", "predictions['a.jpg']")]
    assert metadata_of(keyed[0]) == {"id": "a.jpg", "width": 9}


def test_what_is_no_list_of_images_is_refused() -> None:
    with pytest.raises(InputError, match="E-137 truth: one mapping of arrays, need one per image"):
        image_entries(ENTRY, "truth", "xyxy")
    with pytest.raises(InputError, match=r"E-137 truth\[1\]: no boxes"):
        image_entries([ENTRY, {"labels": []}], "truth", "xyxy")


def test_parsed_coco_is_something_else() -> None:
    assert are_arrays_per_image([ENTRY])
    assert not are_arrays_per_image([{"image_id": 1, "bbox": [0, 0, 1, 1]}])
    assert not are_arrays_per_image({"images": [], "annotations": []})
