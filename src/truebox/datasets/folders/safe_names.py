"""Names of images as names of files that any system takes, inside a folder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from truebox._writing.saying import say
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["safe_names"]

_UNSAFE = re.compile(r"[\x00-\x1f\x7f<>:\"|?*\\]|(^|/)(\.{0,2}|\.[^/]*|[^/]*[. ])(/|$)")
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{2,5}$")


def safe_names(truth: Truth) -> list[str]:
    """A name per image that any file can have: its file name without suffix, else its id (E-414)."""
    names = []
    seen: dict[str, int] = {}
    files = list(truth.images.file_names)
    for row, (key, file) in enumerate(zip(truth.images.ids.tolist(), files, strict=True)):
        text = file or str(key)
        name = text[: -len(text.rpartition(".")[2]) - 1] if _SUFFIX.search(text) else text
        place = f"{truth.source.name} images[{row}]"
        if _UNSAFE.search(name):
            problem = f"{say(text)} cannot be the name of a file inside a folder"
            raise InputError("E-414", place, problem, "give the image a plain relative file name", row=row)
        if name.lower() in seen:
            problem = f"{say(text)} would be written to the same file as images[{seen[name.lower()]}]"
            raise InputError("E-414", place, problem, "give each image its own name", row=row)
        seen[name.lower()] = row
        names.append(name)
    return names
