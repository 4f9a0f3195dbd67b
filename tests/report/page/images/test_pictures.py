"""Pictures in the page: found inside their folder only, small, within the budget."""

from __future__ import annotations

import base64
import io
import sys
from pathlib import Path

import pytest
from PIL import Image

from truebox.errors import MissingExtraError
from truebox.report.page.images.pictures import small_pictures


def paint(path: Path, size: tuple[int, int] = (80, 60), colour: str = "red", **options: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new(str(options.get("mode", "RGB")), size, colour).save(path)


def opened(address: str) -> Image.Image:
    kind, _, text = address.partition(",")
    assert kind == "data:image/webp;base64"
    return Image.open(io.BytesIO(base64.b64decode(text)))


def test_pictures_are_made_small_and_keep_their_shape(tmp_path: Path) -> None:
    paint(tmp_path / "wide.png", (2000, 500))
    made = small_pictures([{"file": "wide.png"}], tmp_path, 10**6)
    assert opened(made.addresses[0]).size == (640, 160)
    assert made.note == ""


@pytest.mark.parametrize("name", ["val/a.jpg", "elsewhere/val/a.jpg", "C:\\data\\a.jpg"])
def test_names_with_folders(tmp_path: Path, name: str) -> None:
    paint(tmp_path / ("val/a.jpg" if name == "val/a.jpg" else "a.jpg"))
    assert 0 in small_pictures([{"file": name}], tmp_path, 10**6).addresses


@pytest.mark.parametrize(
    "name",
    ["../secret.png", "..\\secret.png", "/etc/secret.png", "a/../../secret.png", "\0.png", "", ".", ".."],
)
def test_names_that_leave_the_folder_find_nothing(tmp_path: Path, name: str) -> None:
    paint(tmp_path / "secret.png")
    (tmp_path / "pictures").mkdir()
    made = small_pictures([{"file": name}], tmp_path / "pictures", 10**6)
    assert made.addresses == {}
    assert made.note == "1 picture was not found or is broken"


def test_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    paint(tmp_path / "secret.png")
    folder = tmp_path / "pictures"
    folder.mkdir()
    try:
        (folder / "a.png").symlink_to(tmp_path / "secret.png")
    except OSError:
        pytest.skip("no links on this system")
    assert small_pictures([{"file": "a.png"}], folder, 10**6).addresses == {}


def test_broken_and_missing_pictures_are_counted(tmp_path: Path) -> None:
    paint(tmp_path / "good.png")
    (tmp_path / "broken.png").write_bytes(b"\x89PNG\r\n\x1a\nnothing")
    whole = (tmp_path / "good.png").read_bytes()
    (tmp_path / "cut.png").write_bytes(whole[: len(whole) // 2])
    names = ["good.png", "broken.png", "cut.png", "missing.png"]
    made = small_pictures([{"file": name} for name in names], tmp_path, 10**6)
    assert list(made.addresses) == [0]
    assert made.note == "3 pictures were not found or are broken"


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK", "I;16", "1"])
def test_every_kind_of_pixels(tmp_path: Path, mode: str) -> None:
    Image.new(mode, (20, 10)).save(tmp_path / "a.tiff")
    assert opened(small_pictures([{"file": "a.tiff"}], tmp_path, 10**6).addresses[0]).size == (20, 10)


def test_the_budget_is_kept_and_said(tmp_path: Path) -> None:
    for i in range(5):
        paint(tmp_path / f"{i}.png")
    images = [{"file": f"{i}.png"} for i in range(5)]
    one = len(small_pictures(images[:1], tmp_path, 10**6).addresses[0])
    made = small_pictures(images, tmp_path, 2 * one + 1)
    assert sum(map(len, made.addresses.values())) <= 2 * one + 1
    assert list(made.addresses) == [0, 1]
    assert made.note.startswith("3 pictures are left out: ")


def test_without_pillow_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match="pip install 'pillow"):
        small_pictures([{"file": "a.png"}], tmp_path, 1)


def test_without_a_folder_there_are_no_pictures(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = small_pictures([{"file": "a.jpg"}], None, 10**6)
    assert found.addresses == {}
    assert "No folder of pictures was named" in found.note
