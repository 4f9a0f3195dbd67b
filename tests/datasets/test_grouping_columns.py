"""What a truth says of its images, in every source that says it."""

from __future__ import annotations

import json

import numpy as np
import pytest

import truebox as tb
from truebox.datasets import image_columns, read_truth

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

_IMAGES = [
    {"id": 3, "file_name": "c.jpg", "width": 9, "height": 9, "video_id": 1, "scene": "dock", "tags": ["x"]},
    {"id": 1, "file_name": "a.jpg", "width": 9, "height": 9, "video_id": 0, "scene": None, "night": True},
    {"id": 2, "file_name": "b.jpg", "width": 9, "height": 9, "video_id": 1},
]
_COCO = {"images": _IMAGES, "annotations": [], "categories": [{"id": 1, "name": "cat"}]}
_COLUMNS = {"night": [None, True, None], "scene": ["dock", None, None], "video_id": [1, 0, 1]}


def test_of_coco_in_memory_and_in_a_file(tmp_path):
    assert image_columns(read_truth(_COCO)) == _COLUMNS
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(_COCO))
    assert image_columns(read_truth(path)) == _COLUMNS
    assert image_columns(read_truth(path, lenient=True)) == _COLUMNS


def test_columns_of_a_table_whose_rows_agree_within_an_image(tmp_path):
    path = tmp_path / "truth.csv"
    path.write_text(
        "image,label,x1,y1,x2,y2,patient,side\n"
        "a.jpg,cat,1,1,5,5,p7,left\n"
        "a.jpg,dog,2,2,6,6,p7,right\n"  # no side of the image
        "b.jpg,cat,1,1,5,5,,left\n"
        "c.jpg,cat,1,1,5,5,p8,left\n"
    )
    truth = read_truth(path)
    found = image_columns(truth)
    assert truth.images.ids.tolist() == ["a", "b", "c"]
    assert found["patient"] == ["p7", None, "p8"]
    assert "side" not in found
    assert "image" not in found


def test_attributes_of_images_are_columns_too(tmp_path):
    truth = read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}])
    assert image_columns(truth) == {}


@pytest.mark.parametrize("in_memory", [True, False])
def test_images_are_grouped_by_a_column_of_the_file(tmp_path, in_memory):
    """Twelve images of six scenes: drawn as six, and as twelve where nothing is said."""
    truth = {
        "images": [{"id": i, "scene": f"s{i // 2}", "width": 99, "height": 99} for i in range(12)],
        "annotations": [
            {"id": i, "image_id": i, "category_id": 1, "bbox": [9, 9, 20, 20], "area": 400, "iscrowd": 0}
            for i in range(12)
        ],
        "categories": [{"id": 1, "name": "cat"}],
    }
    found = [
        {"image_id": i, "category_id": 1, "bbox": [9 + i % 5, 9, 20, 20], "score": 0.9 - i / 50}
        for i in range(12)
    ]
    source = truth
    if not in_memory:
        source = tmp_path / "truth.json"
        source.write_text(json.dumps(truth))
    result = tb.evaluate(source, found, mode="corrected")
    assert tb.diagnosis.intervals(result, groups="scene", replicates=100).groups == 6
    given = tb.diagnosis.intervals(result, groups=np.arange(12) // 2, replicates=100)
    assert given.metrics == tb.diagnosis.intervals(result, groups="scene", replicates=100).metrics
    with pytest.raises(tb.errors.ArgumentError, match=r"Fix: pass a column \('scene'\)"):
        tb.diagnosis.intervals(result, groups="scen")
