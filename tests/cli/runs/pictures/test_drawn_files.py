"""Names of drawn pictures, and whose files are overwritten."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from truebox.cli.runs.pictures.drawn_files import check_target, safe_name, save_drawn
from truebox.errors import ArgumentError

PICTURE = Image.new("RGB", (8, 6), (1, 2, 3))


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("street.jpg", "street.jpg"),
        ("val/street.jpg", "val_street.jpg"),
        ("val\\street.jpg", "val_street.jpg"),
        ("../../etc/passwd", "etc_passwd.png"),
        ("/absolute.png", "absolute.png"),
        ("-rf.png", "rf.png"),
        (".hidden.png", "hidden.png"),
        ("a b;rm -rf $HOME`x`.png", "a_b_rm_-rf_HOME_x.png"),
        ("con.png", "_con.png"),
        ("COM1", "_COM1.png"),
        ("scan.tiff", "scan.png"),
        ("v1.2 final", "v1.2_final.png"),
        ("猫.webp", "猫.webp"),
        ("<img src=x>.jpg", "img_src_x.jpg"),
        ("", "image.png"),
        ("...", "image.png"),
        ("a\n\0b.png", "a_b.png"),
    ],
)
def test_names(name, safe):
    assert safe_name(name, set()) == safe


def test_no_name_is_given_twice():
    taken: set[str] = set()
    names = [safe_name(name, taken) for name in ("a/b.png", "a_b.png", "A_B.png", "a\\b.png")]
    assert names == ["a_b.png", "a_b-2.png", "A_B-3.png", "a_b-4.png"]


def test_long_names_are_cut_and_stay_different():
    taken: set[str] = set()
    first, second = (safe_name("猫" * 300 + end, taken) for end in ("1.png", "2.png"))
    assert first != second
    assert max(len(first.encode()), len(second.encode())) <= 110


@given(st.text(max_size=40))
def test_every_text_gives_one_plain_part(text):
    name = safe_name(text, set())
    assert not set(name) & set('/\\:*?"<>|\0\n')
    assert name[0] not in ".-"
    assert name.endswith((".png", ".jpg", ".jpeg", ".webp", ".PNG", ".JPG", ".JPEG", ".WEBP"))


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".webp"])
def test_what_was_drawn_may_be_drawn_again(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    save_drawn(PICTURE, path)
    check_target(path, None)
    with Image.open(path) as picture:
        assert picture.size == (8, 6)


def test_the_same_picture_gives_the_same_bytes(tmp_path):
    for name in ("a.png", "b.png"):
        save_drawn(PICTURE, tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()


def test_files_of_others_are_left_alone(tmp_path):
    PICTURE.save(tmp_path / "mine.png")
    (tmp_path / "notes.png").write_text("no picture")
    (tmp_path / "folder.png").mkdir()
    for name, message in [
        ("mine.png", "was not drawn by truebox"),
        ("notes.png", "was not drawn by truebox"),
        ("folder.png", "this is a folder"),
        ("missing/a.png", "there is no folder"),
        ("a.gif", "expected a name that ends in"),
    ]:
        with pytest.raises(ArgumentError, match=message):
            check_target(tmp_path / name, None)


def test_the_picture_itself_is_never_written(tmp_path):
    path = tmp_path / "a.png"
    save_drawn(PICTURE, path)
    with pytest.raises(ArgumentError, match="this is the picture itself"):
        check_target(path, path)


def test_what_cannot_be_written_is_said(tmp_path):
    with pytest.raises(OSError, match="cannot write"):
        save_drawn(PICTURE, tmp_path / "missing" / "a.png")
