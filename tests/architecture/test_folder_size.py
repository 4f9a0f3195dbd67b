"""A folder is a shelf one can look over: a room that fills up becomes folders of families."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from project_tree import ROOT, SOURCE

MODULES = 16
NATIVE_FILES = 20

# Folder -> (how many it may hold, why).
TABLES: dict[str, tuple[int, str]] = {}


def crowded(folder: Path, suffixes: set[str], limit: int) -> dict[str, int]:
    """Folders at or below `folder` (as paths) that hold more than `limit` files, without ``__init__``."""
    held = Counter(
        path.parent.as_posix()
        for path in folder.rglob("*")
        if path.suffix in suffixes and not path.name.startswith("__") and "__pycache__" not in path.parts
    )
    return {name: count for name, count in held.items() if count > limit}


def _crowded_of(folder: Path, suffixes: set[str], limit: int) -> dict[str, int]:
    found = {
        Path(name).relative_to(ROOT).as_posix(): count
        for name, count in crowded(folder, suffixes, limit).items()
    }
    return {name: count for name, count in found.items() if count > TABLES.get(name, (limit, ""))[0]}


def test_no_folder_of_the_source_is_crowded():
    assert _crowded_of(SOURCE, {".py"}, MODULES) == {}


@pytest.mark.parametrize("part", ["kernels", "bindings", "tests"])
def test_no_native_folder_is_crowded(part):
    assert _crowded_of(ROOT / "native" / part, {".hpp", ".cpp"}, NATIVE_FILES) == {}


def test_no_excuse_outlives_its_reason():
    for name in TABLES:
        assert crowded(ROOT / name, {".py"}, MODULES)


def test_the_guard_notices_a_crowded_folder(tmp_path):
    for name in ("full", "fuller"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    for number in range(17):
        (tmp_path / "fuller" / f"a{number}.py").touch()
        (tmp_path / "full" / f"a{number}.py").touch()
    (tmp_path / "full" / "a0.py").unlink()
    assert crowded(tmp_path, {".py"}, MODULES) == {(tmp_path / "fuller").as_posix(): 17}
