"""A text small enough to be held whole, such as that of one image."""

from __future__ import annotations

from pathlib import Path

from truebox.datasets.texts.files import open_file
from truebox.errors import InputError

__all__ = ["read_small_text"]

_LARGEST_FILE = 64 << 20


def read_small_text(path: Path) -> str:
    """The text of a file of one image, without a byte-order mark (E-411, E-413)."""
    with open_file(path) as stream:
        data = stream.read(_LARGEST_FILE + 1)
    if len(data) > _LARGEST_FILE:
        raise InputError("E-413", str(path), "the file has over 64 MiB", "check what this file is")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        guess = " (it begins as UTF-16 does)" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ""
        problem = f"the text is not UTF-8: byte {error.start} is 0x{data[error.start]:02x}{guess}"
        raise InputError("E-411", str(path), problem, "save the file as UTF-8") from None
