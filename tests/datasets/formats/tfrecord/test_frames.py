"""Records and their checksums."""

from __future__ import annotations

import gzip
import struct

import pytest

from truebox.datasets.formats.tfrecord.frames import begins_as_record, framed, read_frames
from truebox.datasets.row_errors import RowErrors
from truebox.errors import InputError


def read(path, errors=None):
    return list(read_frames(path, errors or RowErrors()))


def test_a_record_is_as_tensorflow_writes_it():
    # Bytes of tf.io.TFRecordWriter of TensorFlow 2.21 for the record b"abc".
    assert framed(b"abc").hex() == "0300000000000000b099490e6162636e57f121"


def test_all_records_of_a_file_and_of_its_gzip(tmp_path):
    path = tmp_path / "a.tfrecord"
    data = framed(b"one") + framed(b"") + framed(b"three")
    for content in (data, gzip.compress(data)):
        path.write_bytes(content)
        assert read(path) == [(1, b"one"), (2, b""), (3, b"three")]
    assert begins_as_record(data)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (
            lambda data: data[:-1],
            "record 2: it should have 5 bytes and a checksum, but the file ends after 8",
        ),
        (lambda data: data[:-25], "record 1: .*ends after"),
        (lambda data: data + b"\0\0", "record 3: the file ends inside its length"),
        (lambda data: data[:19] + b"\xff" + data[20:], "record 2: the checksum of its length"),
        (lambda data: struct.pack("<Q", 1 << 62) + data[8:], "record 1: the checksum of its length"),
        (lambda data: data[:13] + b"?" + data[14:], "record 1: the checksum of its data is wrong"),
        (lambda data: b"text", "record 1: the file ends inside its length"),
    ],
)
def test_damage_is_said_with_its_record(tmp_path, damage, words):
    path = tmp_path / "a.tfrecord"
    path.write_bytes(damage(framed(b"one") + framed(b"three")))
    with pytest.raises(InputError, match=f"E-455 .*{words}"):
        read(path)


def test_a_length_beyond_the_file_is_refused_before_anything_is_allocated(tmp_path):
    length = struct.pack("<Q", 1 << 62)
    path = tmp_path / "a.tfrecord"
    path.write_bytes(length + framed_sum(length) + b"data")
    with pytest.raises(InputError, match=r"E-455 .*should have 4611686018427387904 bytes"):
        read(path)


def framed_sum(data: bytes) -> bytes:
    """The masked checksum of some bytes, as the end of a record of them has it."""
    return framed(data)[-4:]


def test_lenient_reading_goes_on_behind_damaged_data(tmp_path):
    data = bytearray(framed(b"one") + framed(b"three"))
    data[13] ^= 1
    path = tmp_path / "a.tfrecord"
    path.write_bytes(data)
    errors = RowErrors(lenient=True)
    assert read(path, errors) == [(2, b"three")]
    assert errors.counts == {"E-455": 1}


@pytest.mark.parametrize("head", [b"", b"\0" * 64, b"\xff" * 64, b'{"images": []}', b"PK\x03\x04 and more"])
def test_what_is_no_record(head):
    assert not begins_as_record(head)
