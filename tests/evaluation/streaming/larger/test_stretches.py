"""Stretches of images: every image in one, and its objects with it."""

from __future__ import annotations

import pytest

from truebox.datasets import read_truth
from truebox.evaluation.streaming.larger.stretches import HeldTruth, Stretches


@pytest.mark.parametrize("count", [1, 3, 7, 50])
def test_every_image_is_in_one_stretch_with_its_objects(count: int) -> None:
    images = [{"id": each, "width": each, "height": 1} for each in (9, 4, 30, 2, 7, 11, 5)]
    rows = [
        {"id": n, "image_id": each, "category_id": 1, "bbox": [n, 1, 2, 2]}
        for n, each in enumerate((30, 2, 2, 9, 5, 777))
    ]
    truth = read_truth({"images": images, "annotations": rows, "categories": [{"id": 1, "name": "cat"}]})
    held, seen, lefts = HeldTruth(truth, count), [], {}
    for place in range(count):
        part = held.of(place, place + 1)
        seen += part.images.ids.tolist()
        assert part.images.sizes[:, 0].tolist() == part.images.ids.tolist()
        for image, box in zip(part.image.tolist(), part.boxes.tolist(), strict=True):
            lefts.setdefault(image, []).append(box[0])
            assert image in part.images.ids.tolist() or image == 777
    assert seen == [2, 4, 5, 7, 9, 11, 30]
    assert lefts == {30: [0.0], 2: [1.0, 2.0], 9: [3.0], 5: [4.0], 777: [5.0]}
    assert len(Stretches(truth.images, count).images(0, count)) == 7
