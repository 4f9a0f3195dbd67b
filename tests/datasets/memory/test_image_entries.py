"""Arrays per image are known by their keys, and each image by its id and its name in messages."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.datasets.memory.image_entries import are_arrays_per_image, image_entries
from truebox.errors import InputError

ENTRY = {"boxes": [[0, 0, 1, 1]], "labels": [1], "width": 9}


def test_ids_are_places_keys_or_as_given() -> None:
    listed = image_entries([ENTRY, {**ENTRY, "image_id": np.array([7])}], "truth", "xyxy")
    assert [(image.id, image.place) for image in listed] == [(0, "truth[0]"), (7, "truth[1]")]
    keyed = image_entries({"a.jpg": ENTRY}, "predictions", "xyxy")
    assert [(image.id, image.place) for image in keyed] == [("a.jpg", "predictions['a.jpg']")]
    assert (keyed.own_ids().names, keyed.sizes().tolist()) == (("a.jpg",), [[9, 0]])
    assert listed.own_ids().values.tolist() == [0, 7]
    assert [image.place for image in listed.only([1])] == ["truth[1]"]


def test_columns_are_taken_at_once() -> None:
    images = image_entries([{"boxes": [], "file_name": "a"}, {"boxes": []}], "truth", "xyxy")
    assert (images.column("file_name"), images.column("boxes")) == (["a", None], [[], []])
    assert (list(images.file_names()), images.sizes().tolist()) == (["a", ""], [[0, 0], [0, 0]])
    assert images.own_ids().values.tolist() == [0, 1]
    assert [image.id for image in images[1:]] == [1]
    other = images.with_entries([{"boxes": [1]}, {"boxes": [2]}])
    assert (other.column("boxes"), "file_name" in other.keys) == ([[1], [2]], False)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("width", -1, r"E-136 truth\[1\]\.width: -1, need a whole number of pixels \(row 1\)"),
        ("file_name", 7, r"E-136 truth\[1\]\.file_name: 7, need text \(row 1\)"),
        ("image_id", 0.5, r"E-126 truth\[1\]\.id: 0\.5 is no exact integer \(row 1\)"),
    ],
)
def test_what_is_said_of_an_image_is_checked(key: str, value: object, message: str) -> None:
    images = image_entries([ENTRY, {**ENTRY, key: value}], "truth", "xyxy")
    with pytest.raises(InputError, match=message):
        [images.own_ids(), images.sizes(), images.file_names()]


def test_what_is_no_list_of_images_is_refused() -> None:
    with pytest.raises(InputError, match="E-137 truth: one mapping of arrays, need one per image"):
        image_entries(ENTRY, "truth", "xyxy")
    with pytest.raises(InputError, match=r"E-137 truth\[1\]: no boxes"):
        image_entries([ENTRY, {"labels": []}], "truth", "xyxy")


def test_parsed_coco_is_something_else() -> None:
    assert are_arrays_per_image([ENTRY])
    assert not are_arrays_per_image([{"image_id": 1, "bbox": [0, 0, 1, 1]}])
    assert not are_arrays_per_image({"images": [], "annotations": []})
