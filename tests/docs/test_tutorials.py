"""Every cell of every tutorial runs and prints what the page shows."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from project_tree import ROOT

sys.path.insert(0, str(Path(__file__).parent))
from tutorial_cells import Cell, cells_of, printed_by

PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
IOU_PAGE = ROOT / "docs" / "tutorials" / "iou.md"


def numbered(page: Path) -> list[tuple[Path, int]]:
    return [(page, number) for number in range(len(cells_of(page.read_text(encoding="utf-8"))))]


def missing(cell: Cell) -> list[str]:
    return sorted(name for name in cell.needs if importlib.util.find_spec(name) is None)


@pytest.mark.parametrize(
    ("page", "number"),
    [case for page in PAGES for case in numbered(page)],
    ids=lambda value: value.stem if isinstance(value, Path) else str(value),
)
# Keras' own saving and TensorFlow's imports still use old protocols.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cell_prints_what_the_page_shows(page, number):
    cells = cells_of(page.read_text(encoding="utf-8"))
    absent = missing(cells[number])
    if absent:
        pytest.skip(f"{page.name} line {cells[number].line} needs {', '.join(absent)}")
    assert printed_by(cells, number) == cells[number].shown


def test_every_fence_of_python_is_a_cell():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        assert len(cells_of(text)) == text.count("```python")
        # What is printed stands directly below its cell, so nothing shown goes unchecked.
        assert sum(bool(cell.shown) for cell in cells_of(text)) == text.count("```text")


def test_the_iou_page_shows_the_numbers_everybody_knows():
    """The pairs of the well-known tutorials (inclusive pixels .7980), and the known boxes at thresholds."""
    shown = "".join(cell.shown for cell in cells_of(IOU_PAGE.read_text(encoding="utf-8")))
    rows = {
        tuple(int(number) for number in corners.split(", ")): float(iou)
        for corners, iou in re.findall(r"\((\d+, \d+, \d+, \d+)\) +([\d.]+)\n", shown)
    }
    assert "0.798\n" in shown
    assert rows == {
        (31, 31, 169, 169): 0.525,
        (81, 50, 181, 150): 0.527,
        (64, 64, 136, 136): 0.518,
        (49, 49, 151, 151): 0.961,
        (51, 50, 151, 150): 0.980,
        (51, 51, 149, 149): 0.960,
    }


def test_a_wrong_output_and_a_missing_package_are_noticed():
    page = "```python\nx = 2\n```\n\n<!-- needs: no_such_package -->\n```python\nprint(x)\n```\n"
    page += "\n```text\n3\n```\n"
    cells = cells_of(page)
    assert [(cell.line, cell.shown) for cell in cells] == [(2, ""), (7, "3\n")]
    assert printed_by(cells, 1) == "2\n"
    assert missing(cells[1]) == ["no_such_package"]


def test_a_cell_does_not_build_on_packages_it_does_not_need():
    page = "<!-- needs: torch -->\n```python\nx = 1\n```\n\n```python\nprint('x' in dir())\n```\n"
    assert printed_by(cells_of(page), 1) == "False\n"
