"""A folder is written whole or not at all, with every picture a browser can show."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import evaluate
from truebox.report import write_page

pytest.importorskip("plotly")
Image = pytest.importorskip("PIL.Image")

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

FILES = ["a.jpg", "big.jpg", "turned.jpg", "sub/scan.tif", "broken.png", "absent.jpg", "../outside.jpg"]


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = tmp_path / "pictures"
    (folder / "sub").mkdir(parents=True)
    Image.new("RGB", (64, 48), "red").save(folder / "a.jpg")
    Image.new("RGB", (1000, 500), "green").save(folder / "big.jpg")
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    Image.new("RGB", (60, 40), "blue").save(folder / "turned.jpg", exif=exif)
    Image.new("RGB", (32, 32), "white").save(folder / "sub/scan.tif")
    (folder / "broken.png").write_bytes(b"no picture")
    Image.new("RGB", (32, 32), "black").save(tmp_path / "outside.jpg")
    return folder


@pytest.fixture
def result() -> Any:
    truth = {
        "images": [{"id": i, "file_name": name, "width": 9, "height": 9} for i, name in enumerate(FILES)],
        "categories": [{"id": 1, "name": "cat"}],
        "annotations": [
            {"id": i + 1, "image_id": i, "category_id": 1, "bbox": [0, 0, 4, 4], "area": 16, "iscrowd": 0}
            for i in range(len(FILES))
        ],
    }
    found = [{"image_id": i, "category_id": 1, "bbox": [0, 0, 4, 4], "score": 0.5} for i in range(len(FILES))]
    return evaluate(truth, found, mode="corrected")


def rows_of(folder: Path) -> dict[str, dict[str, Any]]:
    def value_of(name: str) -> Any:
        text = (folder / f"data/{name}.js").read_text()
        return json.loads(text[len(f'trueboxPart("{name}",') : -3])

    files = value_of("images")["files"]
    return {files[row["place"]]: row for row in value_of("rows-0")["images"]}


def test_pictures_are_linked_made_anew_or_left_out(tmp_path: Path, pictures: Path, result: Any) -> None:
    made = write_page(result, f"{tmp_path}/page/", images=pictures, replicates=0)
    assert os.fspath(made) == str(tmp_path / "page/index.html")
    folder = tmp_path / "page"
    rows = rows_of(folder)
    plain = folder / rows["a.jpg"]["picture"]
    assert plain.read_bytes() == (pictures / "a.jpg").read_bytes()
    assert plain.stat().st_ino == (pictures / "a.jpg").stat().st_ino  # a hard link
    assert "small" not in rows["a.jpg"]
    with Image.open(folder / rows["big.jpg"]["small"]) as small:
        assert small.size == (640, 320)
    for name, size in (("turned.jpg", (60, 40)), ("sub/scan.tif", (32, 32))):  # as the pixels lie, for boxes
        with Image.open(folder / rows[name]["picture"]) as picture:
            assert (picture.format, picture.size) == ("WEBP", size)
            assert picture.getexif().get(0x0112, 1) == 1
    assert all("picture" not in rows[name] for name in ("broken.png", "absent.jpg", "../outside.jpg"))
    assert "3 pictures were not found or are broken" in (folder / "index.html").read_text()


def test_where_no_link_can_be_made_pictures_are_copied(
    tmp_path: Path, pictures: Path, result: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_link(*names: Any) -> None:
        raise OSError("another disk")

    monkeypatch.setattr(os, "link", no_link)
    write_page(result, f"{tmp_path}/page/", images=pictures, replicates=0)
    plain = tmp_path / "page" / rows_of(tmp_path / "page")["a.jpg"]["picture"]
    assert plain.read_bytes() == (pictures / "a.jpg").read_bytes()
    assert plain.stat().st_ino != (pictures / "a.jpg").stat().st_ino


def test_an_earlier_page_is_replaced_and_anything_else_is_not(tmp_path: Path, result: Any) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    write_page(result, folder, replicates=0)  # an empty folder is filled
    (folder / "data/old.js").write_text("")
    write_page(result, folder, replicates=0)
    assert not (folder / "data/old.js").exists()
    (folder / "mine.txt").write_text("notes")
    with pytest.raises(InputError, match=r"E-445.*not empty"):
        write_page(result, folder, replicates=0)
    assert (folder / "mine.txt").read_text() == "notes"


def test_what_fails_leaves_the_earlier_page(
    tmp_path: Path, pictures: Path, result: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_page(result, f"{tmp_path}/page/", replicates=0)
    before = (tmp_path / "page/index.html").read_bytes()

    def full(self: Path, *values: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match=r"cannot write: No space left on device: .*page'"):
        write_page(result, f"{tmp_path}/page/", images=pictures, replicates=0)
    assert (tmp_path / "page/index.html").read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["outside.jpg", "page", "pictures"]


def test_a_folder_takes_no_limits(tmp_path: Path, result: Any) -> None:
    with pytest.raises(ArgumentError, match="most_images: a folder holds all images"):
        write_page(result, f"{tmp_path}/page/", most_images=3)
