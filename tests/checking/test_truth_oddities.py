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
    assert found["W-473"].message.endswith("cow")


def test_two_classes_of_one_name():
    classes = [*CLASSES, {"id": 2, "name": CLASSES[0]["name"]}]
    found = codes_of(row(1), row(2, category_id=2), classes=classes)
    assert set(found) == {"W-489"}
    assert found["W-489"].message == f"1 name stands for more than one class: {CLASSES[0]['name']}"


def test_a_picture_listed_twice():
    found = codes_of(row(1), images=[*IMAGES, {"id": 3, "file_name": "a.jpg"}])
    assert found["W-474"].rows == (2,)


def test_a_class_without_annotations_is_all_that_is_odd_of_a_truth_without_rows():
    found = codes_of()
    assert set(found) == {"W-472"}
    assert found["W-472"].message.endswith("1 class has no annotation at all: cat")


@pytest.mark.parametrize(("count", "shown"), [(5, "b, c, d, e, f"), (6, "b, c, d, e, f ...")])
def test_five_classes_are_shown_and_that_there_are_more(count, shown):
    classes = [*CLASSES, *({"id": n, "name": "abcdefg"[n - 1]} for n in range(2, count + 2))]
    assert codes_of(row(1), classes=classes)["W-472"].message.endswith(f"at all: {shown}")
    crowds = [row(n, category_id=n, iscrowd=1) for n in range(2, count + 2)]
    assert codes_of(row(1), *crowds, classes=classes)["W-473"].message.endswith(f"only: {shown}")


def test_a_box_without_extent_may_have_no_area():
    assert "W-477" not in codes_of(row(1, bbox=[5, 5, 0, 8], area=0))
    assert "W-477" in codes_of(row(1, bbox=[5, 5, 0.5, 8], area=0))


def test_the_largest_area_that_the_reference_counts_is_not_beyond():
    box = {"bbox": [0, 0, 2e5, 2e5]}
    assert "W-478" not in codes_of(row(1, area=1e10, **box))
    assert "W-478" in codes_of(row(1, area=1e10 + 1, **box))


def test_width_and_height_count_both():
    # 4 x 8 and the pixels that an outline cuts are 5 x 9 = 45.
    tall, wide = {"bbox": [0, 0, 4, 8]}, {"bbox": [0, 0, 8, 4]}
    for box in (tall, wide):
        assert codes_of(row(1, area=45, **box)) == {}
        assert set(codes_of(row(1, area=46, **box))) == {"W-476"}
    assert codes_of(row(1, bbox=[0, 0, 8, 0], area=0)) == codes_of(row(1, bbox=[0, 0, 0, 8], area=0)) == {}


def test_five_rows_are_named_of_more():
    found = codes_of(*(row(number, area=0) for number in range(1, 8)))
    assert (found["W-477"].count, found["W-477"].rows) == (7, (0, 1, 2, 3, 4))


def test_an_area_of_one_pixel_is_none_of_zero():
    assert "W-477" not in codes_of(row(1, bbox=[5, 5, 1, 1], area=1))
    assert "W-477" in codes_of(row(1, bbox=[5, 5, 1, 1], area=0))
