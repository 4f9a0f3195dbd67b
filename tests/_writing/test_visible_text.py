"""Text that controls nothing."""

from __future__ import annotations

import pytest

from truebox._writing.visible_text import cut_middle, spelled, visible_text


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("traffic light", "traffic light"),
        ("猫 кот 🐈", "猫 кот 🐈"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("two\nlines\r\n", "two\\x0alines\\x0d\\x0a"),
        ("\u202eevil", "\\u202eevil"),
        ("\ud800", "\\ud800"),
    ],
)
def test_controls_are_spelled_out(text, seen):
    assert visible_text(text) == seen


# Unicode's Bidi_Control: embeddings and overrides, and isolates; without the three marks, which letters need.
@pytest.mark.parametrize("code", [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x2028, 0x2029])
def test_what_turns_the_direction_or_the_line_is_spelled_out(code):
    assert visible_text(f"a{chr(code)}b") == f"a\\u{code:04x}b"


def test_a_character_as_its_number():
    assert (spelled("\x07"), spelled("猫"), spelled("🐈")) == ("\\x07", "\\u732b", "\\u1f408")


@pytest.mark.parametrize(
    ("length", "cut"), [(8, "camera-7"), (7, "cam…a-7"), (6, "cam…-7"), (3, "c…7"), (2, "c…")]
)
def test_what_is_cut_in_the_middle_keeps_both_ends(length, cut):
    assert cut_middle("camera-7", length) == cut


def test_what_is_cut_leaves_no_mark_of_a_letter_that_is_gone():
    assert cut_middle("ab" + "e\u0301" * 8, 7) == "abe…e\u0301"


@pytest.mark.parametrize("length", range(1, 40))
def test_what_is_spelled_out_is_kept_or_left_out_as_a_whole(length):
    letters = ["a", "\\x0a", "b", "\\u732b", "c"] * 2
    kept = cut_middle(letters, length)
    assert len(kept) <= length
    assert kept.replace("\\x0a", "").replace("\\u732b", "").strip("abc") in ("", "…")
