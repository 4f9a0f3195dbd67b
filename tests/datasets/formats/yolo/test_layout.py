"""Which label file belongs to which picture."""

from __future__ import annotations

import pytest
from label_samples import folder_of, png

from truebox.datasets.formats.yolo.layout import label_files, label_of, layout_of_folder
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError


@pytest.mark.parametrize(
    ("picture", "label"),
    [  # ultralytics 8.4.190, data/utils.py: img2label_paths
        ("images/a.jpg", "labels/a.txt"),
        ("val/images/b/a.x.jpg", "val/labels/b/a.x.txt"),
        ("images/images/a.png", "images/labels/a.txt"),
        ("obj_train_data/a.jpg", "obj_train_data/a.txt"),
        ("myimages/a.jpg", "myimages/a.txt"),
    ],
)
def test_the_label_of_a_picture(picture, label):
    assert label_of(picture) == label


def test_lists_of_classes_and_pictures_are_no_labels(tmp_path):
    names = [
        "classes.txt",
        "train.txt",
        "a.txt",
        "labels/test.txt",
        "labels/classes.txt",
        "README.roboflow.txt",
    ]
    root = folder_of(tmp_path, dict.fromkeys(names, ""))
    assert label_files(root) == ["a.txt", "labels/test.txt"]


def test_pictures_without_labels_are_background(tmp_path):
    root = folder_of(tmp_path, {"images/a.png": png(1, 1), "images/b.png": png(1, 1), "labels/a.txt": ""})
    layout = layout_of_folder(root, None, RowErrors())
    assert layout.keys == ["a", "b"]
    assert layout.labels == ["labels/a.txt", "labels/b.txt"]


def test_a_label_without_picture_is_refused_or_dropped(tmp_path):
    root = folder_of(tmp_path, {"images/a.png": png(1, 1), "labels/a.txt": "", "labels/c.txt": ""})
    with pytest.raises(InputError, match=r"E-405 labels/c.txt: there is no picture c\.\*"):
        layout_of_folder(root, None, RowErrors())
    errors = RowErrors(lenient=True)
    assert layout_of_folder(root, None, errors).keys == ["a"]
    assert errors.counts == {"E-405": 1}


def test_folders_of_other_names_and_elsewhere_join_by_the_end_of_the_name(tmp_path):
    root = folder_of(
        tmp_path,
        {"pics/x/a.png": png(1, 1), "pics/y/a.png": png(1, 1), "marks/x/a.txt": "", "marks/y/a.txt": ""},
    )
    assert layout_of_folder(root, None, RowErrors()).labels == ["marks/x/a.txt", "marks/y/a.txt"]
    apart = layout_of_folder(root / "marks", root / "pics", RowErrors())
    assert (apart.labels, apart.pictures) == (["x/a.txt", "y/a.txt"], ["x/a.png", "y/a.png"])
    assert apart.keys == ["x/a", "y/a"]


def test_a_folder_of_pictures_without_any_is_refused(tmp_path):
    root = folder_of(tmp_path, {"labels/a.txt": "", "images/notes.md": ""})
    with pytest.raises(InputError, match=r"E-405 .*images: this folder has no pictures"):
        layout_of_folder(root / "labels", root / "images", RowErrors())
