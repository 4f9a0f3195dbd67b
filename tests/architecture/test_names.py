"""No dumping grounds: a file or folder is named by the one thing it holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from project_tree import ROOT, written_files

DUMPING_GROUNDS = {"util", "utils", "helper", "helpers", "common", "misc", "core", "tools", "stuff", "shared"}
_CODE = {".py", ".pyi", ".cpp", ".hpp", ".h", ".c"}


def dumping_grounds(root: Path, files: list[Path]) -> set[str]:
    """Code files (relative to `root`) that are or lie in a dumping ground; ``_core`` is the compiled one."""
    found = set()
    for path in files:
        relative = path.relative_to(root)
        if path.suffix not in _CODE:
            continue
        words = [*relative.parts[:-1], path.stem.removeprefix("test_")]
        if any(word != "_core" and word.strip("_").lower() in DUMPING_GROUNDS for word in words):
            found.add(relative.as_posix())
    return found


def test_no_file_or_folder_is_a_dumping_ground():
    assert dumping_grounds(ROOT, written_files(ROOT)) == set()


@pytest.mark.parametrize(
    "name", ["utils.py", "utils/boxes.py", "_helpers.py", "test_misc.py", "common.hpp", "core/x.py"]
)
def test_the_guard_notices_a_dumping_ground(tmp_path, name):
    assert dumping_grounds(tmp_path, [tmp_path / name]) == {name}


@pytest.mark.parametrize("name", ["score.py", "_core/__init__.pyi", "corefile.py", "utils.md"])
def test_the_guard_lets_proper_names_pass(tmp_path, name):
    assert dumping_grounds(tmp_path, [tmp_path / name]) == set()
