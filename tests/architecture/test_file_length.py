"""A file holds one concept; a hard limit of lines keeps a second one from moving in."""

from __future__ import annotations

from pathlib import Path

from project_tree import ROOT, SOURCE, TESTS, python_files

LIMIT = 400


def long_files(files: list[Path], root: Path, limit: int = LIMIT) -> dict[str, int]:
    """Path below `root` and length of every file with more than `limit` lines."""
    lengths = {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8").count("\n") for path in files
    }
    return {name: length for name, length in lengths.items() if length > limit}


def test_no_python_file_is_longer_than_the_limit():
    folders = (SOURCE, TESTS, ROOT / "benchmarks")
    assert long_files([path for folder in folders for path in python_files(folder)], ROOT) == {}


def test_no_native_file_is_longer_than_the_limit():
    native = ROOT / "native"
    assert long_files(sorted([*native.rglob("*.hpp"), *native.rglob("*.cpp")]), ROOT) == {}


def written(path: Path, lines: int) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("x = 1\n" * lines, encoding="utf-8")
    return path


def test_the_guard_notices_a_long_file(tmp_path):
    files = [written(tmp_path / "long.py", 401), written(tmp_path / "short.py", 400)]
    assert long_files(files, tmp_path) == {"long.py": 401}


def test_the_guard_tells_files_of_one_name_apart(tmp_path):
    files = [written(tmp_path / folder / "same.py", lines) for folder, lines in (("a", 401), ("b", 1))]
    assert long_files(files, tmp_path) == {"a/same.py": 401}
    files.append(written(tmp_path / "c" / "same.py", 500))
    assert long_files(files, tmp_path) == {"a/same.py": 401, "c/same.py": 500}
