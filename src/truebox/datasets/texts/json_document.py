"""The JSON files of labelling tools: one value, or one value a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import check_text, parse
from truebox.errors import InputError

__all__ = ["read_json", "read_json_keys", "read_json_lines"]

_LINE = re.compile(r" line 1 column (\d+) \(byte \d+\)$")


def read_json(path: Path) -> Any:
    """The value of a JSON file, or of a compressed one (E-101 to E-107, E-110)."""
    return parse(read_bytes(path), str(path))


def read_json_keys(path: Path, keys: tuple[str, ...]) -> dict[str, Any]:
    """Some keys of the object in a file; the values of all others are passed over, not built.

    A picture held as text inside an annotation file costs one look at its bytes.
    """
    text = read_bytes(path)
    check_text(text, str(path))
    try:
        found = msgspec.json.decode(text, type=_struct(keys))
    except msgspec.ValidationError:  # not an object: `JsonObject` words it
        return parse(text, str(path))  # type: ignore[no-any-return]
    return {key: getattr(found, f"held_{row}") for row, key in enumerate(keys)}


def read_json_lines(path: Path) -> Iterator[tuple[int, Any]]:
    """Line number and value of every line that is not blank."""
    text = bytes(read_bytes(path))
    for number, line in enumerate(text.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            yield number, parse(line, str(path))
        except InputError as error:
            place = _LINE.sub(r" column \1", error.place).removeprefix(str(path))
            raise InputError(error.code, f"{path} line {number}{place}", error.problem, error.fix) from None


@cache
def _struct(keys: tuple[str, ...]) -> Any:
    fields = [(f"held_{row}", Any, None) for row in range(len(keys))]
    return msgspec.defstruct(
        "Held", fields, rename={f"held_{row}": key for row, key in enumerate(keys)}, gc=False
    )
