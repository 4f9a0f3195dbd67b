"""A small text, held whole."""

from __future__ import annotations

import pytest

from truebox.datasets.texts.small_text import read_small_text
from truebox.errors import InputError


def test_a_byte_order_mark_is_taken_off(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbf0 1\r\n")
    assert read_small_text(path) == "0 1\r\n"


def test_another_encoding_is_refused_with_a_guess(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes("0 1".encode("utf-16"))
    with pytest.raises(InputError, match=r"E-411.*begins as UTF-16 does"):
        read_small_text(path)


def test_a_file_beyond_all_proportion_is_refused(tmp_path):
    path = tmp_path / "a.txt"
    with path.open("wb") as stream:
        stream.truncate((64 << 20) + 1)
    with pytest.raises(InputError, match="E-413"):
        read_small_text(path)
