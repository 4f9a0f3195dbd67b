"""A COCO truth that memory would not hold, cut into files with some of its images or annotations each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from truebox._native import datasets as native
from truebox.datasets.texts.mapped_text import MappedText
from truebox.datasets.texts.not_in_pieces import NotInPiecesError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["TruthMembers", "bytes_of_annotation", "cut_truth", "members_of_truth"]

TruthMembers = dict[bytes, tuple[int, int]]
"""Where the value of each key of the file begins and ends."""

_SCALAR = re.compile(rb'"(?:[^"\\]|\\.)*"|[^,\[\]{}"\s]+')
_KEY = re.compile(rb'[ \t\r\n]*"([a-z_A-Z0-9 ]*)"[ \t\r\n]*:[ \t\r\n]*')
_BLANK = re.compile(rb"[ \t\r\n]*")
_BEFORE = re.compile(rb"(?:\xef\xbb\xbf)?[ \t\r\n]*\{")
_LISTS = (b"images", b"annotations", b"categories")
_SAMPLE = 1 << 18
_LOOKED_AT = 1 << 24


def members_of_truth(path: Path) -> TruthMembers | None:
    """Where the lists of the file are; None of a file whose form leaves any doubt."""
    with MappedText(path) as text:
        begin = _BEFORE.match(text)
        if begin is None:
            return None
        members: TruthMembers = {}
        at = begin.end()
        while True:
            key = _KEY.match(text, at)
            end = None if key is None else _end_of_value(text, key.end())
            if key is None or end is None or key[1] in members:
                return None
            members[key[1]] = (key.end(), end)
            at = _after_blank(text, end)
            if text[at : at + 1] == b"}":
                break
            if text[at : at + 1] != b",":
                return None
            at += 1
        whole = _after_blank(text, at + 1) == len(text)
        lists = all(name in members and text[members[name][0]] == ord("[") for name in _LISTS)
        return members if whole and lists else None


def bytes_of_annotation(path: Path, members: Mapping[bytes, tuple[int, int]]) -> float:
    """How long the first annotations are, on average."""
    begin, end = members[b"annotations"]
    with MappedText(path) as text:
        at, count = begin + 1, 0
        while at < min(end, begin + _SAMPLE):
            after = native.after_objects(text, at, 0)
            if after >= end - 1:
                break
            at, count = after + 1, count + 1
    return (at - begin) / count if count else max(end - begin, 1)


def cut_truth(
    path: Path, members: Mapping[bytes, tuple[int, int]], name: bytes, folder: Path, least: int
) -> Iterator[Path]:
    """Truths with every class and at least so many bytes of one list, the other being empty."""
    begin, end = members[name]
    other = b"annotations" if name == b"images" else b"images"
    with MappedText(path) as text:
        classes = text[slice(*members[b"categories"])]
        at, number = begin + 1, 0
        while True:
            after = min(native.after_objects(text, at, least), end - 1)
            comma = _after_blank(text, after)
            more = comma < end - 1
            if more and (text[comma : comma + 1] != b"," or _after_blank(text, comma + 1) == end - 1):
                raise NotInPiecesError  # what is wrong between two is said by who reads the whole
            piece = folder / f"{number}.json"
            with open(piece, "wb") as file:
                file.write(b'{"%s":[],"categories":%s,"%s":[' % (other, classes, name))
                file.write(text[at:after])
                file.write(b"]}")
            text.let_go(after)
            text.require_unchanged()
            yield piece
            if not more:
                return
            at, number = comma + 1, number + 1


def _end_of_value(text: MappedText, begin: int) -> int | None:
    if text[begin : begin + 1] == b"{":
        return int(native.after_objects(text, begin, 0))
    if text[begin : begin + 1] == b"[":
        end = begin + 1
        while end < len(text) and text[end : end + 1] != b"]":
            end = native.after_objects(text, end, _LOOKED_AT)
            text.let_go(end)
            while text[end : end + 1] in (b",", b" ", b"\n", b"\r", b"\t"):
                end += 1
        return min(end + 1, len(text))
    scalar = _SCALAR.match(text, begin)
    return None if scalar is None else scalar.end()


def _after_blank(text: MappedText, place: int) -> int:
    found = _BLANK.match(text, place)
    return place if found is None else found.end()
