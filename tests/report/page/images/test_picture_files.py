"""What a browser gets of a picture is decided by its head."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.report.page.images.picture_files import picture_file

Image = pytest.importorskip("PIL.Image")


@pytest.mark.parametrize(
    ("name", "form", "media", "shown"),
    [
        ("a.jpg", "JPEG", "image/jpeg", True),
        ("named_otherwise.jpg", "PNG", "image/png", True),  # the content decides
        ("a.tif", "TIFF", "image/webp", False),
    ],
)
def test_what_browsers_show_is_sent_as_it_is(
    tmp_path: Path, name: str, form: str, media: str, shown: bool
) -> None:
    Image.new("RGB", (40, 30)).save(tmp_path / name, form)
    found = picture_file(tmp_path / name)
    assert found is not None
    assert (found.media_type, found.as_it_is, found.large) == (media, shown, False)


@pytest.mark.parametrize(("longest", "large"), [(640, False), (641, True)])
def test_large_pictures_get_a_small_one(tmp_path: Path, longest: int, large: bool) -> None:
    Image.new("L", (20, longest)).save(tmp_path / "a.png")
    found = picture_file(tmp_path / "a.png")
    assert found is not None
    assert found.large == large


def test_a_link_is_followed_to_the_file(tmp_path: Path) -> None:
    Image.new("L", (20, 20)).save(tmp_path / "a.png")
    (tmp_path / "b.png").symlink_to(tmp_path / "a.png")
    found = picture_file(tmp_path / "b.png")
    assert found is not None
    assert found.path == (tmp_path / "a.png").resolve()


def test_no_picture_is_none(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(b"text")
    assert picture_file(tmp_path / "a.png") is None
    assert picture_file(tmp_path) is None
