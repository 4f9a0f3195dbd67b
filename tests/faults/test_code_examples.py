"""The examples of the list of codes are what they say: read, they give their code."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import truebox as tb
from truebox.codes import CODES

ANNOTATION = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 40, 40], "area": 1600, "iscrowd": 0}
TRUTH = {
    "images": [{"id": 1, "width": 640, "height": 480, "file_name": "street.jpg"}],
    "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    "annotations": [ANNOTATION],
}
DETECTIONS = ("E-104", "E-106", "E-109", "E-120", "E-121", "E-122", "E-123", "E-124", "E-125", "E-126",
              "E-127", "E-130", "E-131", "E-135")  # fmt: skip
ANNOTATIONS = ("E-128", "E-129", "W-140", "W-475")
PARTS = ("E-132", "E-133", "E-134", "E-136", "W-143", "W-474", "W-489")
FIELDS = ("W-141", "W-471", "W-476", "W-477", "W-479")
MASKS = ("E-160", "E-161", "E-163", "E-165", "E-169")
LABEL_ROWS = ("E-400", "E-401", "E-402")
TABLE_ROWS = ("E-421", "E-422", "E-424", "E-425", "E-426")


def example(code: str) -> str:
    """The data of an example, without the remark behind it."""
    return "\n".join(line.split("      (")[0] for line in CODES[code].example.splitlines())


def codes_of(truth, predictions=None, **options) -> set[str]:
    return {item.code for item in tb.check(truth, predictions, **options).items}


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("code", DETECTIONS)
def test_a_row_of_predictions(code, tmp_path):
    text = example(code)
    rows = text if text.startswith("[") or code == "E-109" else f"[{text}]"
    truth = written(tmp_path, "truth.json", json.dumps(TRUTH))
    assert code in codes_of(truth, written(tmp_path, "predictions.json", rows))


@pytest.mark.parametrize("code", ANNOTATIONS)
def test_a_row_of_annotations(code, tmp_path):
    rows = json.loads(f"[{example(code)}]")
    assert code in codes_of(written(tmp_path, "truth.json", json.dumps(TRUTH | {"annotations": rows})))


@pytest.mark.parametrize("code", PARTS)
def test_a_list_of_a_truth(code, tmp_path):
    part = json.loads(f"{{{example(code)}}}")
    assert code in codes_of(written(tmp_path, "truth.json", json.dumps(TRUTH | part)))


@pytest.mark.parametrize("code", FIELDS)
def test_fields_of_an_annotation(code, tmp_path):
    row = ANNOTATION | json.loads(f"{{{example(code)}}}")
    if "area" not in example(code):
        row.pop("area")
    assert code in codes_of(written(tmp_path, "truth.json", json.dumps(TRUTH | {"annotations": [row]})))


@pytest.mark.parametrize("code", MASKS)
def test_a_segmentation(code):
    segmentation = json.loads(example(code).removeprefix('"segmentation": '))
    with pytest.raises(tb.errors.InputError) as caught:
        tb.masks.masks_from_coco([segmentation], (10, 10))
    assert caught.value.code == code


@pytest.mark.parametrize("code", LABEL_ROWS)
def test_a_row_of_a_label_file(code, tmp_path):
    written(tmp_path, "labels/street.txt", f"{example(code)}\n")
    written(tmp_path, "labels/classes.txt", "cat\ndog\n")
    assert code in codes_of(tmp_path / "labels", truth_reading={"format": "yolo"})


@pytest.mark.parametrize("code", TABLE_ROWS)
def test_a_row_of_a_table(code, tmp_path):
    table = written(tmp_path, "truth.csv", f"file_name,label,xmin,ymin,xmax,ymax\n{example(code)}\n")
    assert code in codes_of(table, truth_reading={"format": "table"})


@pytest.mark.parametrize("code", ["E-190", "E-191", "E-192"])
def test_a_call(code):
    with pytest.raises(tb.errors.InputError) as caught:
        eval(example(code), {"tb": tb, "nan": np.nan})
    assert caught.value.code == code
