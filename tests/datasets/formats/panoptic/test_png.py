"""PNG files of segment ids: every kind an optimiser writes, and every fault named."""

from __future__ import annotations

import builtins
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from truebox.datasets.formats.panoptic.png import PanopticPng, require_pillow
from truebox.errors import InputError, MissingExtraError

COLOURS = np.array([[[1, 2, 3], [0, 0, 0]], [[9, 9, 9], [1, 2, 3]]], dtype=np.uint8)


def refusal(path):
    with pytest.raises(InputError) as caught:
        PanopticPng(path).pixel_bytes()
    return str(caught.value)


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P"])
def test_every_kind_holds_the_same_ids(tmp_path, mode):
    image = Image.fromarray(COLOURS)
    if mode == "RGBA":
        image.putalpha(Image.fromarray(np.array([[0, 255], [7, 0]], dtype=np.uint8)))
    elif mode == "P":
        image = image.quantize(4, dither=Image.Dither.NONE)
    image.save(tmp_path / "a.png", **({"transparency": b"\0\x80"} if mode == "P" else {}))
    png = PanopticPng(tmp_path / "a.png")
    assert png.size == (2, 2)
    assert png.pixel_bytes().tolist() == COLOURS.reshape(4, 3).tolist()


def test_shades_of_grey_are_ids_too(tmp_path):
    Image.fromarray(COLOURS[1:, :1, 0]).save(tmp_path / "a.png")
    assert PanopticPng(tmp_path / "a.png").pixel_bytes().tolist() == [[9, 9, 9]]


def test_missing_files(tmp_path):
    assert refusal(tmp_path / "a.png").startswith(
        f"E-172 {tmp_path / 'a.png'}: the PNG of segment ids cannot"
    )
    assert "there is no folder" in refusal(tmp_path / "gone" / "a.png")
    Image.fromarray(COLOURS).save(tmp_path / "b.png")
    assert "there is b.png: write file_name with .png" in refusal(tmp_path / "b.jpg")
    (tmp_path / "c.png").mkdir()
    assert refusal(tmp_path / "c.png").startswith("E-172")


def test_other_formats(tmp_path):
    Image.fromarray(COLOURS).save(tmp_path / "a.png", format="JPEG")
    assert "E-173" in refusal(tmp_path / "a.png")
    assert "this is a JPEG" in refusal(tmp_path / "a.png")
    (tmp_path / "a.png").write_bytes(b"")
    assert "this is no PNG" in refusal(tmp_path / "a.png")
    Image.fromarray(np.array([[70_000 % 65_536]], dtype=np.uint16)).save(tmp_path / "a.png")
    assert "16 bits per channel" in refusal(tmp_path / "a.png")


@pytest.mark.parametrize("kept", [26, 30, 45, 60, -8])
def test_truncated_files(tmp_path, kept):
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (40, 40, 3), dtype=np.uint8)).save(
        tmp_path / "a.png"
    )
    data = (tmp_path / "a.png").read_bytes()
    (tmp_path / "a.png").write_bytes(data[: kept if kept > 0 else len(data) // 2])
    assert "E-173" in refusal(tmp_path / "a.png")


def test_bytes_flipped_anywhere_are_refused_or_read(tmp_path):
    Image.fromarray(COLOURS).save(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    codes = []
    for place in range(len(data)):
        (tmp_path / "b.png").write_bytes(data[:place] + bytes([data[place] ^ 0x55]) + data[place + 1 :])
        try:
            assert PanopticPng(tmp_path / "b.png").pixel_bytes().shape[1] == 3
        except InputError as error:
            codes.append(error.code)
    assert set(codes) == {"E-173"}
    assert len(codes) > len(data) // 2


def test_a_bomb_is_refused_by_its_header(tmp_path):
    head = struct.pack(">IIBBBBB", 50_000, 50_000, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + head + struct.pack(">I", zlib.crc32(b"IHDR" + head))
    (tmp_path / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n" + chunk)
    assert "50000 x 50000 pixels are more than the limit" in refusal(tmp_path / "a.png")


def test_without_pillow(monkeypatch):
    real = builtins.__import__

    def fail(name, *rest):
        if name.startswith("PIL"):
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", fail)
    with pytest.raises(MissingExtraError, match=r"pip install 'pillow"):
        require_pillow()
