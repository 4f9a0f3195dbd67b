"""Names out of files, safe to be put into a picture: nothing in them controls anything."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate

from truebox._writing.display_width import display_width

__all__ = ["cut_middle", "letters_within", "spelled", "visible_text"]

# C0 and C1 controls, line and paragraph separators, direction overrides and isolates, lone surrogates.
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible_text(text: str) -> str:
    r"""`text` on one line, with control characters, direction overrides and lone surrogates spelled out.

    Examples
    --------
    >>> print(visible_text("two\nlines"))
    two\x0alines
    """
    return _CONTROL.sub(lambda match: spelled(match.group()), text)


def spelled(character: str) -> str:
    r"""One character as its number, for where it cannot be shown.

    Examples
    --------
    >>> print(spelled("猫"))
    \u732b
    """
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def cut_middle(text: Sequence[str], longest: int) -> str:
    """At most `longest` letters of a name, its beginning and its end: names of one family differ at the end.

    Of a list of letters, some of which are spelled out, each is kept or left out as a whole.

    Examples
    --------
    >>> cut_middle("camera-north-07", 11), cut_middle("short", 11)
    ('camer…th-07', 'short')
    """
    if sum(map(len, text)) <= longest:
        return "".join(text)
    end = (longest - 1) // 2
    head, tail = letters_within(text, longest - 1 - end), letters_within(text[::-1], end)[::-1]
    while tail and not display_width(tail[0]):  # what belongs to a letter that is gone
        tail = tail[1:]
    return "".join((*head, "…", *tail))


def letters_within(text: Sequence[str], longest: int) -> Sequence[str]:
    r"""The first letters that are `longest` long together, some of which are spelled out.

    Examples
    --------
    >>> letters_within("camera", 3), letters_within(["a", "\\u732b", "b"], 4)
    ('cam', ['a'])
    """
    return text[: sum(length <= longest for length in accumulate(map(len, text)))]
