"""Who imports what in the package, read from its source: for tests of how the house is built."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from project_tree import python_files


@dataclass(frozen=True, slots=True)
class Import:
    """One name that one module takes from another module of the package."""

    path: Path  # of the file that imports
    line: int
    module: str  # dotted, below the package: "boxes.area", or a package outside: "numpy"
    name: str  # "" for `import module`
    ours: bool
    inside: bool  # written inside a function
    comment: str  # of its first line


@cache
def parsed(path: Path) -> tuple[ast.Module, list[str]]:
    """The tree and the lines of one file."""
    text = path.read_text(encoding="utf-8")
    return ast.parse(text), text.splitlines()


def modules_of(package: Path) -> list[Path]:
    """Every Python module of a package; stubs hold no code."""
    return [path for path in python_files(package) if path.suffix == ".py"]


def dotted(path: Path, package: Path) -> str:
    """``boxes/area.py`` is ``boxes.area``, ``boxes/__init__.py`` is ``boxes``."""
    parts = path.relative_to(package).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path: Path, package: Path) -> tuple[Import, ...]:
    """Every import of one file, those inside functions and those for the type checker too."""
    tree, lines = parsed(path)
    return tuple(
        Import(path, node.lineno, *taken, late, lines[node.lineno - 1].partition("#")[2].strip())
        for node, late in _statements(tree, False)
        for taken in _taken_by(node, package.name)
    )


def _statements(node: ast.AST, late: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child, late
        elif isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield from _statements(child, late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef))


def _taken_by(node: ast.Import | ast.ImportFrom, package: str) -> Iterator[tuple[str, str, bool]]:
    for alias in node.names:
        whole = alias.name if isinstance(node, ast.Import) else node.module or ""
        ours = whole.partition(".")[0] == package
        module = whole.removeprefix(package).removeprefix(".") if ours else whole
        yield module, "" if isinstance(node, ast.Import) else alias.name, ours


@cache
def home_of(taken: Import, package: Path) -> str:
    """The module that an import of the package reaches: ``from truebox.boxes import area`` may be either."""
    inner = f"{taken.module}.{taken.name}".strip(".") if taken.name else taken.module
    below = package / inner.replace(".", "/")
    return inner if below.with_suffix(".py").exists() or (below / "__init__.py").exists() else taken.module
