"""The single values that COCO data says of each image beside its size and name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from truebox.datasets.texts.files import read_bytes
from truebox.datasets.texts.json_text import members_of

if TYPE_CHECKING:
    from truebox.records import Images

__all__ = ["image_values", "image_values_of_file"]

_KNOWN = frozenset({"id", "width", "height", "file_name"})


def image_values_of_file(path: Path, _: Images) -> dict[str, dict[int | str, object]]:
    """The same of a file; annotations are stepped over, not parsed.

    Raises
    ------
    InputError
        The file cannot be read.
    """
    (text,) = members_of(read_bytes(path), str(path), ["images"])
    return image_values(msgspec.json.decode(text))


def image_values(rows: Iterable[Any]) -> dict[str, dict[int | str, object]]:
    """Name to image id to value, of keys whose values are numbers, texts or truth values.

    Of an image that stands there twice the first row counts, as everywhere.

    Examples
    --------
    >>> image_values([{"id": 1, "scene": "dock"}, {"id": 2, "scene": None}, {"id": 1, "scene": "sea"}])
    {'scene': {1: 'dock'}}
    """
    found: dict[str, dict[int | str, object]] = {}
    for row in rows:
        if not isinstance(row, Mapping):
            continue
        for key in row.keys() - _KNOWN:
            value = row[key]
            if isinstance(value, int | float | str):
                found.setdefault(str(key), {}).setdefault(row["id"], value)
    return {key: found[key] for key in sorted(found)}
