"""Which label file belongs to which picture."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from format_rounds import refused
from hypothesis import given, settings
from hypothesis import strategies as st
from label_samples import folder_of, png
from small_scene import ap_of

import truebox as tb
from truebox.datasets.formats.yolo.layout import label_files, label_of, layout_of_folder
from truebox.datasets.joining.joining import join
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


def test_labels_of_pictures_named_as_lists_are_labels(tmp_path):
    row = "0 .5 .5 .2 .2\n"
    held = {
        "labels/license_plate_7.txt": row,
        "labels/readme-page.txt": "",
        "labels/classes.txt": row,
        "labels/license.txt": f"\n{row}",
        "labels/README.txt": "5 images of 3 classes\n",
        "train.txt": row,
        "val.txt": "images/license_plate_7.jpg\n",
    }
    assert label_files(folder_of(tmp_path, held)) == [
        "labels/classes.txt",
        "labels/license.txt",
        "labels/license_plate_7.txt",
        "labels/readme-page.txt",
        "train.txt",
    ]


def test_pictures_without_labels_are_background(tmp_path):
    root = folder_of(tmp_path, {"images/a.png": png(1, 1), "images/b.png": png(1, 1), "labels/a.txt": ""})
    layout = layout_of_folder(root, None, RowErrors())
    assert layout.keys == ["a", "b"]
    assert layout.labels == ["labels/a.txt", "labels/b.txt"]


def test_a_label_without_picture_is_refused_or_dropped(tmp_path):
    root = folder_of(tmp_path, {"images/a.png": png(1, 1), "labels/a.txt": "", "labels/c.txt": ""})
    with pytest.raises(InputError, match=r"E-405 .*1 label file has no picture in .*: labels/c.txt\."):
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


@pytest.mark.parametrize("given", ["", "labels", "labels/val", "images", "images/val", "data.yaml"])
def test_however_a_dataset_is_named_its_pictures_and_strays_are_the_same(tmp_path, given):
    row = "0 .5 .5 .2 .2\n"
    files = {f"images/val/{name}.png": png(40, 30) for name in "abx"}
    files |= {f"labels/val/{name}.txt": row for name in "ab"}
    files |= {"data.yaml": "val: images/val\nnames: [cat]\n", "pred/labels/a.txt": "0 .5 .5 .2 .2 .9\n"}
    root = folder_of(tmp_path, files)
    truth = tb.read_truth(root / given)
    assert sorted(truth.images.ids.tolist()) == ["a", "b", "x"]
    assert (truth.images.sizes.tolist(), truth.units) == ([[40, 30]] * 3, "pixels")
    (root / "pred" / "labels" / "x.txt").write_text("0 .5 .5 .2 .2 .8\n")
    found = tb.read_predictions(root / "pred" / "labels", truth=truth)
    # a is found at .9 of 2 truths, x is background and comes after it: 51 of 101 points of recall.
    assert ap_of(truth, found) == pytest.approx(51 / 101)
    (root / "labels" / "val" / "z.txt").write_text(row)
    message = refused("E-405", tb.read_truth, root / given)
    assert "1 label file has no picture in " in message
    assert "z.txt (1 picture has no label file: background)" in message
    # What the message advises gives the number from before.
    lenient = tb.read_truth(root / given, lenient=True)
    assert ap_of(lenient, tb.read_predictions(root / "pred" / "labels", truth=lenient)) == pytest.approx(
        51 / 101
    )


def test_folders_of_pictures_without_any_label_are_of_something_else(tmp_path):
    files = {"images/train/t.png": png(4, 3), "images/val/a.png": png(4, 3), "images/val/b.png": png(4, 3)}
    root = folder_of(tmp_path, files | {"labels/val/a.txt": "0 .5 .5 .2 .2\n"})
    assert tb.read_truth(root / "labels").images.ids.tolist() == ["a", "b"]


def test_without_pictures_images_are_those_with_labels(tmp_path):
    labels = folder_of(tmp_path / "only", {"a.txt": "0 .5 .5 .2 .2\n", "c.txt": ""})
    bare = tb.read_truth(labels)
    assert not bare.images.listed
    found = tb.read_predictions(
        folder_of(tmp_path / "f", {"a.txt": "0 .5 .5 .2 .2 .9", "b.txt": "0 .5 .5 .2 .2 .9"})
    )
    assert "to YOLO labels the pictures or an empty file" in refused("E-130", join, bare, found)


NAMES = st.sampled_from(
    [
        "a",
        "b",
        "c.v2",
        "labels/a",
        "images/a",
        "labels/b",
        "images/b",
        "x/images/a",
        "x/labels/a",
        "é",
        "labels/é",
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(NAMES, unique=True, max_size=6),
    st.lists(NAMES, unique=True, max_size=6),
    st.booleans(),
)
def test_each_picture_has_the_label_that_is_found_name_by_name(labels, pictures, apart):
    with tempfile.TemporaryDirectory() as place:
        root, other = Path(place) / "set", Path(place) / "other"
        folder_of(root, {f"{name}.txt": "" for name in labels} | {"keep": ""})
        folder_of(other if apart else root, {f"{name}.jpg": "" for name in pictures} | {"keep": ""})
        try:
            found = layout_of_folder(root, other if apart else None, RowErrors(lenient=True))
        except InputError:
            assert apart
            assert not pictures
            return
        given = label_files(root)
        for picture, label in zip(found.pictures, found.labels, strict=True):
            if picture:
                assert label in (expected_label(picture, given), label_of(picture))
                if not apart and set(given) & set(map(label_of, found.pictures)):
                    assert label == label_of(picture)
                elif apart:
                    assert label == expected_label(picture, given)


def expected_label(picture, labels):
    """The label of the longest end that no two labels share, else where it would be."""
    parts = picture.rpartition(".")[0].split("/")
    for start in range(len(parts)):
        end = "/".join(parts[start:])
        alike = [label for label in labels if f"/{label.rpartition('.')[0]}".endswith(f"/{end}")]
        if len(alike) == 1:
            return alike[0]
    return label_of(picture)
