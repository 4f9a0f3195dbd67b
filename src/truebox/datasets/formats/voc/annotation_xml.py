"""One annotation read by a general XML parser: what the native reader declines is judged and worded here.

`defusedxml` refuses document types and entities before anything is expanded or fetched.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox._lazily import deferred_pattern
from truebox._writing.saying import say
from truebox.datasets.row_errors import RowErrors
from truebox.datasets.texts.files import open_file
from truebox.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["FLAGS", "Annotation", "parse_annotation", "read_annotation"]

FLAGS = ("difficult", "truncated", "occluded")
CORNERS = ("xmin", "ymin", "xmax", "ymax")

_LARGEST_FILE = 64 << 20
_LARGEST_SIZE = 10**9
_NUMBER = deferred_pattern(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_BLANKS = " \t\r\n"
_TRUTHS = {"": -1, "0": 0, "1": 1, "false": 0, "true": 1, "no": 0, "yes": 1}


@dataclass(slots=True)
class Annotation:
    """What one file says: size (0 where silent) and, of each object, number, class, corners and flags."""

    width: int = 0
    height: int = 0
    file_name: str = ""
    objects: list[tuple[int, str, Sequence[float], Sequence[int]]] = field(default_factory=list)


def read_annotation(path: Path, name: str, errors: RowErrors) -> Annotation:
    """The annotation in a file (E-101, E-406, E-407, E-408, E-413); `name` stands in messages."""
    with open_file(path) as stream:
        data = stream.read(_LARGEST_FILE + 1)
    if len(data) > _LARGEST_FILE:
        raise InputError("E-413", name, "the file has over 64 MiB", "check what this file is")
    return parse_annotation(data, name, errors)


def parse_annotation(data: bytes, name: str, errors: RowErrors) -> Annotation:
    """The annotation in the bytes of a file.

    Examples
    --------
    >>> data = b"<annotation><size><width>5</width></size></annotation>"
    >>> parse_annotation(data, "a.xml", RowErrors()).width
    5
    """
    root = _root(data, name)
    if root.tag != "annotation":
        fix = "take the file out of the folder, or name its format"
        raise InputError("E-407", name, f"the file holds <{str(root.tag)[:40]}>, not <annotation>", fix)
    found = Annotation(file_name=_text(root, "filename"))
    size = root.find("size")
    if size is not None:
        found.width = _size(size, "width", name, errors)
        found.height = _size(size, "height", name, errors)
    for number, element in enumerate(root.findall("object"), start=1):
        try:
            found.objects.append((number, *_object(element)))
        except ValueError as problem:
            fix = "repair the object, or remove it"
            errors.refuse(InputError("E-408", f"{name} object {number}", str(problem), fix, row=number - 1))
    return found


def _root(data: bytes, name: str) -> Any:
    from defusedxml import DefusedXmlException, ElementTree  # type: ignore[import-untyped]  # noqa: PLC0415  imported late: only what the native reader declined (4 ms)

    try:
        return ElementTree.fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        fix = "remove the DOCTYPE; nothing it names is ever fetched"
        raise InputError("E-406", name, "the XML declares a document type or entities", fix) from None
    except ElementTree.ParseError as error:
        line, column = error.position
        reason = str(error).split(":")[0]
        fix = "write the file again; it may be cut off or have been saved in another encoding"
        raise InputError("E-407", f"{name} line {line}", f"{reason} at column {column}", fix) from None
    except (ValueError, LookupError) as error:
        raise InputError("E-407", name, f"the encoding cannot be read: {error}", "save it as UTF-8") from None


def _object(element: Any) -> tuple[str, Sequence[float], Sequence[int]]:
    name = _text(element, "name")
    if not name:
        raise ValueError("the object has no <name>")
    boxes = element.findall("bndbox")
    if len(boxes) != 1:
        raise ValueError(f"{say(name)} has {len(boxes) or 'no'} <bndbox>{'es' if boxes else ''}")
    corners = [_number(boxes[0], corner) for corner in CORNERS]
    return name, corners, [_flag(element, flag) for flag in FLAGS]


def _text(element: Any, tag: str) -> str:
    found = element.find(tag)
    return "" if found is None or found.text is None else str(found.text).strip(_BLANKS)


def _number(box: Any, tag: str) -> float:
    elements = box.findall(tag)
    if len(elements) != 1:
        raise ValueError(f"<bndbox> has {'two' if elements else 'no'} <{tag}>")
    text = _text(box, tag)
    if not _NUMBER.fullmatch(text):
        comma = ", which has a decimal comma" if re.fullmatch(r"[+-]?[0-9]*,[0-9]+", text) else ""
        raise ValueError(f"<{tag}> is {say(text)}{comma}, not a number")
    value = float(text)
    if not isfinite(value):
        raise ValueError(f"<{tag}> is {say(text)}, which is too large")
    return value


def _flag(element: Any, tag: str) -> int:
    text = _text(element, tag).lower()
    if text not in _TRUTHS:
        raise ValueError(f"<{tag}> is {say(text)}, neither 0 nor 1")
    return _TRUTHS[text]


def _size(element: Any, tag: str, name: str, errors: RowErrors) -> int:
    text = _text(element, tag)
    if not text:
        return 0
    value = float(text) if _NUMBER.fullmatch(text) else -1.0
    if not (0 <= value <= _LARGEST_SIZE and value == int(value)):
        problem = f"<{tag}> of the image is {say(text)}, not a number of pixels"
        errors.refuse(InputError("E-408", f"{name} size", problem, "write the picture's size in pixels"))
        return 0
    return int(value)
