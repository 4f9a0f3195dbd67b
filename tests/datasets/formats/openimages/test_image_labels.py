"""A folder of Open Images: boxes, labels of images, and the hierarchy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import truebox as tb
from truebox.errors import InputError

BOXES = "ImageID,LabelName,XMin,XMax,YMin,YMax,IsGroupOf\na,/m/cat,0.1,0.4,0.1,0.5,0\n"
LABELS = "ImageID,Source,LabelName,Confidence\na,v,/m/cat,1\nb,v,/m/dog,0\n"
TREE = {
    "LabelName": "/m/root",
    "Subcategory": [{"LabelName": "/m/animal", "Subcategory": [{"LabelName": "/m/cat"}]}],
}


def folder_of(path: Path, **files: str) -> Path:
    for name, text in files.items():
        (path / name.replace("_", ".")).write_text(text)
    return path


def test_images_and_classes_that_only_labels_name(tmp_path: Path) -> None:
    truth = tb.read_truth(folder_of(tmp_path, boxes_csv=BOXES, labels_csv=LABELS))
    assert truth.images.ids.tolist() == ["a", "b"]
    assert truth.categories.names == ("/m/cat", "/m/dog")
    stated = truth.federation
    assert (stated.image.tolist(), stated.category.tolist(), stated.negative.tolist()) == (
        [0, 1],
        [0, 1],
        [False, True],
    )


def test_the_hierarchy_without_its_root(tmp_path: Path) -> None:
    truth = tb.read_truth(folder_of(tmp_path, boxes_csv=BOXES, tree_json=json.dumps(TREE)))
    assert truth.categories.names == ("/m/cat", "/m/animal")
    assert truth.categories.parents == ((1,), ())


def test_a_file_of_boxes_alone_is_read_as_before(tmp_path: Path) -> None:
    folder_of(tmp_path, boxes_csv=BOXES, labels_csv=LABELS)
    assert tb.read_truth(tmp_path / "boxes.csv").federation is None


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {"more_csv": BOXES, "labels_csv": LABELS},
            "E-439 .*one file of boxes is expected, got boxes.csv, more.csv",
        ),
        ({"labels_csv": LABELS.replace(",1\n", ",0.5\n")}, "E-438 .*labels.csv line 2.* confidence 0.5"),
        ({"tree_json": '{"LabelName": "a", "Subcategory": [5]}'}, "E-439 .*tree.json"),
    ],
)
def test_what_cannot_be_is_refused(files: dict[str, str], said: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=said):
        tb.read_truth(folder_of(tmp_path, boxes_csv=BOXES, **files))
