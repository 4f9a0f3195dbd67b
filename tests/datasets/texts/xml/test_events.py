"""XML that is safe to follow; any bytes end in words."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from truebox.datasets.texts.xml.events import xml_events
from truebox.errors import InputError


def tags(path: Path) -> list[str]:
    return [element.tag for event, element in xml_events(path) if event == "end"]


def test_elements_come_in_order(tmp_path):
    path = tmp_path / "a.xml"
    path.write_bytes(gzip.compress(b"<a><b/><c/></a>"))
    assert tags(path) == ["b", "c", "a"]
    path.write_text("<a>ä</a>", encoding="utf-16")
    assert tags(path) == ["a"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "E-406"),
        ('<!DOCTYPE a SYSTEM "http://e.org/x.dtd"><a/>', "E-406"),
        ("<a><b></a>", "E-444"),
        ("<a", "E-444"),
        ("", "E-444"),
        ("<a>&undefined;</a>", "E-444"),
        ('<?xml version="1.0" encoding="nothing"?><a/>', "E-444"),
    ],
)
def test_what_is_refused(tmp_path, text, code):
    path = tmp_path / "a.xml"
    path.write_text(text)
    with pytest.raises(InputError, match=code):
        tags(path)


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused(data):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.xml"
        path.write_bytes(b"<a>" + data)
        try:
            code = f"read {len(tags(path))}"
        except InputError as error:
            code = error.code
    assert code.startswith(("read", "E-406", "E-444"))
