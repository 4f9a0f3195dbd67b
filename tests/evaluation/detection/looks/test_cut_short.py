"""Predictions cut to the best few of each image are named."""

from __future__ import annotations

import pytest

import truebox as tb

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

BOXES = [[30 * n, 0, 30 * n + 20, 20] for n in range(4)]


def messages(kept, *, images=12, objects=4):
    truth = [{"boxes": BOXES[:objects], "labels": ["cat"] * objects}] * images
    found = [
        {"boxes": BOXES[:most], "labels": ["cat"] * most, "scores": [0.9 - 0.1 * n for n in range(most)]}
        for most in kept
    ]
    return [each.message for each in tb.evaluate(truth, found).warnings if each.code == "W-318"]


def test_the_best_one_of_each():
    # 12 images of 4 objects each: 36 of 48 are beyond the one.
    (message,) = messages([1] * 12)
    assert "no image has more than 1 detection, 12 of 12 have exactly so many, and they have 36" in message
    assert "(75% of all)" in message


def test_half_of_the_images_have_fewer():
    (message,) = messages([2] * 10 + [1] * 2)
    assert "more than 2 detections, 10 of 12 have exactly so many, and they have 20 objects more" in message
    assert messages([2] * 10 + [1] * 11, images=21) == []


@pytest.mark.parametrize(
    ("kept", "how"), [([4] * 12, {}), ([1] * 9, {"images": 9}), ([1] * 12, {"objects": 1})]
)
def test_nothing_is_cut(kept, how):
    assert messages(kept, **how) == []


def test_a_few_images_with_more_objects_than_all_have_detections():
    # The mean number of detections is one, and so is the largest: 4 - 1 objects of each are beyond it.
    (message,) = messages([1] * 30, images=30)
    assert "30 of 30 have exactly so many, and they have 90 objects more" in message
    # Two detections of each image and one object: none is beyond.
    assert messages([2] * 30, images=30, objects=1) == []


def test_a_truth_without_objects_has_none_beyond():
    truth = {
        "images": [{"id": n, "width": 99, "height": 99} for n in range(1, 13)],
        "annotations": [],
        "categories": [{"id": 1, "name": "cat"}],
    }
    found = [{"image_id": n, "category_id": 1, "bbox": [1, 1, 9, 9], "score": 0.5} for n in range(1, 13)]
    codes = [each.code for each in tb.evaluate(truth, found).warnings]
    assert "W-312" in codes  # no object, so that AP is undefined
    assert "W-318" not in codes
