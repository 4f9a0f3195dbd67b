"""Corners read as sizes are told by the edges of the images."""

from __future__ import annotations

from dataclasses import replace

import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.fitting import areas_of_corners, meant_as_corners


def coco(boxes, size=(200, 100)):
    image = {"id": 1, "width": size[0], "height": size[1]}
    rows = [{"id": n + 1, "image_id": 1, "category_id": 1, "bbox": box} for n, box in enumerate(boxes)]
    return {"images": [image], "categories": [{"id": 1, "name": "cat"}], "annotations": rows}


def results(boxes):
    return read_predictions([{"image_id": 1, "category_id": 1, "bbox": box, "score": 0.5} for box in boxes])


FAR = [120, 50, 180, 90]  # as sizes it ends at 300, 140; as corners it lies inside
NEAR = [10, 10, 60, 50]  # sound both ways


@pytest.mark.parametrize(
    ("boxes", "told"),
    [
        ([FAR] * 5, (5, 5)),
        ([FAR] * 4, None),  # too few to say
        ([FAR] * 1 + [NEAR] * 4, (1, 5)),  # one in five
        ([FAR] * 1 + [NEAR] * 5, None),
        ([FAR] * 4 + [[120, 50, 60, 40]], None),  # as corners it would end before it begins
        ([[5, 5, 199, 98]] * 9, None),  # reaches out by 2 %: an object that is cut off
        ([[15, 5, 199, 98]] * 9, (9, 9)),  # by 7 %
        ([[120, 50, 215, 90]] * 9, None),  # as corners it reaches out too
    ],
)
def test_where_boxes_can_only_be_corners(boxes, told):
    truth = read_truth(coco(boxes))
    assert meant_as_corners(truth, truth) == told
    assert meant_as_corners(read_truth(coco([NEAR])), results(boxes)) == told


def test_what_cannot_be_told_is_not():
    unsized = coco([FAR] * 9)
    del unsized["images"][0]["width"]
    truth = read_truth(unsized)
    assert meant_as_corners(truth, truth) is None
    truth = read_truth(coco([FAR] * 9))
    said = replace(truth, source=replace(truth.source, boxes="xyxy"))
    assert meant_as_corners(said, said) is None
    assert meant_as_corners(said, read_predictions([])) is None


def test_of_many_boxes_two_thousand_are_looked_at():
    truth = read_truth(coco([NEAR]))
    assert meant_as_corners(truth, results([FAR] * 5000)) == (2000, 2000)


@pytest.mark.parametrize(
    ("areas", "told"),
    [
        ([60 * 40] * 10, (10, 10)),  # 180 - 120 times 90 - 50
        ([60 * 40] * 9 + [1], (9, 10)),
        ([60 * 40] * 8 + [1] * 2, None),
        ([180 * 90] * 10, None),  # of the boxes as they are
        ([2000] * 10, None),  # of masks
        ([60 * 40] * 4, None),  # too few
        ([None] * 10, None),  # not stated
    ],
)
def test_areas_tell_corners_without_sizes_of_images(areas, told):
    data = coco([FAR] * len(areas))
    del data["images"][0]["width"]
    data["annotations"] = [
        row | ({} if area is None else {"area": area})
        for row, area in zip(data["annotations"], areas, strict=True)
    ]
    assert areas_of_corners(read_truth(data)) == told


def test_boxes_that_are_no_corners_have_no_areas_of_corners():
    data = coco([[120, 50, 60, 40]] * 9)
    data["annotations"] = [row | {"area": 60 * 10} for row in data["annotations"]]
    assert areas_of_corners(read_truth(data)) is None


@pytest.mark.parametrize("disordered", [0, 19, 20, 21, 22, 40])
def test_as_many_may_be_in_no_order_wherever_they_stand(disordered):
    # Of 2,000, twenty are one in a hundred: with more of them in no order as corners nothing is told.
    for places in (range(disordered), range(0, 16 * disordered, 16), range(2000 - disordered, 2000)):
        boxes = [FAR] * 2000
        for place in places:
            boxes[place] = [120, 50, 60, 40]
        truth = read_truth(coco(boxes))
        assert (meant_as_corners(truth, truth) is None) == (disordered > 20)
