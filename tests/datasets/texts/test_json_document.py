"""JSON files and JSON lines."""

from __future__ import annotations

import gzip
import json

import pytest

from truebox.datasets.texts.json_document import read_json, read_json_keys, read_json_lines
from truebox.errors import InputError


def test_a_file_or_gzip_of_it(tmp_path):
    (tmp_path / "a.json").write_text('{"a": [1]}')
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(b'{"a": [1]}'))
    assert read_json(tmp_path / "a.json") == read_json(tmp_path / "a.json.gz") == {"a": [1]}


def test_only_the_keys_asked_for_are_built(tmp_path):
    path = tmp_path / "a.json"
    path.write_text(json.dumps({"a": 1, "big": "x" * 1000, "b": {"c": 2}}))
    assert read_json_keys(path, ("a", "b", "missing")) == {"a": 1, "b": {"c": 2}, "missing": None}
    path.write_text("[1, 2]")
    assert read_json_keys(path, ("a",)) == [1, 2]


def test_lines_keep_their_numbers(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"a": 1}\r\n\r\n{"a": 2}')
    assert list(read_json_lines(path)) == [(1, {"a": 1}), (3, {"a": 2})]
    path.write_bytes(b'{"a": 1}\n{"a": }\n')
    with pytest.raises(InputError) as refused:
        list(read_json_lines(path))
    assert refused.value.place == f"{path} line 2 column 7"
    path.write_bytes(b'{"a": 1}\n"\xff"\n')
    with pytest.raises(InputError, match=r"E-105 .*line 2"):
        list(read_json_lines(path))
