"""Masks of pictures, against `encode_masks` of what Pillow reads."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from truebox.datasets.folders.picture_masks import masks_of_pictures
from truebox.masks import encode_masks

Image = pytest.importorskip("PIL.Image")

GREYS = ("grey", "deep grey", "palette")


def written(folder: Path, dtype: type, count: int) -> list[Path]:
    draws = np.random.default_rng(3)
    files = []
    for k in range(count):
        values = draws.integers(0, np.iinfo(dtype).max, 4, dtype=dtype, endpoint=True) * (k > 0)
        blocks = values[draws.integers(0, 4, (int(draws.integers(1, 9)), int(draws.integers(1, 9))))]
        files.append(folder / f"{k}.png")
        Image.fromarray(np.kron(blocks, np.ones((5, 7), dtype=dtype)).astype(dtype)).save(files[-1])
    return files


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("threads", [1, 2])
def test_every_value_has_its_mask(tmp_path: Path, dtype: type, threads: int) -> None:
    files = written(tmp_path, dtype, 12)
    found = masks_of_pictures(files, GREYS, apart=True, threads=threads)
    assert found.plain.all()
    for k, file in enumerate(files):
        pixels = np.asarray(Image.open(file))
        part = slice(found.bounds[k], found.bounds[k + 1])
        values = np.unique(pixels)
        assert found.values[part].tolist() == values.tolist()
        assert found.sizes[k].tolist() == list(pixels.shape)
        expected = encode_masks(pixels[None] == values[:, None, None])
        assert found.masks[part].runs.tolist() == expected.runs.tolist()
        assert found.masks[part].offsets.tolist() == expected.offsets.tolist()


def test_all_but_zero_is_one_mask(tmp_path: Path) -> None:
    files = written(tmp_path, np.uint8, 12)
    found = masks_of_pictures(files, ["grey"], apart=False, threads=None)
    held = [np.asarray(Image.open(file)) != 0 for file in files]
    assert np.diff(found.bounds).tolist() == [int(each.any()) for each in held]
    expected = [encode_masks(each).runs.tolist() for each in held if each.any()]
    assert [found.masks[k].runs.tolist() for k in range(len(found.masks))] == expected
    assert set(found.values.tolist()) == {1}


@pytest.mark.parametrize(("kind", "apart"), [("colour", True), ("colour", False), ("deep grey", False)])
def test_pixels_of_several_bytes_are_no_byte(tmp_path: Path, kind: str, apart: bool) -> None:
    with pytest.raises(ValueError, match="one channel"):
        masks_of_pictures(written(tmp_path, np.uint16, 2), [kind], apart=apart, threads=None)


def test_what_is_not_plain_is_left_out(tmp_path: Path) -> None:
    good = written(tmp_path, np.uint8, 2)[1]
    data = good.read_bytes()
    broken = {
        "cut.png": data[:-20],
        "flipped.png": data[:50] + bytes([data[50] ^ 1]) + data[51:],
        "behind.png": data + b"\0",
        "empty.png": b"",
        "text.png": b"no picture",
    }
    for name, content in broken.items():
        (tmp_path / name).write_bytes(content)
    Image.fromarray(np.zeros((4, 4, 3), np.uint8)).save(tmp_path / "colour.png")
    Image.fromarray(np.zeros((4, 4), np.uint16)).save(tmp_path / "deep.png")
    names = [*broken, "colour.png", "deep.png", "absent.png", "", "a\0.png", "half \ud800.png"]
    files = [good, *(tmp_path / name if name else tmp_path for name in names), good]
    found = masks_of_pictures(files, ["grey"], apart=False, threads=2)
    assert found.plain.tolist() == [True, *[False] * len(names), True]
    assert np.diff(found.bounds).tolist() == [1, *[0] * len(names), 1]
