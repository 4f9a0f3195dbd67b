"""Ultralytics ``predictions.json`` (8.4.190, models/yolo/detect/val.py: pred_to_json)."""

from __future__ import annotations

import json

import pytest
from label_samples import folder_of, png

from truebox.datasets import read_predictions, read_truth
from truebox.errors import InputError

ROW = {"image_id": "a", "file_name": "a.png", "category_id": 2, "bbox": [1.5, 2, 3, 4], "score": 0.25}


def written(tmp_path, *rows):
    (tmp_path / "predictions.json").write_text(json.dumps([{**ROW, **row} for row in rows]))
    return tmp_path / "predictions.json"


def yolo_truth(tmp_path, names=("cat", "dog")):
    files = {"classes.txt": "\n".join(names), "images/a.png": png(9, 9), "labels/a.txt": "0 .5 .5 1 1"}
    return read_truth(folder_of(tmp_path / "truth", files))


def test_classes_are_one_higher_than_those_of_a_yolo_truth(tmp_path):
    found = read_predictions(written(tmp_path, {}, {"category_id": 1}), truth=yolo_truth(tmp_path))
    assert found.category.tolist() == [1, 0]
    assert found.image.tolist() == ["a", "a"]
    (said,) = [finding.message for finding in found.findings if finding.code == "W-457"]
    assert said.endswith('counted from 1, as Ultralytics writes them: 1 is "cat"')
    assert found.boxes.tolist()[0] == [1.5, 2, 3, 4]
    assert found.source.format == "ultralytics"


def test_classes_of_coco_are_its_published_ids(tmp_path):
    # cocodataset: 80 of the ids 1 to 90; 12 is the first gap, so 13 is the twelfth class and 90 the last.
    truth = yolo_truth(tmp_path, [f"c{number}" for number in range(80)])
    rows = {"category_id": 13}, {"category_id": 90}, {"category_id": 1}
    assert read_predictions(written(tmp_path, *rows), truth=truth).category.tolist() == [11, 79, 0]


def test_ids_of_a_coco_truth_stay(tmp_path):
    truth = read_truth(
        {
            "images": [{"id": 42, "file_name": "42.jpg"}],
            "annotations": [],
            "categories": [{"id": 2, "name": "cat"}],
        }
    )
    found = read_predictions(written(tmp_path, {"image_id": 42, "file_name": "42.jpg"}), truth=truth)
    assert (found.image.tolist(), found.category.tolist()) == ([42], [2])


def counted_otherwise(*names):
    """A truth that counts its images from 1, whatever numbers their files have."""
    images = [{"id": place, "file_name": name} for place, name in enumerate(names, start=1)]
    return read_truth({"images": images, "annotations": [], "categories": [{"id": 2, "name": "cat"}]})


def test_images_of_a_truth_that_counts_in_its_own_way_are_known_by_their_files(tmp_path):
    # pred_to_json: image_id is the number in the file's name, so 2 is 000002.jpg, which is image 1 here.
    rows = [{"image_id": number, "file_name": f"{number:06d}.jpg"} for number in (2, 1, 2)]
    truth = counted_otherwise("val/000002.jpg", "val/000001.jpg", "val/000007.jpg")
    assert read_predictions(written(tmp_path, *rows), truth=truth).image.tolist() == [1, 2, 1]


def test_file_names_that_the_truth_does_not_have_leave_ids_as_they_are(tmp_path):
    rows = [{"image_id": number, "file_name": f"{number}.jpg"} for number in (2, 1)]
    truth = counted_otherwise("street.jpg", "night.jpg")
    assert read_predictions(written(tmp_path, *rows), truth=truth).image.tolist() == [2, 1]


def test_names_given_decide(tmp_path):
    found = read_predictions(written(tmp_path, {}), classes=["cat", "dog"])
    assert (found.category.tolist(), found.category_by) == (["dog"], "name")


def test_an_id_of_0_shows_that_ids_count_from_0(tmp_path):
    found = read_predictions(
        written(tmp_path, {"category_id": 1}, {"category_id": 0}), truth=yolo_truth(tmp_path)
    )
    names = yolo_truth(tmp_path).categories.names
    assert found.category.tolist() == [1, 0] or found.category.tolist() == [names[1], names[0]]
    assert "are read as counted from 0" in found.findings[0].message


@pytest.mark.parametrize(("number", "other"), [(3, 1), (2, 0), (-1, 1)])
def test_a_number_outside_is_refused(tmp_path, number, other):
    with pytest.raises(InputError, match=r"E-402 .*category_id: category_id -?\d is none of 1 to 2"):
        read_predictions(
            written(tmp_path, {"category_id": other}, {"category_id": number}), truth=yolo_truth(tmp_path)
        )


def test_other_results_are_coco(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(
        json.dumps([{"image_id": 1, "category_id": 2, "bbox": [1, 2, 3, 4], "score": 1, "file_name": "a"}])
    )
    assert read_predictions(path).source.format == "coco"
