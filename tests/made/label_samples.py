"""Small folders of labels, annotations and pictures for tests of their readers."""

from __future__ import annotations

import struct
from collections.abc import Mapping
from pathlib import Path


def png(width: int, height: int) -> bytes:
    """The header of a PNG (W3C PNG 11.2.2), which is all that a reader of sizes needs."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + b"IHDR" + header + b"\0\0\0\0"


def folder_of(root: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files, whose names may hold folders, and give the root back."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def voc_object(name: str = "cat", box: str = "11 21 30 60", extra: str = "") -> str:
    """One object of a VOC annotation; `box` is xmin ymin xmax ymax."""
    corners = zip(("xmin", "ymin", "xmax", "ymax"), box.split(), strict=True)
    inside = "".join(f"<{tag}>{value}</{tag}>" for tag, value in corners)
    return f"<object><name>{name}</name>{extra}<bndbox>{inside}</bndbox></object>"


def voc_annotation(*objects: str, width: str = "100", height: str = "80", name: str = "a.jpg") -> str:
    """A VOC annotation of one picture."""
    size = f"<size><width>{width}</width><height>{height}</height><depth>3</depth></size>"
    return f"<annotation><filename>{name}</filename>{size}{''.join(objects)}</annotation>"
