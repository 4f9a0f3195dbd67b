"""A folder with one annotation file."""

from __future__ import annotations

import json

import pytest
from fixtures_folder import fixture, needs_fixtures
from label_samples import png

import truebox as tb

TRUTH = {"images": [{"id": 1, "file_name": "a.jpg"}], "categories": [{"id": 1, "name": "cat"}]}
TRUTH["annotations"] = [{"id": 1, "image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9]}]
FOUND = [{"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9], "score": 0.5}]


def written(folder, **files):
    folder.mkdir(exist_ok=True)
    for name, value in files.items():
        (folder / f"{name}.json").write_text(json.dumps(value))
    return folder


def test_it_is_read_and_said_whatever_lies_beside_it(tmp_path):
    folder = written(tmp_path / "export", instances_default=TRUTH)
    (folder / "images").mkdir()
    (folder / "images" / "a.png").write_bytes(png(9, 9))
    (folder / "README.txt").write_text("Exported on Monday\n")
    (folder / "LICENSE").write_text("Public domain\n")
    truth = tb.read_truth(folder)
    assert (truth.source.format, truth.source.path) == ("coco", folder / "instances_default.json")
    assert "the only such file in its folder" in truth.source.evidence


def test_it_may_lie_deeper(tmp_path):
    (tmp_path / "export").mkdir()
    written(tmp_path / "export" / "annotations", instances_val=TRUTH)
    assert len(tb.read_truth(tmp_path / "export")) == 1


def test_truth_and_predictions_may_share_a_folder(tmp_path):
    folder = written(tmp_path / "both", truth=TRUTH, found=FOUND)
    truth = tb.read_truth(folder)
    assert (len(truth), len(tb.read_predictions(folder, truth=truth))) == (1, 1)


def test_several_are_refused_with_their_names(tmp_path):
    folder = written(tmp_path / "two", a=TRUTH, b=TRUTH)
    with pytest.raises(tb.errors.InputError, match=r'E-102 .*2 files .*"a\.json", "b\.json".*such as .*a'):
        tb.read_truth(folder)


def test_one_broken_file_of_many_labels_is_named(tmp_path):
    for name, line in (("a", "cat 1 2 30 40"), ("b", "cat 1 2 30 4x"), ("c", "dog 5 5 60 70")):
        (tmp_path / f"{name}.txt").write_text(f"{line}\n")
    with pytest.raises(tb.errors.InputError, match=r'E-422 .*b\.txt line 1: .* is "4x"'):
        tb.read_truth(tmp_path, box_format="xywh")


def test_none_is_refused(tmp_path):
    (tmp_path / "README.txt").write_text("Nothing here\n")
    with pytest.raises(tb.errors.InputError, match="E-151"):
        tb.read_truth(tmp_path)


@needs_fixtures
@pytest.mark.parametrize(
    ("folder", "format"),
    [("coco_format_v1", "coco"), ("cvat_format", "cvat"), ("openimages_format", "openimages")],
)
def test_folders_of_the_voc_fixture(folder, format):
    truth = tb.read_truth(fixture(f"padilla_review/data/database/gts/{folder}"))
    assert (truth.source.format, len(truth)) == (format, 273)  # README of the fixture
