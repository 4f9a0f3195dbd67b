"""A file holds one concept; a hard limit of lines keeps a second one from moving in."""

from __future__ import annotations

from pathlib import Path

from project_tree import ROOT, SOURCE, TESTS, python_files

LIMIT = 400


def long_files(files: list[Path], limit: int = LIMIT) -> dict[str, int]:
    """Name and length of every file with more than `limit` lines."""
    lengths = {path.name: path.read_text(encoding="utf-8").count("\n") for path in files}
    return {name: length for name, length in lengths.items() if length > limit}


def test_no_python_file_is_longer_than_the_limit():
    folders = (SOURCE, TESTS, ROOT / "benchmarks")
    assert long_files([path for folder in folders for path in python_files(folder)]) == {}


def test_no_native_file_is_longer_than_the_limit():
    native = ROOT / "native"
    assert long_files(sorted([*native.rglob("*.hpp"), *native.rglob("*.cpp")])) == {}


def test_the_guard_notices_a_long_file(tmp_path):
    long = tmp_path / "long.py"
    long.write_text("x = 1\n" * 401, encoding="utf-8")
    short = tmp_path / "short.py"
    short.write_text("x = 1\n" * 400, encoding="utf-8")
    assert long_files([long, short]) == {"long.py": 401}
