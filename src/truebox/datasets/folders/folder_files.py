"""The annotation files in a folder, in an order that no system changes."""

from __future__ import annotations

import os
from pathlib import Path

from truebox.datasets.texts.packed import without_packing
from truebox.errors import InputError

__all__ = ["files_in", "without_suffix"]


def files_in(path: Path, suffix: str) -> list[tuple[Path, str]]:
    """Files that end in `suffix` in a folder and below, each with its name relative to it; or the one file.

    Raises
    ------
    InputError
        There is none (E-101).

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (Path(folder) / "b.json").write_text("{}"), (Path(folder) / "a.json").write_text("{}")
    ...     [name for _, name in files_in(Path(folder), ".json")]
    ['a.json', 'b.json']
    """
    if not path.is_dir():
        return [(path, without_packing(path.name))]
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(suffix) and not name.startswith("."):
                file = Path(folder, name)
                found.append((file, file.relative_to(path).as_posix()))
    if not found:
        problem = f"no file in this folder ends in {suffix}"
        raise InputError("E-101", str(path), problem, "name the folder that holds the annotations")
    return found


def without_suffix(name: str) -> str:
    """A file's name, with its folders, without the last suffix.

    Examples
    --------
    >>> without_suffix("val/000.7.jpg"), without_suffix("a.b/c")
    ('val/000.7', 'a.b/c')
    """
    folder, slash, last = name.rpartition("/")
    stem, dot, _ = last.rpartition(".")
    return f"{folder}{slash}{stem if dot and stem else last}"
