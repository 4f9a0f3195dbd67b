"""Records image by image."""

from __future__ import annotations

import pytest

import truebox as tb
from truebox.datasets.outgoing.outgoing import refuse_fractions
from truebox.datasets.outgoing.written_images import (
    polygons_of,
    predictions_by_image,
    truth_by_image,
)
from truebox.errors import InputError
from truebox.records import Ids

COCO = {
    "info": {},
    "images": [{"id": 7, "file_name": "a.jpg", "width": 9, "height": 8}, {"id": 3}],
    "categories": [{"id": 4, "name": "cat"}],
    "annotations": [
        {"id": 1, "image_id": 3, "category_id": 9, "bbox": [0, 0, 1, 1], "area": 1, "iscrowd": 1},
        {
            "id": 2,
            "image_id": 7,
            "category_id": 4,
            "bbox": [1, 1, 2, 2],
            "area": 4,
            "iscrowd": 0,
            "segmentation": [[1, 1, 3, 1, 3, 3], [1, 1, 2, 1, 2, 2]],
        },
        {"id": 3, "image_id": 99, "category_id": 4, "bbox": [1, 1, 2, 2], "area": 4, "iscrowd": 0},
    ],
}


def test_objects_stand_with_their_image():
    truth = tb.read_truth(COCO, geometry="masks")
    first, second = truth_by_image(truth)
    assert (first.name, first.width, first.height, second.name) == ("a.jpg", 9, 8, "3")
    assert [(each.label, each.box, each.crowd) for each in first.objects] == [("cat", [1, 1, 2, 2], False)]
    assert [(each.label, each.crowd) for each in second.objects] == [("9", True)]
    assert first.objects[0].polygons == [[1, 1, 3, 1, 3, 3], [1, 1, 2, 1, 2, 2]]
    assert polygons_of(truth.segmentations, 0) == []


def test_detections_are_joined_to_the_truth():
    from dataclasses import replace

    truth = tb.read_truth(COCO)
    found = tb.read_predictions([{"image_id": 7, "category_id": 4, "bbox": [0, 0, 1, 1], "score": 0.5}])
    assert predictions_by_image(truth, found)[0].objects[0].label == "cat"
    named = replace(found, category=Ids.of(["tiger"]), category_by="name")
    with pytest.raises(InputError, match="E-131"):
        predictions_by_image(truth, named)


def test_fractions_are_not_written_as_pixels():
    from dataclasses import replace

    truth = replace(tb.read_truth(COCO), units="fractions")
    with pytest.raises(InputError, match=r"E-450 .*sizes are not known"):
        refuse_fractions(truth)
    with pytest.raises(InputError, match=r"E-450"):
        truth_by_image(truth)
    with pytest.raises(InputError, match=r"E-450"):
        predictions_by_image(truth, tb.read_predictions([]))
