"""Every protocol has a row: what it is, who reports it, and its kit; and pages with something that runs."""

from __future__ import annotations

import re

import pytest
from project_tree import ROOT

from truebox.evaluation.registry import PROTOCOLS

FOLDER = ROOT / "docs" / "protocols"
INDEX = FOLDER / "index.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in INDEX.read_text(encoding="utf-8").splitlines()
    if line.startswith("| `")
]
PAGES = sorted(set(re.findall(r"\(([\w./-]+\.md)\)", " ".join(row[1] for row in ROWS))))


def test_every_protocol_has_one_row_and_every_row_is_full() -> None:
    named = [name for row in ROWS for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(named) == sorted(PROTOCOLS)
    assert all(len(row) == 4 and all(row) for row in ROWS)


@pytest.mark.parametrize("page", PAGES)
def test_its_page_has_something_that_runs(page: str) -> None:
    text = (FOLDER / page).resolve().read_text(encoding="utf-8")
    assert "```python" in text or "```console" in text
