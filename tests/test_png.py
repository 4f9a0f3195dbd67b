"""Plain PNG files read without Pillow: the same pixels as Pillow's, or none."""

from __future__ import annotations

import io
import struct
import sys
import zlib

import numpy as np
import pytest

from truebox._png import distinct_pixels, most_plain_pixels, stored_pixels

Image = pytest.importorskip("PIL.Image")

KINDS = ("grey", "deep grey", "palette", "colour")
MODES = {"L": "grey", "I;16": "deep grey", "P": "palette", "RGB": "colour"}


def made(mode: str, width: int, height: int, seed: int) -> bytes:
    draws = np.random.default_rng(seed)
    channels = 3 if mode == "RGB" else 1
    pixels = draws.integers(0, 256, (height, width, channels))
    pixels[: height // 2] = pixels[:1]  # rows alike, so that the writer filters them
    if mode == "I;16":
        picture = Image.fromarray((pixels[..., 0] * 257 % 65_521).astype(np.uint16))
    else:
        picture = Image.fromarray(
            pixels.astype(np.uint8).squeeze(2) if channels == 1 else pixels.astype(np.uint8)
        )
    if mode == "P":
        picture.putpalette(draws.integers(0, 256, 768).astype(np.uint8).tobytes())
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def by_pillow(data: bytes) -> np.ndarray:
    with Image.open(io.BytesIO(data), formats=["PNG"]) as picture:
        return np.asarray(picture)


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def filtered(filters: list[int], width: int, seed: int, colour: int = 2, depth: int = 8) -> bytes:
    """A file whose rows name these filters; what is behind them is random, so every byte is of use."""
    across = width * {0: 1, 2: 3}[colour] * (depth // 8)
    draws = np.random.default_rng(seed)
    rows = b"".join(bytes([each]) + draws.bytes(across) for each in filters)
    head = struct.pack(">IIBBBBB", width, len(filters), depth, colour, 0, 0, 0)
    parts = chunk(b"IHDR", head), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 9), (17, 1), (64, 48), (131, 77)])
def test_pixels_are_those_of_pillow(mode: str, width: int, height: int) -> None:
    data = made(mode, width, height, seed=width)
    expected, found = by_pillow(data), stored_pixels(data, KINDS)
    assert found is not None
    assert (found.dtype, found.shape) == (expected.dtype, expected.shape)
    np.testing.assert_array_equal(found, expected)
    assert stored_pixels(data, [kind for kind in KINDS if kind != MODES[mode]]) is None


@pytest.mark.parametrize(("colour", "depth"), [(0, 8), (0, 16), (2, 8)])
@pytest.mark.parametrize("seed", range(5))
def test_every_filter_is_undone(colour: int, depth: int, seed: int) -> None:
    filters = np.random.default_rng(seed).integers(0, 5, 40).tolist()
    for of_rows in (filters, *([each] * 3 for each in range(5))):
        data = filtered(of_rows, 23, seed, colour, depth)
        found = stored_pixels(data, KINDS)
        assert found is not None
        np.testing.assert_array_equal(found, by_pillow(data))


def test_an_unknown_filter_is_left_to_pillow() -> None:
    assert stored_pixels(filtered([0, 5, 1], 8, 0), KINDS) is None


@pytest.mark.parametrize("mode", MODES)
def test_of_a_damaged_file_nothing_is_taken_that_pillow_reads_otherwise(mode: str) -> None:
    data = made(mode, 12, 9, seed=3)
    taken = 0
    for place in range(len(data)):
        for damaged in (
            data[:place],
            data[:place] + data[place + 1 :],
            flipped(data, place),
            data[:place] + b"\0" + data[place:],
        ):
            found = stored_pixels(damaged, KINDS)
            if found is not None:
                np.testing.assert_array_equal(found, by_pillow(damaged))
                taken += 1
    assert taken == 0  # every byte is under a sum


def flipped(data: bytes, place: int) -> bytes:
    return data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]


def with_chunk(data: bytes, name: bytes, content: bytes) -> bytes:
    return data[:33] + chunk(name, content) + data[33:]


def test_notes_beside_the_pixels_do_no_harm() -> None:
    data = made("L", 5, 4, seed=0)
    noted = with_chunk(with_chunk(data, b"tEXt", b"Title\0a mask"), b"pHYs", b"\0\0\0\1\0\0\0\1\0")
    np.testing.assert_array_equal(stored_pixels(noted, KINDS), by_pillow(data))


