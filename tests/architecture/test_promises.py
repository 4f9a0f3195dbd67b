"""Promises and rules name the tests that keep them, and those tests exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from project_tree import ROOT, listed

_PATH = re.compile(r"`((?:tests|benchmarks|native/tests)/[\w./-]*\w)`")


def table_rows(text: str) -> list[str]:
    """Rows of every table whose last column says what keeps the promise."""
    rows, inside = [], False
    for line in text.splitlines():
        if line.startswith("|") and line.rstrip("| ").endswith("kept by"):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not set(line) <= set("|-: "):
            rows.append(line)
    return rows


def broken_promises(text: str, root: Path) -> list[str]:
    """Rows that name no test, or one that does not exist."""
    broken = []
    for row in table_rows(text):
        named = _PATH.findall(row.rstrip("| ").rpartition("|")[2])
        if not named:
            broken.append(f"names no test: {row}")
        broken += [f"{path} does not exist" for path in named if not (root / path).exists()]
    return broken


@pytest.mark.parametrize("page", ["docs/promises.md", "CONTRIBUTING.md"])
def test_every_row_names_tests_that_exist(page):
    text = (ROOT / page).read_text(encoding="utf-8")
    assert len(table_rows(text)) > 5
    broken = broken_promises(text, ROOT)
    assert not broken, listed(broken)


def test_the_guard_notices_an_empty_promise(tmp_path):
    table = "| promise | kept by |\n|---|---|\n| fast | hope |\n| exact | `tests/parity/test_gone.py` |\n"
    assert broken_promises(table, tmp_path) == [
        "names no test: | fast | hope |",
        "tests/parity/test_gone.py does not exist",
    ]
