"""Columns as little-endian bytes."""

from __future__ import annotations

import base64
import struct

import numpy as np
import pytest

from truebox.report.page.packed import packed


@pytest.mark.parametrize(
    ("kind", "letter", "name"),
    [
        ("f8", "d", "Float64Array"),
        ("f4", "f", "Float32Array"),
        ("u2", "H", "Uint16Array"),
        ("u1", "B", "Uint8Array"),
        ("i4", "i", "Int32Array"),
    ],
)
def test_bytes_are_those_of_struct(kind: str, letter: str, name: str) -> None:
    values = [0, 1, 200]
    made = packed(np.array(values), kind)
    assert made["type"] == name
    assert base64.b64decode(made["bytes"]) == struct.pack(f"<3{letter}", *values)


def test_every_bit_of_a_score_is_kept() -> None:
    score = 0.1 + 0.2
    assert struct.unpack("<d", base64.b64decode(packed(np.array([score]), "f8")["bytes"])) == (score,)


def test_nothing_is_nothing() -> None:
    assert packed(np.empty(0), "f8")["bytes"] == ""
