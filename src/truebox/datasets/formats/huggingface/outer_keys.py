"""The keys of the outermost object of a JSON text that may be cut off; importing this needs no NumPy."""

from __future__ import annotations

import re

from truebox._lazily import deferred_pattern

__all__ = ["outer_keys"]

_TOKEN = deferred_pattern(rb'"((?:[^"\\]|\\.)*)"(\s*:)?|[\[\]{}]', re.DOTALL)


def outer_keys(text: bytes) -> tuple[str, ...]:
    """The keys of the object that `text` begins with, as far as it goes; none where it begins otherwise.

    A name inside a value is no key: that a class is called ``objects`` says nothing about the file.

    Parameters
    ----------
    text : bytes
        The beginning of a JSON text.

    Examples
    --------
    >>> outer_keys(b'{"file_name": "a.jpg", "objects": {"bbox": [[1, 2')
    ('file_name', 'objects')
    >>> outer_keys(b'{"categories": [{"supercategory": "objects"}], "images": [{"file_name": "a.jpg"}]}')
    ('categories', 'images')
    """
    text = text.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not text.startswith(b"{"):
        return ()
    found: list[str] = []
    depth = 0
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in (b"{", b"["):
            depth += 1
        elif mark in (b"}", b"]"):
            depth -= 1
            if depth == 0:
                break
        elif depth == 1 and token[2]:
            found.append(token[1].decode("utf-8", "replace"))
    return tuple(found)
