"""The message tf.train.Example."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.formats.tfrecord.example import as_example, read_example
from truebox.errors import InputError

_LISTS = (
    st.lists(st.binary(max_size=9), max_size=4)
    | st.lists(st.floats(width=32, allow_nan=False), max_size=4)
    | st.lists(st.integers(-(1 << 63), (1 << 63) - 1), max_size=4)
)


def read(data: bytes):
    return read_example(data, "a.tfrecord record 1", 0)


def read_or_refused(data: bytes):
    """What is read, nothing where it is refused by E-456; whatever else is raised fails the test."""
    try:
        return read(data)
    except InputError as error:
        return {} if error.code == "E-456" else {error.code: error}


def message(number: int, content: bytes) -> bytes:
    """A part of a message that is shorter than 128 bytes."""
    return bytes([number << 3 | 2, len(content)]) + content


def example_of(feature: bytes) -> bytes:
    return message(1, message(1, message(1, b"x") + message(2, feature)))


@given(st.dictionaries(st.text(max_size=5), _LISTS, max_size=5))
def test_reading_gives_back_what_was_written(features):
    assert read(as_example(features)) == features


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data):
    assert all(isinstance(values, list) for values in read_or_refused(data).values())


@given(st.integers(0, 200), st.integers(0, 255))
def test_any_changed_byte_is_read_or_refused(at, byte):
    data = bytearray(as_example({"a": [0.5, 2.0], "b": [b"cat"], "c": [3, -1], "long name": [b"x" * 150]}))
    data[at % len(data)] = byte
    assert len(read_or_refused(bytes(data))) <= 4


def test_lists_that_are_not_packed():
    # protobuf.dev/programming-guides/encoding: readers accept both forms of a repeated number.
    floats = b"".join(b"\x0d" + struct.pack("<f", number) for number in (0.5, 2.0))
    assert read(example_of(message(2, floats))) == {"x": [0.5, 2.0]}
    assert read(example_of(message(3, b"\x08\x07\x08\x96\x01"))) == {"x": [7, 150]}


def test_only_wanted_names_are_kept():
    data = as_example({"image/width": [3], "image/encoded": [b"pixels"]})
    assert read_example(data, "a", 0, ("image/width",)) == {"image/width": [3]}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x0a\x05ab", "longer than what holds it"),
        (b"\x0b", "unknown kind 3"),
        (b"\x02\x00", "number 0"),
        (b"\x0a" + b"\xff" * 11, "no end"),
        (b"\x0a\xff", "no end"),
        (example_of(message(2, message(1, b"abc"))), "half a float"),
        (example_of(message(3, b"\x0d\0\0\0\0")), "something else"),
        (message(1, message(1, message(1, b"\xff") + message(2, b""))), "not UTF-8"),
    ],
)
def test_what_is_no_example_is_refused(data, words):
    with pytest.raises(InputError, match=f"E-456 a.tfrecord record 1: .*{words}"):
        read(data)
