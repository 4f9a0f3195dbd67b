"""From a description to the pictures of one split, never outside its folder."""

from __future__ import annotations

import pytest
from label_samples import folder_of, png

from truebox.datasets.formats.yolo.data_yaml import read_data_yaml
from truebox.datasets.formats.yolo.splits import chosen_split, layout_of_split, read_obj_data
from truebox.errors import InputError

PICTURES = {"images/val/a.png": png(2, 2), "images/val/b.png": png(2, 2), "images/train/c.png": png(2, 2)}


def split_of(root, text, files=PICTURES):
    folder_of(root, {**files, "data.yaml": text + "\nnames: [x]\n"})
    description = read_data_yaml(root / "data.yaml")
    return layout_of_split(root / "data.yaml", description, chosen_split(description))


@pytest.mark.parametrize(
    "text",
    [
        "val: images/val",
        "path: .\ntrain: images/train\nval: ./images/val/",
        "val: ../images/val",  # Roboflow; Ultralytics drops the dots where the rest exists
        "path: /mnt/disk/data\nval: images/val",
        "path: ../datasets/coco8\nval: images/val",
        "val: [images/val]",
        "val: /mnt/disk/data/images/val",
        "val: C:\\data\\images\\val",
        "validation: images/val",
        "test: images/val\ntrain: images/train",
    ],
)
def test_a_split_is_found_inside_the_folder(tmp_path, text):
    layout = split_of(tmp_path, text)
    assert layout.pictures == ["images/val/a.png", "images/val/b.png"]
    assert layout.labels == ["labels/val/a.txt", "labels/val/b.txt"]


def test_nothing_outside_is_looked_at(tmp_path):
    outside = folder_of(tmp_path / "secret", {"a.png": png(1, 1)})
    for value in ("../secret", str(outside), "images/../../secret", "file:///secret", "http://x/secret"):
        with pytest.raises(InputError, match=r"E-403 .*nothing of that name is inside"):
            split_of(tmp_path / "data", f"val: {value}")


def test_a_list_of_pictures(tmp_path):
    listed = "./images/val/b.png\r\n\nimages/train/c.png\n"
    layout = split_of(tmp_path, "val: val.txt", {**PICTURES, "val.txt": listed})
    assert layout.pictures == ["images/val/b.png", "images/train/c.png"]


@pytest.mark.parametrize("bad", ["../../etc/a.png", "/etc/a.png", "images/../../x.png", "C:/x.png"])
def test_a_list_that_leads_out_is_refused_by_line(tmp_path, bad):
    with pytest.raises(InputError, match=r"E-403 .*val.txt line 2: .*leads out of"):
        split_of(tmp_path, "val: val.txt", {**PICTURES, "val.txt": f"images/val/a.png\n{bad}\n"})


def test_darknets_data_file_as_cvat_writes_it(tmp_path):
    root = folder_of(
        tmp_path,
        {
            "obj.data": "classes = 2\ntrain = data/train.txt\nnames = data/obj.names\nbackup = backup/\n",
            "obj.names": "cat\ndog\n",
            "train.txt": "data/obj_train_data/a.png\ndata/obj_train_data/b.png\n",
            "obj_train_data/a.txt": "",
            "obj_train_data/b.png": png(3, 3),
        },
    )
    said = read_obj_data(root / "obj.data")
    assert said.names == ("cat", "dog")
    layout = layout_of_split(root / "obj.data", said, chosen_split(said))
    assert layout.pictures == ["obj_train_data/a.png", "obj_train_data/b.png"]
    assert layout.labels == ["obj_train_data/a.txt", "obj_train_data/b.txt"]


def test_a_data_file_that_is_none_is_refused(tmp_path):
    root = folder_of(tmp_path, {"obj.data": "classes 2\n", "b.data": "names = ../obj.names\n"})
    with pytest.raises(InputError, match=r"E-403 .*obj.data line 1: .*no 'key = value'"):
        read_obj_data(root / "obj.data")
    with pytest.raises(InputError, match=r"E-403 .*names is \"../obj.names\""):
        read_obj_data(root / "b.data")


def test_a_split_without_pictures_is_refused(tmp_path):
    (tmp_path / "images").mkdir()
    with pytest.raises(InputError, match=r"E-403 .*images: this folder of the description has no pictures"):
        split_of(tmp_path, "val: images", {})
