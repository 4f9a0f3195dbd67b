"""Editors read code and do not run it: a public name has its own statement, its docstring its own words."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import types
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from project_tree import SOURCE, listed

import truebox

ROOMS = sorted(
    module.name for module in pkgutil.iter_modules(truebox.__path__) if not module.name.startswith("_")
)


def statements(files: Iterable[Path]) -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    """Every ``def`` and ``class`` at the top of a module, with the module's path."""
    for path in files:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                yield str(path), node


def made_at_run_time(module: types.ModuleType, stated: set[str]) -> list[str]:
    """Public functions and classes of `module` that no statement of their name makes."""
    made = []
    for name in getattr(module, "__all__", []):
        value = getattr(module, name)
        if (inspect.isclass(value) or inspect.isroutine(value)) and name not in stated:
            made.append(f"{module.__name__}.{name}")
    return made


def paragraphs(docstring: str) -> Iterator[str]:
    """The paragraphs with two lines of words or more; headings, examples and "a : int" are not words."""
    for block in inspect.cleandoc(docstring).split("\n\n"):
        lines = [line for line in block.splitlines() if line.strip()]
        if len(lines) > 1 and set(lines[1]) == {"-"}:
            lines = lines[2:]
        heads = sum(not one.startswith(" ") and two.startswith(" ") for one, two in pairwise(lines))
        if len(lines) - heads >= 2 and not lines[0].lstrip().startswith(">>>"):
            yield "\n".join(lines)


def repeated(docstrings: Iterable[tuple[str, str]]) -> list[str]:
    """Paragraphs that stand word for word in more than three docstrings, with the names of these."""
    homes: dict[str, set[str]] = defaultdict(set)
    for name, docstring in docstrings:
        for paragraph in paragraphs(docstring):
            homes[paragraph].add(name)
    return [
        f"{', '.join(sorted(names))}: {paragraph.splitlines()[0]} ..."
        for paragraph, names in homes.items()
        if len(names) > 3
    ]


@pytest.mark.parametrize("room", ROOMS)
def test_every_public_name_has_a_statement_of_its_own(room):
    path = SOURCE / f"{room}.py"
    files = [path] if path.exists() else sorted((SOURCE / room).rglob("*.py"))
    stated = {node.name for _path, node in statements(files)}
    made = made_at_run_time(importlib.import_module(f"truebox.{room}"), stated)
    # What another room makes may be shown here too.
    made = [name for name in made if _home(name).startswith(f"truebox.{room}")]
    assert not made, listed(made)


def _home(name: str) -> str:
    module, _, attribute = name.rpartition(".")
    return str(getattr(getattr(importlib.import_module(module), attribute), "__module__", ""))


def test_no_docstring_says_what_three_others_say():
    docstrings = (
        (f"{Path(path).stem}.{node.name}", ast.get_docstring(node) or "")
        for path, node in statements(sorted(SOURCE.rglob("*.py")))
        if not node.name.startswith("_")
    )
    found = repeated(docstrings)
    assert not found, listed(found)


def test_the_guard_notices_a_name_without_a_statement():
    module = types.ModuleType("planted")
    module.__all__ = ["made", "stated"]
    module.made = module.stated = lambda: None
    assert made_at_run_time(module, {"stated"}) == ["planted.made"]


def test_the_guard_notices_a_paragraph_said_four_times():
    text = (
        "Says.\n\nParameters\n----------\na : int\n    Of one kind,\n    or another.\n\n"
        "b : int\n    As `a`.\n\n>>> 1 +\\\n... 1\n2"
    )
    assert list(paragraphs(text)) == ["a : int\n    Of one kind,\n    or another."]
    assert repeated((name, text) for name in "abc") == []
    assert repeated((name, text) for name in "abcd") == ["a, b, c, d: a : int ..."]
