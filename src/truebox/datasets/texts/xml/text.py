"""Text that an XML file can hold."""

from __future__ import annotations

import re
from xml.sax.saxutils import escape, quoteattr

from truebox._writing.saying import say
from truebox.errors import InputError

__all__ = ["xml_text", "xml_value"]

# XML 1.0, production 2: what is no character of a document.
_NO_CHARACTER = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def xml_text(text: str) -> str:
    """Text between tags (E-440 for characters that XML does not have).

    Examples
    --------
    >>> xml_text("a < b")
    'a &lt; b'
    """
    return escape(_checked(text), {"\r": "&#13;"})


def xml_value(value: object) -> str:
    r"""The value of an attribute, with its quotes.

    Examples
    --------
    >>> xml_value('say "a"'), xml_value(0.1), xml_value(True)
    ('\'say "a"\'', '"0.1"', '"1"')
    """
    text = str(int(value)) if isinstance(value, bool) else str(value)
    return quoteattr(_checked(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _checked(text: str) -> str:
    found = _NO_CHARACTER.search(text)
    if found:
        problem = f"{say(text)} holds the character U+{ord(found.group()):04X}, which XML does not have"
        raise InputError("E-440", "a name", problem, "rename it, or write another format")
    return text
