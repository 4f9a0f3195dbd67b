"""Folders of PNGs by sequence: where they are found, told by their headers, and what is none."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from palette_worlds import write_palettes

from truebox.datasets.tracking.frame_folders import has_palette, instance_folders, palette_folders
from truebox.datasets.tracking.layout import looks_tracked, track_files

pytestmark = pytest.mark.filterwarnings("ignore:.*mode.*parameter is deprecated:DeprecationWarning")

SIGNATURE = b"\x89PNG\r\n\x1a\n"
ONE = np.ones((1, 2, 3), dtype=np.uint8)


def picture_library() -> Any:
    return pytest.importorskip("PIL.Image", reason="extra images")


def png_head(bits: int, colour: int) -> bytes:
    return SIGNATURE + struct.pack(">I4sIIBB", 13, b"IHDR", 5, 4, bits, colour)


def written(folder: Path, **files: bytes) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / f"{name.strip('_')}.png").write_bytes(content)
    return folder


def test_the_first_frame_is_looked_at(tmp_path: Path) -> None:
    written(tmp_path / "a", _00002=png_head(8, 3), _00001=png_head(16, 0), preview=png_head(8, 2))
    assert list(instance_folders(tmp_path)) == ["a"]
    assert palette_folders(tmp_path) == {}


@pytest.mark.parametrize(
    "content", [b"", b"no PNG at all, but long enough", png_head(16, 0)[:25], png_head(16, 2)]
)
def test_what_is_no_such_png_is_none(tmp_path: Path, content: bytes) -> None:
    written(tmp_path / "a", _1=content)
    assert instance_folders(tmp_path) == palette_folders(tmp_path) == {}


def test_sequences_lie_in_the_path_or_in_instances(tmp_path: Path) -> None:
    written(tmp_path / "instances" / "0002", _000000=png_head(16, 0))
    assert list(instance_folders(tmp_path)) == ["0002"]
    written(tmp_path / "0001", _000000=png_head(16, 0))
    assert list(instance_folders(tmp_path)) == ["0001"]
    assert list(instance_folders(tmp_path / "0001")) == ["0001"]


@pytest.mark.parametrize("home", ["", "data", "Annotations/480p", "Annotations_unsupervised/480p"])
def test_sequences_are_found(home, tmp_path):
    picture_library()
    write_palettes(tmp_path / home, {"bear": ONE, "dog": ONE})
    assert list(palette_folders(tmp_path)) == ["bear", "dog"]
    assert track_files(tmp_path).kind == "palettes"
    assert looks_tracked(tmp_path)


def test_a_sequence_is_found_by_itself(tmp_path):
    picture_library()
    write_palettes(tmp_path, {"bear": ONE})
    assert list(palette_folders(tmp_path / "bear")) == ["bear"]


def test_greys_are_read_but_not_recognised(tmp_path):
    (tmp_path / "a").mkdir()
    picture_library().fromarray(ONE[0]).save(tmp_path / "a" / "00000.png")
    assert list(palette_folders(tmp_path)) == ["a"]
    assert not has_palette(tmp_path / "a")
    assert not looks_tracked(tmp_path)


@pytest.mark.parametrize("name", ["00000.png", "picture.png"])
def test_other_pictures_are_none(name, tmp_path):
    (tmp_path / "a").mkdir()
    if name == "00000.png":
        picture_library().fromarray(np.zeros((2, 2, 3), dtype=np.uint8)).save(tmp_path / "a" / name)
    else:
        picture_library().fromarray(ONE[0]).save(tmp_path / "a" / name)
    assert palette_folders(tmp_path) == {}


def test_hidden_folders_are_no_sequences(tmp_path: Path) -> None:
    """Such as what a killed process left of a folder that it was writing."""
    grey = png_head(16, 0)
    for name in ("0001", ".0001.0123abcd"):
        written(tmp_path / name, _000000=grey)
    assert list(instance_folders(tmp_path)) == ["0001"]
    picture_library()
    write_palettes(tmp_path / "palettes", {"bear": ONE, ".bear.0123abcd": ONE})
    assert list(palette_folders(tmp_path / "palettes")) == ["bear"]
