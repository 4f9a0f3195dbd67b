"""Records with shapes to COCO JSON, and what the reference makes of it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from format_worlds import metrics

import truebox as tb
from truebox.datasets import convert
from truebox.datasets.formats.coco.row_writer import write_predictions, write_truth
from truebox.errors import InputError
from truebox.generation import make_shape_dataset

RUNS = {"size": [4, 4], "counts": "04"}
COCO = {
    "images": [{"id": 7, "file_name": "a.jpg", "width": 4, "height": 4}, {"id": 3, "file_name": "b.jpg"}],
    "categories": [{"id": 4, "name": "cat"}, {"id": 9, "name": "dog"}],
    "annotations": [
        {
            "id": 5,
            "image_id": 7,
            "category_id": 4,
            "bbox": [0, 0, 4, 1.5],
            "area": 4,
            "iscrowd": 1,
            "segmentation": RUNS,
        },
        {
            "id": 6,
            "image_id": 3,
            "category_id": 9,
            "bbox": [0, 0, 3, 3],
            "area": 4.5,
            "iscrowd": 0,
            "ignore": 1,
            "segmentation": [[0, 0, 3, 0, 3, 3]],
        },
        {
            "id": 8,
            "image_id": 3,
            "category_id": 9,
            "bbox": [0, 0, 3, 3],
            "area": 4.5,
            "iscrowd": 0,
            "segmentation": {"size": [4, 4], "counts": [0, 4, 12]},
        },
    ],
}


def test_segmentations_flags_and_areas_come_back(tmp_path):
    truth = tb.read_truth(COCO, geometry="masks")
    assert write_truth(truth, tmp_path / "a.json") == ()
    assert json.loads((tmp_path / "a.json").read_text()) == COCO


def test_keypoints_come_back(tmp_path):
    truth, found = make_shape_dataset("keypoints", images=4, seed=2)
    write_truth(truth, tmp_path / "truth.json")
    write_predictions(truth, found, tmp_path / "found.json")
    again = tb.read_truth(tmp_path / "truth.json", geometry="keypoints")
    assert (again.keypoints.points == truth.keypoints.points).all()
    assert (again.keypoints.labelled == truth.keypoints.labelled).all()
    back = tb.read_predictions(tmp_path / "found.json", geometry="keypoints")
    assert (back.keypoints.points == found.keypoints.points).all()


def test_masks_without_boxes_come_back_so(tmp_path):
    truth, found = make_shape_dataset("masks", images=4, seed=2)
    write_predictions(truth, found, tmp_path / "found.json")
    back = tb.read_predictions(tmp_path / "found.json", geometry="masks")
    assert not back.boxed
    assert back.segmentations.text.tobytes() == found.segmentations.text.tobytes()


def test_ids_that_are_texts_are_numbered_in_both_files(tmp_path):
    truth = tb.read_truth({"b": {"boxes": [[0, 0, 4, 4]], "labels": [3]}, "a": {"boxes": [], "labels": []}})
    found = tb.read_predictions({"b": {"boxes": [[0, 0, 4, 4]], "labels": [3], "scores": [0.5]}})
    losses = write_truth(truth, tmp_path / "truth.json")
    assert [(loss.what, loss.count) for loss in losses] == [("ids that are texts, numbered from 1", 2)]
    write_predictions(truth, found, tmp_path / "found.json")
    written = json.loads((tmp_path / "truth.json").read_text())
    assert [(image["id"], image["file_name"]) for image in written["images"]] == [(1, "b"), (2, "a")]
    assert json.loads((tmp_path / "found.json").read_text())[0]["image_id"] == 1
    assert metrics(tmp_path / "truth.json", tmp_path / "found.json")["AP"] > 0.999


def test_the_reference_reads_it(tmp_path):
    from pycocotools.coco import COCO as Reference

    truth = tb.read_truth({"b": {"boxes": [[0, 0, 4, 4]], "labels": ["dog"]}})
    write_truth(truth, tmp_path / "truth.json")
    reference = Reference(str(tmp_path / "truth.json"))
    assert reference.loadAnns(reference.getAnnIds())[0]["bbox"] == [0, 0, 4, 4]


def test_attributes_are_written_as_cvat_writes_them(tmp_path):
    from dataclasses import replace

    truth = tb.read_truth([{"boxes": [[0, 0, 4, 4]] * 2, "labels": [1, 1]}])
    held = {"track": np.array([3, 4]), "note": np.array([None, "x"], dtype=object)}
    write_truth(replace(truth, attributes=held), tmp_path / "a.json")
    rows = json.loads((tmp_path / "a.json").read_text())["annotations"]
    assert [row["attributes"] for row in rows] == [{"track": 3}, {"track": 4, "note": "x"}]


def test_detections_of_other_images_are_refused(tmp_path):
    truth = tb.read_truth({"b": {"boxes": [], "labels": []}})
    found = tb.read_predictions({"c": {"boxes": [[0, 0, 4, 4]], "labels": [1], "scores": [0.5]}})
    with pytest.raises(InputError, match=r"E-130 .*'c' is not in the truth"):
        write_predictions(truth, found, tmp_path / "found.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("files", "ids"),
    [
        (["000042.jpg", "000007.jpg"], [42, 7]),
        (["val/0042.jpg", "val/0007.jpg"], [42, 7]),
        (["a/1.jpg", "b/1.jpg"], [1, 2]),  # one number, two images
        (["42.jpg", "street.jpg"], [1, 2]),
    ],
)
def test_file_names_that_are_numbers_keep_them_as_ids(tmp_path, files, ids):
    rows = "".join(f"{name},cat,1,2,3,4\n" for name in files)
    (tmp_path / "truth.csv").write_text("image,label,x,y,w,h\n" + rows)
    (tmp_path / "found.csv").write_text("image,label,x,y,w,h,score\n" + rows.replace("\n", ",0.5\n"))
    convert(tmp_path / "truth.csv", tmp_path / "truth.json")
    convert(tmp_path / "found.csv", tmp_path / "found.json", truth=tmp_path / "truth.csv")
    assert [image["id"] for image in json.loads((tmp_path / "truth.json").read_text())["images"]] == ids
    assert [row["image_id"] for row in json.loads((tmp_path / "found.json").read_text())] == ids
