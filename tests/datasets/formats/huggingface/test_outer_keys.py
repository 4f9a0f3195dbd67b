"""Keys are told from words inside values."""

from __future__ import annotations

import json

import pytest

from truebox.datasets.formats.huggingface.outer_keys import outer_keys


def test_only_keys_of_the_outermost_object_count():
    text = json.dumps({"a": {"b": [1, {"c": 2}]}, "d": "e", 'q"': [["f:"]], "ü": None}, ensure_ascii=False)
    assert outer_keys(text.encode()) == ("a", "d", '\\"'.join(("q", "")), "ü")


def test_a_text_that_is_cut_off_gives_what_it_has():
    text = b'{"images": [{"file_name": "a.jpg"}], "annotations": [{"bbox": [1'
    assert outer_keys(text) == ("images", "annotations")
    assert outer_keys(b'{"images": 1, "anno') == ("images",)


def test_what_follows_the_object_is_another_line():
    assert outer_keys(b'{"a": 1}\n{"b": 2}') == ("a",)


@pytest.mark.parametrize("text", [b"", b'[{"a": 1}]', b'"a": 1', b"\xff\x00{"])
def test_anything_else_has_no_keys(text):
    assert outer_keys(text) == ()
