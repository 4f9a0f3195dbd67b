"""Pictures are found in their folder and nowhere else."""

from __future__ import annotations

import pytest
from PIL import Image

import truebox as tb
from truebox.drawing.pictures.picture_files import PictureFolder, row_of_picture
from truebox.errors import ArgumentError, InputError


def _truth(*names, ids=None):
    ids = ids or range(len(names))
    images = [
        {"id": each, "width": 4, "height": 4, **({"file_name": name} if name else {})}
        for each, name in zip(ids, names, strict=True)
    ]
    return tb.read_truth({"images": images, "categories": [{"id": 1, "name": "cat"}], "annotations": []})


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "pictures"
    for name in ("a.png", "val/b.png", "images/c.png", "000042.png"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", (4, 4)).save(root / name)
    Image.new("RGB", (4, 4)).save(tmp_path / "secret.png")
    return PictureFolder(root)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("a.png", "a.png"),
        ("val/b.png", "val/b.png"),
        ("c.png", "images/c.png"),
        ("train/a.png", "a.png"),
        ("/data/sets/val/b.png", "val/b.png"),
        ("C:\\data\\a.png", "a.png"),
        ("../pictures/a.png", "a.png"),
        ("sets/val/b.png", "val/b.png"),
        ("a.jpg", "a.png"),
        ("a", "a.png"),
        ("val/b", "val/b.png"),
        ("val/b.jpg", "val/b.png"),
        ("c", "images/c.png"),
        ("a.b", None),
        ("nothing.png", None),
    ],
)
def test_by_name(folder, name, found):
    path = folder.find(_truth(name), 0)
    assert (path and path.relative_to(folder.root).as_posix()) == found


def test_an_end_that_two_images_share_tells_nothing(folder):
    truth = _truth("day/a.png", "night/a.png")
    assert [folder.find(truth, row) for row in (0, 1)] == [None, None]


def test_by_id_where_there_is_no_name(folder):
    assert folder.find(_truth("", ids=["000042"]), 0).name == "000042.png"


@pytest.mark.parametrize(
    "name",
    [
        "../secret.png", "val/../../secret.png", "/etc/passwd", "C:\\secret.png", "..\\secret.png",
        "\\\\host\\x.png",
        "http://example.org/a.png", "file:///etc/passwd", "a\0.png", "/elsewhere/no.png",
    ],
)  # fmt: skip
def test_names_that_lead_out_are_refused(folder, name):
    with pytest.raises(InputError, match=r"E-561 <truth> images\[0\].file_name: .*leads out of the folder"):
        folder.find(_truth(name), 0)


def test_links_that_lead_out_are_refused(folder):
    try:
        (folder.root / "link.png").symlink_to(folder.root.parent / "secret.png")
    except OSError:
        pytest.skip("this system does not let us link")
    with pytest.raises(InputError, match=r"E-561 .*is a link that leads out of"):
        folder.find(_truth("link.png"), 0)
    with pytest.raises(InputError, match=r"E-561"):
        folder.find(_truth("link.jpg"), 0)


def test_links_inside_are_followed(folder):
    try:
        (folder.root / "inside.png").symlink_to(folder.root / "a.png")
    except OSError:
        pytest.skip("this system does not let us link")
    assert folder.find(_truth("inside.png"), 0).name == "inside.png"


def test_a_neighbour_whose_name_begins_alike_is_outside(tmp_path):
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures2").mkdir()
    with pytest.raises(InputError, match=r"E-561"):
        PictureFolder(tmp_path / "pictures").inside("../pictures2/a.png", "x")


@pytest.mark.parametrize(
    ("names", "picture", "row"),
    [
        (["a.png", "b.png"], "b.png", 1),
        (["x/a.png", "y/a.png"], "y/a.png", 1),
        (["a.png", "b.png"], "b.jpg", 1),
        (["only.png"], "other.png", 0),
    ],
)
def test_which_image_a_picture_is(tmp_path, names, picture, row):
    assert row_of_picture(_truth(*names), tmp_path / picture) == row


def test_by_number(tmp_path):
    assert row_of_picture(_truth("", "", ids=[7, 42]), tmp_path / "000042.jpg") == 1


def test_several_are_refused(tmp_path):
    with pytest.raises(ArgumentError, match=r"is several images of <truth> \(0, 1\)"):
        row_of_picture(_truth("x/a.png", "y/a.png"), tmp_path / "a.png")


def test_none_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"E-562 .*no image of <truth> has this file name"):
        row_of_picture(_truth("a.png", "b.png"), tmp_path / "c.png")
