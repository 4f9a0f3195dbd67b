"""Names of images as names of files."""

from __future__ import annotations

import json

import pytest

from truebox.datasets import convert, read_truth
from truebox.datasets.folders.safe_names import plain_names, safe_names
from truebox.errors import InputError


def truth_named(*names):
    return read_truth([{"boxes": [[0, 0, 1, 1]], "labels": ["cat"], "file_name": name} for name in names])


def test_suffixes_go_and_folders_stay():
    assert safe_names(truth_named("val/a.jpg", "b.v2.png", "")) == ["val/a", "b.v2", "2"]


@pytest.mark.parametrize(
    "name",
    ["../a.jpg", "/etc/a.jpg", "a/../b.jpg", "a\\b.jpg", "C:a.jpg", "a\0.jpg", "x/.hidden", "a .jpg", "a//b"],
)
def test_a_name_that_leads_out_or_is_no_name_is_refused(name):
    with pytest.raises(InputError, match="E-414") as caught:
        safe_names(truth_named("ok.jpg", name))
    assert caught.value.row == 1


def test_two_images_of_one_name_are_refused_in_any_case():
    with pytest.raises(InputError, match=r"E-414 .*images\[1\].*same file as images\[0\]"):
        safe_names(truth_named("a.jpg", "A.png"))


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("CON.jpg", "device"),
        ("val/aux.v2.png", "device"),
        ("lpt1/a.jpg", "device"),
        ("a" * 251 + ".jpg", "251 bytes"),
        ("ä" * 126, "252 bytes"),
    ],
)
def test_names_that_some_system_cannot_store_are_refused(name, word):
    with pytest.raises(InputError, match=rf"E-414 .*{word}"):
        safe_names(truth_named(name))


@pytest.mark.parametrize(
    "name", ["console.jpg", "a.con.jpg", "a" * 250 + ".jpg", "com.jpg", "/".join(["b" * 99] * 4)]
)
def test_other_names_are_taken(name):
    assert len(safe_names(truth_named(name))) == 1


@pytest.mark.parametrize("format", ["yolo", "voc", "labelme", "dota", "kitti"])
def test_convert_refuses_them(tmp_path, format):
    image = {"id": 1, "width": 9, "height": 9, "file_name": f"{'a' * 300}.jpg"}
    row = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 1, 5, 5]}
    data = {"images": [image], "annotations": [row], "categories": [{"id": 1, "name": "cat"}]}
    (tmp_path / "truth.json").write_text(json.dumps(data))
    with pytest.raises(InputError, match="E-414"):
        convert(tmp_path / "truth.json", tmp_path / "out", to=format)
    assert [each.name for each in tmp_path.iterdir()] == ["truth.json"]


def test_a_line_end_in_a_name_makes_no_two_of_it():
    assert plain_names(["a\nb.jpg", "c\td.jpg"]) == []
    assert plain_names(["a", "b"]) == ["a", "b"]
