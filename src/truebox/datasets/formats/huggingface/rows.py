"""The rows of a metadata file, whichever of its four kinds it is."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from truebox.datasets.splitting.splits import Splits
from truebox.datasets.texts.arrow_table import read_arrow_rows, schema_notes
from truebox.datasets.texts.csv.head import csv_head
from truebox.datasets.texts.csv.rows import text_rows
from truebox.datasets.texts.files import ARROW_MAGICS, open_file, read_bytes
from truebox.datasets.texts.json_document import read_json_lines
from truebox.datasets.texts.json_object import JsonObject
from truebox.datasets.texts.json_text import parse
from truebox.datasets.texts.packed import without_packing
from truebox.errors import InputError

__all__ = ["metadata_file", "rows_of_file", "splits_of"]

_NAMES = ("metadata.jsonl", "metadata.csv", "metadata.parquet")
_CLASS_KEYS = ("category", "categories", "label", "labels")


def metadata_file(path: Path) -> Path:
    """The metadata file of a folder: its own, or that of its only split; a file stands for itself.

    Raises
    ------
    InputError
        There is none (E-101), or there are several (E-436).
    """
    if not path.is_dir():
        return path
    found = _metadata_files(path)
    if len(found) == 1:
        return found[0]
    if not found:
        fix = "name the folder that holds metadata.jsonl"
        raise InputError("E-101", str(path), "there is no metadata file in this folder", fix)
    listed = ", ".join(each.relative_to(path).as_posix() for each in found[:5])
    raise InputError("E-436", str(path), f"there are several metadata files: {listed}", "name one of them")


def splits_of(path: Path) -> Splits | None:
    """Folders of a folder that have a metadata file each."""
    found = _metadata_files(path) if path.is_dir() else []
    names = {file.parent.name: file for file in found}
    return Splits(path, names) if len(found) > 1 and len(names) == len(found) else None


def _metadata_files(path: Path) -> list[Path]:
    own = [path / name for name in _NAMES if (path / name).is_file()]
    return own or sorted(each for name in _NAMES for each in path.glob(f"*/{name}"))


def rows_of_file(path: Path) -> tuple[list[JsonObject], tuple[str, ...] | None]:
    """The rows, and the names of the classes where the file says them."""
    with open_file(path) as stream:
        head = stream.read(6)
    if head.startswith(ARROW_MAGICS):
        rows = read_arrow_rows(path)
        return [JsonObject(row, f"{path} row {at}") for at, row in enumerate(rows)], _class_names(path)
    if without_packing(path.name.lower()).endswith(".csv"):
        return list(_csv_rows(path)), None
    return [JsonObject(row, f"{path} line {line}") for line, row in read_json_lines(path)], None


def _csv_rows(path: Path) -> Iterator[JsonObject]:
    data = read_bytes(path)
    head = csv_head(bytes(data[: 1 << 16]))
    if head is None:
        raise InputError("E-420", f"{path} line 1", "this is no header of a table", "write file_name,objects")
    limit = csv.field_size_limit(min(sys.maxsize, 2**31 - 1))  # a cell holds all objects of an image
    try:
        for line, row in text_rows(data, str(path), head):
            place = f"{path} line {line}"
            if len(row) != len(head.names):
                problem = f"the row has {len(row)} cells, the header has {len(head.names)}"
                raise InputError("E-421", place, problem, "quote cells that hold commas")
            held: dict[str, Any] = dict(zip(head.names, row, strict=True))
            held["objects"] = (
                parse(held["objects"].encode(), f"{place} objects") if held.get("objects") else None
            )
            for name in ("width", "height"):
                if name in held:
                    held[name] = int(held[name]) if held[name].isdecimal() else None
            yield JsonObject(held, place)
    finally:
        csv.field_size_limit(limit)


def _class_names(path: Path) -> tuple[str, ...] | None:
    """What `datasets` stores of a feature ClassLabel below ``objects``."""
    try:
        notes = json.loads(schema_notes(path).get(b"huggingface", b"{}"))
        found = _find(notes["info"]["features"]["objects"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return tuple(map(str, found)) if found else None


def _find(features: Any) -> list[Any] | None:
    if isinstance(features, list):
        return next((found for each in features if (found := _find(each))), None)
    if not isinstance(features, dict):
        return None
    for key in _CLASS_KEYS:
        held = features.get(key)
        held = held.get("feature", held) if isinstance(held, dict) else held
        if isinstance(held, dict) and isinstance(held.get("names"), list):
            return list(held["names"])
    return next((found for each in features.values() if (found := _find(each))), None)
