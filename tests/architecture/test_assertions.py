"""A test asserts something, itself or through a function of the tests that does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from project_tree import TESTS, listed, python_files

_ASKING = {"raises", "warns", "deprecated_call", "fail"}


def called(node: ast.AST) -> Iterator[str]:
    """Names of the functions that are called in it."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            function = each.func
            yield function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def asks(function: ast.FunctionDef, asking: set[str]) -> bool:
    """Whether something can fail in a function by its own words, or by those of one that is known to ask."""
    by_itself = any(isinstance(each, ast.Assert | ast.Raise) for each in ast.walk(function))
    return by_itself or any(name in asking or name.startswith("assert") for name in called(function))


def without_assertion(folder: Path) -> list[str]:
    """Tests in which nothing is asserted."""
    functions = [
        (path, each)
        for path in python_files(folder)
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(each, ast.FunctionDef)
    ]
    asking = set(_ASKING)
    while (
        more := {
            each.name for _, each in functions if not each.name.startswith("test_") and asks(each, asking)
        }
        - asking
    ):
        asking |= more
    return [
        f"{path.name}:{each.lineno} {each.name}"
        for path, each in functions
        if each.name.startswith("test_") and not asks(each, asking)
    ]


def test_every_test_asserts_something() -> None:
    found = without_assertion(TESTS)
    assert not found, "assert what must hold:" + listed(found)


def test_one_that_asserts_nothing_is_noticed(tmp_path: Path) -> None:
    lines = [
        "def same(a, b):",
        "    assert a == b",
        "def both(a, b):",
        "    same(a, b)",
        "def test_by_a_helper_of_a_helper():",
        "    both(1, 1)",
        "def test_nothing():",
        "    print(1)",
    ]
    (tmp_path / "test_x.py").write_text("\n".join(lines), encoding="utf-8")
    assert without_assertion(tmp_path) == ["test_x.py:7 test_nothing"]
