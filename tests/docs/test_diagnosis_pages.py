"""Every cell of the pages on diagnosis runs and prints what the page shows."""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from typing import Any

import pytest
from project_tree import ROOT

from truebox import diagnosis
from truebox.errors import TrueboxWarning

FOLDER = ROOT / "docs" / "diagnosis"
PAGES = sorted(FOLDER.glob("*.md"))
CELL = re.compile(r"```python\n(?P<code>.*?)```\n(?:\n```text\n(?P<shown>.*?)```\n)?", re.DOTALL)


def printed(page: str) -> list[str]:
    """What each cell prints, one after the other."""
    names: dict[str, Any] = {}
    outputs = []
    for cell in CELL.finditer(page):
        held = io.StringIO()
        with contextlib.redirect_stdout(held), warnings.catch_warnings():
            warnings.simplefilter("ignore", TrueboxWarning)
            exec(compile(cell["code"], "cell", "exec"), names)
        outputs.append(held.getvalue())
    return outputs


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_cells_print_what_the_page_shows(page):
    text = page.read_text(encoding="utf-8")
    if "to_pandas" in text:
        pytest.importorskip("pandas")
    shown = [cell["shown"] or "" for cell in CELL.finditer(text)]
    assert printed(text) == shown
    assert sum(map(bool, shown)) == text.count("```text")


def test_every_page_is_listed():
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    listed = index.split(":maxdepth: 1\n")[1].split("```")[0].split()
    assert sorted([*listed, "index"]) == [page.stem for page in PAGES]


def test_every_function_has_a_page():
    index = (FOLDER / "index.md").read_text(encoding="utf-8")
    functions = {name for name in diagnosis.__all__ if name.islower()}
    assert not {name for name in functions if f"`{name}`" not in index}
