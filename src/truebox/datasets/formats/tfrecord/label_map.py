"""Names of labels: a ``.pbtxt`` beside the records."""

from __future__ import annotations

import re
from pathlib import Path

from truebox.datasets.texts.files import read_bytes
from truebox.errors import InputError

__all__ = ["label_names"]

_LARGEST = 16 << 20
_ITEM = re.compile(r"\bitem\s*:?\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
_ID = re.compile(r"(?:^|[\s,;])id\s*:\s*(\d{1,9})\b")
_TEXT = r"""\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')"""
_NAMES = re.compile(rf"(?:^|[\s,;])(display_name|name){_TEXT}")


def label_names(path: Path) -> dict[int, str]:
    """Label -> name, from the one ``.pbtxt`` in the folder of the records; empty where there is not just one.

    Raises
    ------
    InputError
        The file is not UTF-8, out of proportion, or has no item with id and name (E-458).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "label_map.pbtxt").write_text("item { id: 1 name: 'cat' }")
    ...     label_names(Path(folder) / "a.tfrecord")
    {1: 'cat'}
    """
    folder = path if path.is_dir() else path.parent
    files = sorted(file for file in folder.glob("*.pbtxt") if file.is_file())
    if len(files) != 1:
        return {}
    (file,) = files
    if file.stat().st_size > _LARGEST:
        problem = f"a label map of {file.stat().st_size} bytes"
        raise InputError("E-458", str(file), problem, "check what this file is")
    try:
        text = bytes(read_bytes(file)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("E-458", str(file), "it is not UTF-8", "save it as UTF-8") from None
    found: dict[int, str] = {}
    for place, item in enumerate(_ITEM.findall(text), start=1):
        number = _ID.search(item)
        names = {key: one or two for key, one, two in _NAMES.findall(item)}
        # Where both stand there, the name is a code, such as /m/01g317.
        name = names.get("display_name") or names.get("name")
        if number is None or not name:
            problem = f"item {place} lacks its id or its name"
            raise InputError("E-458", str(file), problem, "write item { id: 1 name: 'cat' }")
        found[int(number[1])] = re.sub(r"\\(.)", r"\1", name)
    if not found:
        raise InputError("E-458", str(file), "it has no item", "write item { id: 1 name: 'cat' }")
    return found
