"""Folders of PNGs by sequence, told by their headers."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from truebox.datasets.tracking.frame_folders import first_head, frame_folders

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def png_head(bits: int, colour: int) -> bytes:
    return SIGNATURE + struct.pack(">I4sIIBB", 13, b"IHDR", 5, 4, bits, colour)


def test_the_first_frame_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "00002.png").write_bytes(png_head(8, 3))
    (tmp_path / "00001.png").write_bytes(png_head(16, 0))
    (tmp_path / "0-preview.png").write_bytes(png_head(8, 2))
    assert first_head(tmp_path) == (16, 0)


@pytest.mark.parametrize("content", [b"", b"no PNG at all, but long enough", png_head(8, 0)[:25]])
def test_what_is_no_png_has_no_head(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "1.png").write_bytes(content)
    assert first_head(tmp_path) is None


def test_sequences_lie_in_the_first_folder_that_has_any(tmp_path: Path) -> None:
    for name in ("b/two", "b/one", "c/three"):
        (tmp_path / name).mkdir(parents=True)
    found = frame_folders(tmp_path, ("a", "b", "c"), lambda folder: folder.name in ("one", "two", "three"))
    assert list(found) == ["one", "two"]
    assert list(frame_folders(tmp_path / "b" / "one", (), lambda folder: True)) == ["one"]
