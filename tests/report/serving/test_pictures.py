"""Small pictures are made once, and pictures are named by the place of their image alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.report.serving.pictures import ServedPictures

Image = pytest.importorskip("PIL.Image")


@pytest.fixture
def served(tmp_path: Path) -> ServedPictures:
    folder = tmp_path / "pictures"
    folder.mkdir()
    Image.new("RGB", (64, 48), "red").save(folder / "a.jpg")
    Image.new("RGB", (1000, 500), "green").save(folder / "big.jpg")
    (tmp_path / "made").mkdir()
    return ServedPictures(folder, ["a.jpg", "big.jpg", "absent.jpg"], tmp_path / "made")


def test_a_small_picture_is_made_once(served: ServedPictures) -> None:
    first = served.small(1)
    assert first is not None
    first.path.write_bytes(b"kept")
    again = served.small(1)
    assert again is not None
    assert again.path.read_bytes() == b"kept"
    assert [each.name for each in first.path.parent.iterdir()] == ["1-small.webp"]


def test_what_is_small_by_itself_is_sent_as_it_is(served: ServedPictures) -> None:
    assert served.small(0) == served.whole(0)


@pytest.mark.parametrize("place", [-1, 2, 3])
def test_there_are_no_other_pictures(served: ServedPictures, place: int) -> None:
    assert served.whole(place) is None
    assert served.small(place) is None


def test_images_without_a_picture_have_no_address(served: ServedPictures, tmp_path: Path) -> None:
    assert served.addresses(0) == {"picture": "pictures/0", "small": "small/0"}
    assert served.addresses(2) == {}
    assert ServedPictures(None, ["a.jpg"], tmp_path).addresses(0) == {}
