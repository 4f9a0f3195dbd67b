"""Columns as little-endian bytes."""

from __future__ import annotations

import base64
import struct
import zlib

import numpy as np
import pytest

from truebox.report.page.packed import columns_apart, columns_deflated, packed


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


def test_columns_in_lists_and_in_objects_are_taken_and_all_else_stays() -> None:
    taken: list[dict[str, str]] = []
    side = {
        "columns": {"iou": 0.5, "score": {"type": "Float64Array", "bytes": "AAA="}, "truths": [1, 2]},
        "sliceMembers": [None, {"truths": {"type": "Uint8Array", "bytes": "AQ=="}}],
        "perClass": [{"name": "type", "low": None}],
        "bytes": "not a column",
    }
    left = columns_apart(side, "columns-3", taken)
    assert taken == [{"type": "Float64Array", "bytes": "AAA="}, {"type": "Uint8Array", "bytes": "AQ=="}]
    assert left == {
        "columns": {
            "iou": 0.5,
            "score": {"type": "Float64Array", "part": "columns-3", "at": 0},
            "truths": [1, 2],
        },
        "sliceMembers": [None, {"truths": {"type": "Uint8Array", "part": "columns-3", "at": 1}}],
        "perClass": [{"name": "type", "low": None}],
        "bytes": "not a column",
    }


@pytest.mark.parametrize("kind", ["f8", "i4", "u2", "u1"])
def test_long_columns_inflate_to_the_same_bytes(kind: str) -> None:
    values = np.random.default_rng(1).integers(0, 200, 60_000)
    plain = packed(values, kind)
    made = columns_deflated({"results": [{"columns": {"image": plain, "few": packed(values[:9], kind)}}]})
    column = made["results"][0]["columns"]["image"]
    found = zlib.decompress(base64.b64decode(column["deflated"]))
    if column["planes"]:
        found = np.frombuffer(found, np.uint8).reshape(-1, len(values)).T.tobytes()
    assert found == base64.b64decode(plain["bytes"])
    assert column["type"] == plain["type"]
    assert len(column["deflated"]) < len(plain["bytes"])
    assert made["results"][0]["columns"]["few"] == packed(values[:9], kind)


def test_what_is_no_column_stays() -> None:
    value = {"truths": [1, 2], "metrics": [None, {"key": "AP"}], "source": "a" * 100_000, "empty": []}
    assert columns_deflated(value) == value
