"""An import inside a function says what it saves: milliseconds that were measured, or the extra it needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from project_tree import ROOT, SOURCE, listed
from source_imports import Import, imports_of, modules_of

# No higher than today; whoever makes them fewer lowers them.
LIMIT = 30
WITHOUT_REASON = 0

_PACKAGES = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
_EXTRAS = ("images", "plot", "report", "torch", "jax", "keras", "dask", "parquet", "frames")
_REASON = re.compile(rf"\d ms\b|\bextra\W+(?:{'|'.join(_EXTRAS)})\b")


def late_imports(package: Path) -> list[Import]:
    """Imports inside functions, one for each statement."""
    found = {}
    for path in modules_of(package):
        for taken in imports_of(path, package):
            if taken.inside:
                found.setdefault((path, taken.line), taken)
    return list(found.values())


def unexplained(package: Path) -> list[str]:
    """``file:line: module`` of late imports whose comment names neither milliseconds nor an extra."""
    return [
        f"{taken.path.relative_to(package).as_posix()}:{taken.line}: {taken.module}"
        for taken in late_imports(package)
        if not _REASON.search(taken.comment)
    ]


def test_every_late_import_says_what_it_saves():
    found = unexplained(SOURCE)
    assert len(found) <= WITHOUT_REASON, listed(found)


def test_late_imports_get_fewer():
    assert len(late_imports(SOURCE)) <= LIMIT


def test_the_extras_are_those_of_the_package():
    for extra in _EXTRAS:
        assert re.search(rf"^{extra} = \[", _PACKAGES, re.MULTILINE)


@pytest.mark.parametrize(
    ("comment", "found"),
    [
        ("", 1),
        ("# noqa: PLC0415", 1),
        ("# noqa: PLC0415  as above", 1),
        ("# noqa: PLC0415  imported late: only --lenient needs it (1 ms)", 0),
        ("# noqa: PLC0415  only notebooks show it (0.4 ms)", 0),
        ("# noqa: PLC0415  of the extra 'images'", 0),
        ("# noqa: PLC0415  of the extra 'imagination'", 1),
    ],
)
def test_the_guard_notices_an_import_without_reason(tmp_path, comment, found):
    package = tmp_path / "planted"
    package.mkdir()
    (package / "a.py").write_text(f"import os\n\n\ndef f():\n    import json  {comment}\n", encoding="utf-8")
    assert len(late_imports(package)) == 1
    assert len(unexplained(package)) == found
