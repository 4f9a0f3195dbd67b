"""One value of a panoptic annotation at a time: what it must be, and the words when it is not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from truebox._writing.saying import say
from truebox.errors import InputError

__all__ = ["check_one_kind", "flag", "identifier", "mapping", "rows", "segment_area", "segment_id"]

LARGEST_ID = 2**32 - 1
_SHAPE = "a panoptic JSON has annotations with image_id, file_name and segments_info"


def rows(parsed: Any, key: str, place: str) -> Sequence[Any]:
    """The list under `key` (E-171)."""
    value = parsed.get(key)
    if not isinstance(value, list | tuple):
        what = f'"{key}" is {say(value)}, need a list' if key in parsed else f'there is no list "{key}"'
        raise InputError("E-171", place, what, _SHAPE)
    return value


def mapping(value: Any, place: str) -> Mapping[str, Any]:
    """An object (E-171)."""
    if not isinstance(value, Mapping):
        raise InputError("E-171", place, f"this is {say(value)}, need an object", _SHAPE)
    return value


def identifier(row: Mapping[str, Any], key: str, place: str) -> int | str:
    """An id of an image or a category: a whole number or a text (E-125, E-126)."""
    if key not in row:
        raise InputError("E-125", place, f'there is no "{key}"', f'add "{key}" to every row')
    value = row[key]
    if isinstance(value, bool) or not isinstance(value, int | str):
        fix = "write ids as whole numbers or texts, the same in both files"
        raise InputError("E-126", f"{place}.{key}", f"{say(value)} is no id", fix)
    return value


def check_one_kind(ids: Sequence[int | str], place: str) -> None:
    """Refuse ids of which some are numbers and some are texts (E-127)."""
    if len({type(value) for value in ids}) > 1:
        problem = "some ids are numbers and some are texts"
        raise InputError("E-127", place, problem, "write every id the same way")


def segment_id(row: Mapping[str, Any], place: str) -> int:
    """The id of a segment: from 1 on, as 0 is VOID (E-177)."""
    value = row.get("id")
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= LARGEST_ID:
        what = f"{say(value)} is no segment id" if "id" in row else 'there is no "id"'
        fix = "number segments from 1 on, as in the PNG; 0 stands for VOID"
        raise InputError("E-177", f"{place}.id", what, fix)
    return value


def segment_area(row: Mapping[str, Any], place: str) -> int:
    """The pixels of a segment as stated, -1 where not (E-128)."""
    value = row.get("area")
    if value is None:
        return -1
    whole = not isinstance(value, bool) and isinstance(value, int | float) and value == value // 1
    if not whole or not 0 <= value < 2**53:
        fix = "write the number of pixels, or leave it out"
        raise InputError("E-128", f"{place}.area", f"{say(value)} is no number of pixels", fix)
    return int(value)


def flag(row: Mapping[str, Any], key: str, place: str, *, default: bool | None = False) -> bool:
    """A flag, 0 or 1 (E-129); without a default it must be there (E-171)."""
    value = row.get(key, default)
    if value is None and key not in row:
        fix = f'write "{key}": 1 for things, 0 for stuff'
        raise InputError("E-171", place, f'there is no "{key}"', fix)
    if value not in (0, 1):
        raise InputError("E-129", f"{place}.{key}", f"{say(value)} is neither 0 nor 1", "write 0 or 1")
    return bool(value)
