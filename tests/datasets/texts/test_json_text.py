"""JSON text to objects; each fault is tested in tests/faults."""

from __future__ import annotations

import pytest

from truebox.datasets.texts.json_text import MAX_DEPTH, check_text, members_of, parse
from truebox.errors import InputError


def test_values_are_those_of_json():
    text = b' {"a": [1, -0, 2.5e-3, true, null, "\\u00e9\\ud83d\\ude00"], "b": {}} '
    assert parse(text, "x") == {"a": [1, 0, 0.0025, True, None, "\u00e9\U0001f600"], "b": {}}


def test_depth_up_to_the_cap_is_read():
    value = parse(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH, "x")
    for _ in range(MAX_DEPTH - 1):
        value = value[0]
    assert value == []
    with pytest.raises(InputError, match=f"E-107 .*deeper than {MAX_DEPTH}"):
        parse(b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1), "x")


def test_the_place_is_line_column_and_byte():
    with pytest.raises(InputError, match=r"E-104 x line 3 column 3 \(byte 9\): \} cannot stand here"):
        parse(b"[1,\n2,\n  }]", "x")


def test_what_stands_there_is_shown_without_control_characters():
    with pytest.raises(InputError) as caught:
        parse(b"[\x1b]0;title\x07]", "x")
    assert "\x1b" not in str(caught.value)
    assert "cannot stand here" in str(caught.value)


def test_members_of_a_broken_text_are_refused_with_the_place() -> None:
    assert [bytes(each) for each in members_of(b'{"a": [1], "b": {}}', "x.json", ["b", "a"])] == [
        b"{}",
        b"[1]",
    ]
    with pytest.raises(InputError, match=r"E-104 x.json line 1 column 16 .*1e400 is a number too large"):
        members_of(b'{"a": [1], "b":1e400}', "x.json", ["a"])
    with pytest.raises(InputError, match=r"E-104 x.json: no b are there"):
        members_of(b'{"a": [1]}', "x.json", ["b"])


@pytest.mark.parametrize("start", [b"\0", b"\x07", b"\xf3\xa1"])
def test_what_is_no_text_is_named_by_its_first_byte(start):
    with pytest.raises(InputError, match=f"byte 0x{start[0]:02x} cannot stand here"):
        check_text(start * 40, "a.json")
