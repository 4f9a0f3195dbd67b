"""Every example in a docstring runs, on the installed package, and gives what it shows."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import types
from collections.abc import Iterator

import pytest

import truebox
from truebox.errors import MissingExtraError

_OPTIONS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def _module_names() -> Iterator[str]:
    yield "truebox"
    for module in pkgutil.walk_packages(truebox.__path__, "truebox."):
        # Private modules are included: their examples must be as true. The compiled module has stubs only.
        if "._native" not in module.name and not module.name.endswith("__main__"):
            yield module.name


def run_examples(module: types.ModuleType) -> tuple[int, list[str]]:
    """Number of examples tried in `module`, and the report of each that failed."""
    reports: list[str] = []
    runner = doctest.DocTestRunner(optionflags=_OPTIONS, verbose=False)
    tried = 0
    for case in doctest.DocTestFinder(exclude_empty=True).find(module, module.__name__):
        outcome = runner.run(case, out=reports.append)
        tried += outcome.attempted
    return tried, reports


@pytest.mark.parametrize("name", sorted(_module_names()))
def test_every_example_is_true(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        module = importlib.import_module(name)
    except MissingExtraError as missing:
        pytest.skip(str(missing))
    _tried, reports = run_examples(module)
    assert reports == [], "".join(reports)


def test_the_runner_notices_an_example_that_lies():
    module = types.ModuleType("planted", "One line.\n\n>>> 1 + 1\n3\n>>> 2 + 2\n4\n")
    tried, reports = run_examples(module)
    assert tried == 2
    assert len(reports) == 1
    assert "Expected:" in reports[0]


def test_the_runner_finds_examples_in_functions():
    module = types.ModuleType("planted")
    exec("def f():\n    '''Doubles.\n\n    >>> 2 * 2\n    5\n    '''", module.__dict__)
    assert run_examples(module)[0] == 1
    assert len(run_examples(module)[1]) == 1
