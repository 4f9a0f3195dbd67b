"""Whether a text begins as COCO does; importing this needs no NumPy."""

from __future__ import annotations

import re
from io import BytesIO
from mmap import ACCESS_READ, mmap
from pathlib import Path
from typing import Literal

from truebox._native import datasets as _kernels
from truebox._writing.streams import kept_bytes
from truebox.datasets.texts.packed import start_of
from truebox.errors import MissingExtraError

__all__ = ["coco_evidence", "path_lacks", "path_looks_like_coco"]

_HEAD = 1 << 12

_TRUTH_KEYS = (b'"images"', b'"annotations"', b'"categories"')
_FIRST_KEYS = (b"info", b"licenses", b"images", b"annotations", b"categories", b"type")
# What labelling tools write for one picture: annotations with "label" where COCO's have "category_id".
# Few texts have its key, so few runs compile the pattern; so with the next.
_ONE_PICTURE = rb'^\{\s*"annotations"\s*:\s*\[\s*\{[^{}]*"label"\s*:'
_ULTRALYTICS_ROW = rb'^\[\s*\{\s*"image_id"\s*:[^,{}]*,\s*"file_name"\s*:\s*"[^"]*"\s*,\s*"category_id"'

_SHAPE_WORDS = {"segmentation": "masks", "keypoints": "keypoints"}
_SPELLED = ("\\u006", "\\u007")  # small letters as their numbers


def coco_evidence(head: bytes, role: Literal["truth", "predictions"]) -> str:
    """What speaks for COCO in the first bytes of a text; nothing where it is something else.

    Examples
    --------
    >>> coco_evidence(b'{"images": [{"id": 1}], "annotations"', "truth")
    'an object with "images", "annotations"'
    >>> coco_evidence(b'[{"image_id": 7, "category_id": 3, "score": 1}]', "predictions")
    'a list of objects with "image_id" and "category_id"'
    """
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if role == "truth" and _begins_with_a_key(text) and not _is_of_one_picture(text):
        held = [key.decode() for key in _TRUTH_KEYS if key in text]
        return f"an object with {', '.join(held)}" if held else "an object that begins as COCO does"
    if role == "predictions" and text.startswith(b"["):
        if text[1:].lstrip().startswith(b"]"):
            return "an empty list"
        if b'"file_name"' in text and re.match(_ULTRALYTICS_ROW, text):
            return ""  # the same form, but ids of its own
        first = text[: text.find(b"}") + 1] or text
        if b'"image_id"' in first and b'"category_id"' in first:
            return 'a list of objects with "image_id" and "category_id"'
    return ""


def _begins_with_a_key(text: bytes) -> bool:
    inside = text[1:].lstrip()
    key, quote, after = inside[1:].partition(b'"')
    begins = text[:1] == b"{" and inside[:1] == quote == b'"'
    return begins and key in _FIRST_KEYS and after.lstrip()[:1] == b":"


def _is_of_one_picture(text: bytes) -> bool:
    return b'"label"' in text and re.match(_ONE_PICTURE, text) is not None


def path_looks_like_coco(path: Path, role: Literal["truth", "predictions"]) -> bool:
    """Whether the first 4 KiB of a file, or of the text in it, speak for COCO; any doubt says no.

    Examples
    --------
    >>> path_looks_like_coco(Path("no-such-file.json"), "truth")
    False
    """
    try:
        kept = kept_bytes(path)
        if kept is None:
            with path.open("rb", buffering=0) as stream:
                head = start_of(stream, _HEAD)
        else:
            head = start_of(BytesIO(kept), _HEAD)
    except (OSError, ValueError, MissingExtraError):
        return False
    return bool(coco_evidence(head, role))


def path_lacks(path: Path) -> frozenset[str]:
    r"""Which of masks and keypoints no row of a plain file of COCO can have; none of them in any doubt.

    Their words stand nowhere in it, and no letter is spelled as its number (``\u006b``).

    Examples
    --------
    >>> path_lacks(Path("no-such-file.json"))
    frozenset()
    """
    if not (path_looks_like_coco(path, "truth") or path_looks_like_coco(path, "predictions")):
        return frozenset()
    try:
        with path.open("rb") as stream, mmap(stream.fileno(), 0, access=ACCESS_READ) as text:
            plain = text[:4].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[", b"")
            found = _kernels.words_in(text, [*_SHAPE_WORDS, *_SPELLED])
    except (OSError, ValueError):
        return frozenset()
    if not plain or any(found[len(_SHAPE_WORDS) :]):
        return frozenset()
    return frozenset(shape for shape, there in zip(_SHAPE_WORDS.values(), found, strict=False) if not there)