@pytest.mark.parametrize("name", [b"tRNS", b"acTL", b"iCCP", b"QQQQ", b"IHDR"])
def test_chunks_that_may_change_pixels_are_left_to_pillow(name: bytes) -> None:
    assert stored_pixels(with_chunk(made("L", 5, 4, seed=0), name, b"\0\0\0\1"), KINDS) is None


@pytest.mark.parametrize(
    ("name", "length"), [(b"pHYs", 9), (b"gAMA", 4), (b"sRGB", 1), (b"cHRM", 32), (b"PLTE", 12)]
)
@pytest.mark.parametrize("mode", MODES)
def test_notes_of_another_length_are_refused_where_pillow_refuses_them(
    name: bytes, length: int, mode: str
) -> None:
    if (name, mode) == (b"PLTE", "P"):  # which has one
        return
    data, refused = made(mode, 5, 4, seed=0), 0
    assert stored_pixels(with_chunk(data, name, b"\1" * length), KINDS) is not None
    for other in (*range(40), 770, 771, 1024):
        noted = with_chunk(data, name, b"\1" * other)
        try:
            expected = by_pillow(noted)
        except ValueError:
            refused += 1
            assert stored_pixels(noted, KINDS) is None
            continue
        found = stored_pixels(noted, KINDS)
        assert found is None or np.array_equal(found, expected)
    assert refused >= (length if name != b"PLTE" else 0)


def test_long_texts_are_left_to_pillow() -> None:
    assert (
        stored_pixels(with_chunk(made("L", 5, 4, seed=0), b"tEXt", b"a\0" + b"b" * (1 << 20)), KINDS) is None
    )


def test_pixels_in_several_chunks_are_one_stream() -> None:
    data = made("RGB", 31, 22, seed=1)
    start = data.index(b"IDAT") - 4
    packed = data[start + 8 : start + 8 + int.from_bytes(data[start : start + 4], "big")]
    halves = chunk(b"IDAT", packed[:50]) + chunk(b"IDAT", packed[50:])
    parted = data[:start] + halves + chunk(b"IEND", b"")
    np.testing.assert_array_equal(stored_pixels(parted, KINDS), by_pillow(data))
    between = chunk(b"IDAT", packed[:50]) + chunk(b"tEXt", b"a\0b") + chunk(b"IDAT", packed[50:])
    assert stored_pixels(data[:start] + between + chunk(b"IEND", b""), KINDS) is None


@pytest.mark.parametrize("rows", [3, 5])
def test_more_or_fewer_rows_than_said_are_left_to_pillow(rows: int) -> None:
    data = filtered([0] * rows, 4, 0)
    head = struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)
    assert stored_pixels(data[:8] + chunk(b"IHDR", head) + data[33:], KINDS) is None


def test_what_unpacks_to_more_than_its_pixels_is_not_unpacked() -> None:
    head = struct.pack(">IIBBBBB", 4, 4, 8, 0, 0, 0, 0)
    bomb = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1 << 24))) + chunk(b"IEND", b"")
    assert stored_pixels(b"\x89PNG\r\n\x1a\n" + bomb, KINDS) is None


def test_the_limit_a_user_sets_for_pillow_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    data = made("L", 20, 20, seed=0)
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 399)
    assert most_plain_pixels() == 399
    assert stored_pixels(data, KINDS) is None
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 4e2)
    assert stored_pixels(data, KINDS) is not None
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", -1)
    assert stored_pixels(data, KINDS) is None
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", None)
    assert stored_pixels(data, KINDS) is not None


def test_pillow_is_not_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    data = made("P", 6, 6, seed=0)
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.delitem(sys.modules, "PIL.Image", raising=False)
    assert stored_pixels(data, KINDS) is not None


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.int32, bool])
def test_distinct_pixels_are_those_of_numpy(dtype: type) -> None:
    pixels = np.random.default_rng(0).integers(0, 200, (30, 20)).astype(dtype)
    found = distinct_pixels(pixels)
    np.testing.assert_array_equal(found, np.unique(pixels))
    assert found.dtype == pixels.dtype
    assert distinct_pixels(pixels[:0]).tolist() == []
