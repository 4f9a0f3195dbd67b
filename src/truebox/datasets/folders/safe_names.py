"""Names of images as names of files that any system takes, inside a folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebox._writing.saying import say
from truebox.errors import InputError

if TYPE_CHECKING:
    from truebox.records import Truth

__all__ = ["plain_names", "refuse_unfit_name", "safe_names"]

_UNSAFE = re.compile(r"[\x00-\x1f\x7f<>:\"|?*\\]|(^|/)(\.{0,2}|\.[^/]*|[^/]*[. ])(/|$)")
# Windows keeps these names, with any suffix, for devices.
_RESERVED = re.compile(r"(CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³])", re.IGNORECASE)
_LONGEST = 250  # of the 255 bytes that file systems take, .json goes off
_SUFFIX = re.compile(r"\.[A-Za-z0-9]{2,5}$")
# Names line by line: letters, digits and lines between them, in folders, with a suffix or without.
_PLAIN = re.compile(r"^(?:[A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+(?:\.[A-Za-z0-9]{2,5})?$", re.MULTILINE)
_SUFFIXES = re.compile(_SUFFIX.pattern, re.MULTILINE)
_ANY_RESERVED = re.compile(rf"(?:^|/){_RESERVED.pattern}(?:/|$)", re.IGNORECASE | re.MULTILINE)


def refuse_unfit_name(name: str, place: str, row: int | None = None) -> None:
    """Refuse what no file or folder can be called on every system: too long, or the name of a device (E-414).

    Examples
    --------
    >>> refuse_unfit_name("val/aux", "truth.json images[7]")
    Traceback (most recent call last):
    ...
    truebox.errors.InputError: E-414 truth.json images[7]: "aux" is the name of a device on Windows...
    """
    for part in name.split("/"):
        if _RESERVED.fullmatch(part.partition(".")[0].rstrip()):
            problem = f"{say(part)} is the name of a device on Windows"
            raise InputError("E-414", place, problem, "rename the image", row=row)
        size = len(part.encode("utf-8", "surrogatepass"))
        if size > _LONGEST:
            problem = f"{say(part)} has {size} bytes, and names of files have 255 with their suffix"
            raise InputError("E-414", place, problem, "shorten the name", row=row)


def safe_names(truth: Truth) -> list[str]:
    """A name per image that any file can have: its file name without suffix, else its id (E-414)."""
    files = list(truth.images.file_names)
    if all(files) and (plain := plain_names(files)):
        return plain
    names = []
    seen: dict[str, int] = {}
    for row, (key, file) in enumerate(zip(truth.images.ids.tolist(), files, strict=True)):
        text = file or str(key)
        name = text[: -len(text.rpartition(".")[2]) - 1] if _SUFFIX.search(text) else text
        place = f"{truth.source.name} images[{row}]"
        if _UNSAFE.search(name):
            problem = f"{say(text)} cannot be the name of a file inside a folder"
            raise InputError("E-414", place, problem, "give the image a plain relative file name", row=row)
        refuse_unfit_name(name, place, row)
        if name.lower() in seen:
            problem = f"{say(text)} would be written to the same file as images[{seen[name.lower()]}]"
            raise InputError("E-414", place, problem, "give each image its own name", row=row)
        seen[name.lower()] = row
        names.append(name)
    return names


def plain_names(files: Sequence[str]) -> list[str]:
    """Names without suffix, of letters, digits and lines, no two alike; none where one is not so plain.

    Examples
    --------
    >>> plain_names(["val/a.jpg", "b"]), plain_names(["a.jpg", "b c.jpg"]), plain_names(["a.jpg", "A.png"])
    (['val/a', 'b'], [], [])
    """
    if not files:
        return []
    joined = "\n".join(files)
    if joined.count("\n") != len(files) - 1:
        return []
    if len(_PLAIN.findall(joined)) != len(files) or len(max(files, key=len)) > _LONGEST:
        return []
    bare = _SUFFIXES.sub("", joined)
    names = bare.split("\n")
    if len(set(bare.lower().split("\n"))) < len(names) or _ANY_RESERVED.search(bare):
        return []
    return names
