"""Sizes of pictures from their headers, against Pillow."""

from __future__ import annotations

import os
import sys

import numpy as np
import pytest
from fixtures_folder import fixture, needs_fixtures
from hypothesis import given, settings
from hypothesis import strategies as st
from label_samples import folder_of, png

from truebox._native import label_files
from truebox.datasets.folders.folder_listing import list_files
from truebox.datasets.folders.picture_sizes import picture_sizes
from truebox.errors import MissingExtraError

Image = pytest.importorskip("PIL.Image")

KINDS = {"PNG": 1, "JPEG": 2, "GIF": 3, "BMP": 4, "WEBP": 5}
ORIENTATION = 274  # Exif 2.32, 4.6.4


def said_by_pillow(path):
    with Image.open(path) as picture:
        return picture.size


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """One picture of every kind and a few shapes, and Pillow's own word on their sizes."""
    root = tmp_path_factory.mktemp("pictures")
    for kind in KINDS:
        for size in ((1, 1), (317, 5), (64, 480)):
            Image.new("RGB", size, (9, 80, 200)).save(root / f"{kind}{size[0]}.{kind.lower()}", kind)
    Image.new("RGB", (33, 44)).save(root / "lossless.webp", lossless=True)
    Image.new("RGBA", (33, 45)).save(root / "extended.webp", exif=b"Exif\0\0MM\0*\0\0\0\x08\0\0")
    Image.new("RGB", (70, 30)).save(root / "progressive.jpg", progressive=True, icc_profile=bytes(90_000))
    Image.new("P", (21, 22)).save(root / "palette.png")
    return root


def test_every_kind_has_the_size_that_pillow_says(pictures):
    names = list_files(pictures, ("",))
    expected = [said_by_pillow(pictures / name) for name in names]
    found = picture_sizes(pictures, names)
    assert found.sizes.tolist() == [list(size) for size in expected]
    assert not found.errors
    assert not found.turned.any()


def test_each_kind_is_read_natively(pictures):
    names = [f"{kind}1.{kind.lower()}" for kind in KINDS]
    states, kinds, _, _ = label_files.read_image_headers(
        pictures, b"".join(os.fsencode(name) + b"\0" for name in names), 1
    )
    assert states.tolist() == [1] * len(KINDS)
    assert kinds.tolist() == list(KINDS.values())


def test_a_jpeg_with_its_huffman_tables_before_its_frame(tmp_path):
    # Their marker lies among those of frames (ITU T.81, table B.1), and encoders differ in the order.
    Image.new("RGB", (61, 37), (9, 80, 200)).save(tmp_path / "usual.jpg")
    data = (tmp_path / "usual.jpg").read_bytes()
    segments, at = [], 2
    while data[at + 1] != 0xDA:
        end = at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        segments.append(data[at:end])
        at = end
    segments.sort(key=lambda segment: segment[1] != 0xC4)
    assert segments[0][1] == 0xC4
    (tmp_path / "tables_first.jpg").write_bytes(data[:2] + b"".join(segments) + data[at:])
    with Image.open(tmp_path / "tables_first.jpg") as picture:
        picture.load()
        assert picture.size == (61, 37)
    states, kinds, *_ = label_files.read_image_headers(tmp_path, b"tables_first.jpg\0", 1)
    assert (states.tolist(), kinds.tolist()) == ([1], [KINDS["JPEG"]])
    assert picture_sizes(tmp_path, ["tables_first.jpg"]).sizes.tolist() == [[61, 37]]


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_exif_turns_by_orientation_5_to_8(tmp_path, kind):
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[ORIENTATION] = orientation
        Image.new("RGB", (30, 20)).save(tmp_path / f"{orientation}", kind, exif=exif)
    found = picture_sizes(tmp_path, [str(orientation) for orientation in range(1, 9)])
    assert found.turned.tolist() == [orientation >= 5 for orientation in range(1, 9)]
    assert found.sizes.tolist() == [[30, 20]] * 8
    assert found.upright.tolist() == [[30, 20]] * 4 + [[20, 30]] * 4


def test_tiff_is_read_by_pillow_or_asks_for_it(tmp_path, monkeypatch):
    Image.new("RGB", (12, 7)).save(tmp_path / "a.tif")
    assert picture_sizes(tmp_path, ["a.tif"]).sizes.tolist() == [[12, 7]]
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match=r"a\.tif needs Pillow.*pip install 'pillow"):
        picture_sizes(tmp_path, ["a.tif"])


def test_a_length_beyond_memory_is_told_of_its_file(tmp_path, monkeypatch):
    def too_much(*_, **__):
        raise MemoryError

    (tmp_path / "a.jp2").write_bytes(b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(20))
    monkeypatch.setattr(Image, "open", too_much)
    found = picture_sizes(tmp_path, ["a.jp2"])
    assert "it says more bytes than there are" in str(found.errors[0])


def test_what_is_no_picture_is_told_per_file(tmp_path):
    root = folder_of(tmp_path, {"empty.jpg": b"", "text.png": "hello, world", "cut.png": png(4, 4)[:20]})
    (root / "folder.jpg").mkdir()
    names = ["empty.jpg", "text.png", "cut.png", "folder.jpg", "absent.jpg"]
    found = picture_sizes(root, names)
    assert sorted(found.errors) == [0, 1, 2, 3]
    assert {error.code for error in found.errors.values()} == {"E-412"}
    assert found.sizes.tolist() == [[0, 0]] * 5


def test_a_picture_of_a_billion_pixels_costs_nothing(tmp_path):
    (tmp_path / "bomb.png").write_bytes(png(50_000, 50_000))
    assert picture_sizes(tmp_path, ["bomb.png"]).sizes.tolist() == [[50_000, 50_000]]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_cut_and_changed_headers_never_give_a_size_below_one(tmp_path_factory, pictures, data):
    name = data.draw(st.sampled_from(sorted(list_files(pictures, ("",)))))
    content = bytearray((pictures / name).read_bytes()[:600])
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path_factory.mktemp("changed") / "x"
    path.write_bytes(content[: data.draw(st.integers(0, len(content)))])
    states, _, sizes, orientations = label_files.read_image_headers(path.parent, b"x\0", 1)
    assert (states[0] == 1) == bool((sizes > 0).all())
    assert 1 <= orientations[0] <= 8


@needs_fixtures
def test_a_hundred_photographs_agree_with_pillow():
    root = fixture("padilla_review/data/database/images")
    names = list_files(root, (".jpg",))
    expected = np.array([said_by_pillow(root / name) for name in names])
    assert (picture_sizes(root, names).sizes == expected).all()
    assert len(names) == 100
