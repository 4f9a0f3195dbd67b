"""gzip and Zstandard, whichever package reads it, against what the compressors were given."""

from __future__ import annotations

import gzip
import io
import json
import random
import zlib

import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.texts import packed
from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.packed import decompressed, is_packed, start_of, without_packing
from truebox.errors import InputError, MissingExtraError

pyarrow = pytest.importorskip("pyarrow")

TEXT = json.dumps([{"image_id": n, "bbox": [random.Random(n).random()] * 4} for n in range(9000)]).encode()
# A frame of RFC 8878, 3.1.2 that holds nothing of the text and is passed over.
SKIPPED = b"\x50\x2a\x4d\x18\x04\0\0\0abcd"
PACKAGES = [name for name in packed._ZSTD_PACKAGES if packed._imported(name)]


def zstd(data: bytes) -> bytes:
    return pyarrow.compress(data, codec="zstd", asbytes=True)


@pytest.fixture(params=["gzip", *PACKAGES])
def compress(request, monkeypatch):
    """A compressor, read by this package alone."""
    if request.param == "gzip":
        return gzip.compress
    monkeypatch.setattr(packed, "_ZSTD_PACKAGES", (request.param,))
    return zstd


def test_the_text_comes_back(compress):
    assert decompressed(compress(TEXT), "x") == TEXT


def test_all_members_are_joined(compress):
    assert decompressed(compress(TEXT) + compress(b"") + compress(b"[2]"), "x") == TEXT + b"[2]"


def test_many_small_members_are_joined(compress):
    assert decompressed(compress(b"[1], ") * 20_000, "x") == b"[1], " * 20_000


def test_text_longer_than_a_chunk_is_whole(compress):
    text = bytes(range(256)) * 40_000
    assert decompressed(compress(text), "x") == text


def test_every_truncation_is_refused(compress):
    whole = compress(b"[1, 2, 3]")
    for length in range(4, len(whole)):
        with pytest.raises(InputError, match=r"E-110 x: the (gzip|Zstandard) data is broken: .* ends early"):
            decompressed(whole[:length], "x")


@pytest.mark.parametrize("kept", [1000, -1000, -1])
def test_a_download_that_ended_early_is_refused(compress, kept):
    with pytest.raises(InputError, match=r"E-110 x: .* ends early"):
        decompressed(compress(TEXT)[:kept], "x")
    with pytest.raises(InputError, match=r"E-110 x: .* ends early"):
        decompressed(compress(b"[]") + compress(TEXT)[:kept], "x")


def test_what_follows_the_data_is_refused(compress):
    with pytest.raises(InputError, match=r"E-110 x: the (gzip|Zstandard) data is broken"):
        decompressed(compress(TEXT) + b"and more", "x")


def test_changed_bytes_are_refused_or_give_other_text_of_bounded_size(compress):
    whole = compress(TEXT[:2000])
    chance = random.Random(5)
    for _ in range(200):
        damaged = bytearray(whole)
        damaged[chance.randrange(4, len(whole))] ^= 1 << chance.randrange(8)
        try:
            text = decompressed(bytes(damaged), "x")
        except InputError:
            continue
        assert len(text) <= 64 << 20


def test_what_grows_out_of_proportion_is_refused(compress):
    with pytest.raises(InputError, match=r"E-110 x: .* grow beyond 67108864 bytes; that is no annotation"):
        decompressed(compress(bytes(65 << 20)), "x")


def test_nothing_compressed_is_an_empty_file(compress):
    with pytest.raises(InputError, match=r"E-103 x: the (gzip|Zstandard) file holds no text"):
        decompressed(compress(b""), "x")


def test_the_start_is_the_start_of_the_text(compress):
    assert start_of(io.BytesIO(compress(TEXT)), 4096) == TEXT[:4096]
    assert start_of(io.BytesIO(compress(TEXT)), 1 << 18, 1 << 20) == TEXT
    assert start_of(io.BytesIO(compress(b"[]")), 4096) == b"[]"


def test_noise_has_a_start_too(compress):
    noise = random.Random(1).randbytes(1 << 18)
    assert start_of(io.BytesIO(compress(noise)), 4096) == noise[:4096]


def test_the_start_of_what_is_broken_is_what_can_be_read(compress):
    assert start_of(io.BytesIO(compress(TEXT)[:4] + b"\xff" * 9), 4096) == b""


def test_frames_that_are_passed_over(compress):
    if compress is gzip.compress:
        assert decompressed(gzip.compress(b"[]") + bytes(3 << 16) + gzip.compress(b"[]"), "x") == b"[][]"
        return
    assert is_packed(SKIPPED)
    assert decompressed(SKIPPED + zstd(b"[]") + SKIPPED, "x") == b"[]"
    assert start_of(io.BytesIO(SKIPPED + zstd(b"[]")), 4096) == b"[]"


def test_only_compressed_data_is_told():
    assert is_packed(gzip.compress(b""))
    assert is_packed(zstd(b""))
    for head in (b"", b"[", b"{}", zlib.compress(b"[]"), b"\x50", b"\x28\xb5\x2f"):
        assert not is_packed(head)
    assert decompressed(b"[]", "x") == b"[]"
    assert without_packing("A.JSON.GZ") == "A.JSON"
    assert without_packing("a.csv.zst") == "a.csv"


@pytest.mark.parametrize("name", ["found.json", "found.json.zst", "found.csv.zst", "found"])
def test_without_a_package_the_command_that_mends_it_is_named(tmp_path, monkeypatch, name):
    monkeypatch.setattr(packed, "_ZSTD_PACKAGES", ())
    (tmp_path / name).write_bytes(zstd(b"[]"))
    for read in (read_truth, read_predictions, read_bytes):
        with pytest.raises(MissingExtraError, match=r"pip install '(backports\.zstd|truebox\[zstd\])"):
            read(tmp_path / name)


@pytest.mark.parametrize("pack", [gzip.compress, zstd])
def test_a_table_that_compresses_itself_is_not_compressed_again(tmp_path, pack):
    path = tmp_path / "found.parquet.zst"
    path.write_bytes(pack(b"PAR1 and so on"))
    with pytest.raises(InputError, match=r"E-480 .*Parquet"):
        read_predictions(path)
