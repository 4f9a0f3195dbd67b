"""What is odd about a truth although it can be evaluated."""

from __future__ import annotations

import pytest

from truebox.checking.truth_oddities import truth_oddities
from truebox.datasets import read_truth

IMAGES = [{"id": 1, "file_name": "a.jpg"}, {"id": 2, "file_name": "b.jpg"}]
CLASSES = [{"id": 1, "name": "cat"}]


def row(number, **changes):
    made = {"id": number, "image_id": 1, "category_id": 1, "bbox": [10 * number, 5, 8, 8], "area": 60}
    return {**made, **changes}


def codes_of(*rows, images=IMAGES, classes=CLASSES):
    parsed = {"images": images, "categories": classes, "annotations": list(rows)}
    return {finding.code: finding for finding in truth_oddities(read_truth(parsed))}


def test_a_clean_truth_is_not_odd():
    assert codes_of(row(1), row(2)) == {}


@pytest.mark.parametrize(
    ("code", "rows", "first"),
    [
        ("W-475", [row(1), row(2), row(3, bbox=[10, 5, 8, 8])], (2,)),
        ("W-476", [row(1), row(2, area=82)], (1,)),
        ("W-477", [row(1, area=0), row(2)], (0,)),
        ("W-478", [row(1), row(2, bbox=[0, 0, 2e5, 2e5], area=2e10)], (1,)),
        ("W-479", [row(1), row(2, bbox=[0, 0, 2e8, 1], area=1)], (1,)),
    ],
)
def test_each_oddity_is_found_alone(code, rows, first):
    found = codes_of(*rows)
    assert set(found) == {code}
    assert (found[code].count, found[code].rows) == (1, first)


def test_an_area_that_fits_its_box_to_the_pixel_is_not_odd():
    assert codes_of(row(1, area=81)) == {}


def test_classes_without_annotations_and_with_crowds_only():
    classes = [*CLASSES, {"id": 2, "name": "dog"}, {"id": 3, "name": "cow"}]
    found = codes_of(row(1), row(2, category_id=3, iscrowd=1), classes=classes)
    assert set(found) == {"W-472", "W-473"}
    assert found["W-472"].message.endswith("dog")
    assert found["W-473"].message.endswith("3")


def test_a_picture_listed_twice():
    found = codes_of(row(1), images=[*IMAGES, {"id": 3, "file_name": "a.jpg"}])
    assert found["W-474"].rows == (2,)


def test_nothing_at_all():
    assert codes_of() == {"W-472": codes_of()["W-472"]} or "W-472" in codes_of()
