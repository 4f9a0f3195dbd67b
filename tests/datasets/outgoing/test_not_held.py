"""What a format cannot hold is counted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import truebox as tb
from truebox.datasets.outgoing.not_held import predictions_not_held, truth_not_held

TRUTH = {
    "info": {},
    "images": [{"id": 1, "file_name": "a.jpg", "width": 9, "height": 9}, {"id": 2, "file_name": "b.jpg"}],
    "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    "annotations": [
        {
            "id": 5,
            "image_id": 1,
            "category_id": 1,
            "bbox": [0, 0, 4, 4],
            "area": 12,
            "iscrowd": 1,
            "segmentation": {"size": [9, 9], "counts": [0, 9, 72]},
        },
        {
            "id": 6,
            "image_id": 3,
            "category_id": 1,
            "bbox": [0, 0, 4, 4],
            "area": 16,
            "iscrowd": 0,
            "segmentation": [[0, 0, 4, 0, 4, 4]],
        },
    ],
}


def test_everything_unusual_is_counted():
    truth = tb.read_truth(TRUTH, geometry="masks")
    assert {loss.what: loss.count for loss in truth_not_held(truth, ())} == {
        "objects of images that are not listed": 1,
        "image sizes": 1,
        "images without objects": 1,
        "classes without objects": 1,
        "crowd flags": 1,
        "areas that are not width x height": 1,
        "polygons": 1,
        "masks as run lengths": 1,
        "annotation ids": 2,
        "image ids that are not the file's name": 2,
    }


def test_what_is_kept_is_not_lost():
    truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}])
    tracked = replace(truth, attributes={"track": np.array([3]), "note": np.array([None], dtype=object)})
    assert [loss.what for loss in truth_not_held(tracked, {"attribute note"})] == ["attribute track"]
    assert truth_not_held(tracked, {"attributes"}) == ()


def test_predictions_lose_shapes():
    row = {"image_id": 1, "category_id": 1, "score": 1, "segmentation": {"size": [2, 2], "counts": [0, 4]}}
    found = tb.read_predictions([row], geometry="masks")
    assert [(loss.what, loss.count) for loss in predictions_not_held(found, ())] == [
        ("masks as run lengths", 1)
    ]


def test_an_empty_list_of_polygons_is_no_lost_mask():
    (first, second) = TRUTH["annotations"]
    truth = tb.read_truth(TRUTH | {"annotations": [first, second | {"segmentation": []}]}, geometry="masks")
    assert "polygons" not in {loss.what for loss in truth_not_held(truth, ())}


def test_flags_points_and_federation_are_counted_too():
    rows = [
        {"id": n, "image_id": 1, "category_id": 1, "bbox": [0, 0, 4, 4], "area": 16, "iscrowd": 0,
         "keypoints": [1, 1, 2], "num_keypoints": 1, **more}
        for n, more in ((1, {}), (2, {"ignore": 1}), (3, {"ignore": 1}))
    ]  # fmt: skip
    images = [{"id": 1, "file_name": "1.jpg", "neg_category_ids": [], "not_exhaustive_category_ids": []}]
    classes = [{"id": 1, "name": "cat", "keypoints": ["nose"], "frequency": "r"}]
    document = {"images": images, "categories": classes, "annotations": rows}
    lost = [truth_not_held(tb.read_truth(document, geometry=kind), ()) for kind in ("boxes", "keypoints")]
    counted = [{loss.what: loss.count for loss in losses} for losses in lost]
    assert counted[0].get("ignore flags") == 2
    assert counted[0].get("which classes were looked for in which image") == 1
    assert counted[1].get("keypoints") == 3
    kept = {"ignore", "federation", "keypoints"}
    assert "ignore flags" not in {loss.what for loss in truth_not_held(tb.read_truth(document), kept)}


def test_of_an_attribute_the_rows_that_have_it_are_lost():
    truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]] * 3, "labels": ["cat"] * 3}])
    note = np.array(["x", None, "y"], dtype=object)
    lost = truth_not_held(replace(truth, attributes={"note": note}), {"sizes", "empty images"})
    assert [(loss.what, loss.count) for loss in lost] == [("attribute note", 2)]
    found = tb.read_predictions([{"boxes": [[0, 0, 9, 9]] * 3, "labels": ["cat"] * 3, "scores": [1, 1, 1]}])
    lost = predictions_not_held(replace(found, attributes={"note": note}), ())
    assert [(loss.what, loss.count) for loss in lost] == [("attribute note", 2)]


def test_predictions_lose_keypoints():
    row = {"image_id": 1, "category_id": 1, "score": 1, "bbox": [0, 0, 4, 4], "keypoints": [1, 1, 2]}
    found = tb.read_predictions([row, row], geometry="keypoints")
    assert [(loss.what, loss.count) for loss in predictions_not_held(found, ())] == [("keypoints", 2)]
    assert predictions_not_held(found, {"keypoints"}) == ()
