"""Every cell of every page runs and prints what the page shows."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import sys
from functools import cache
from pathlib import Path

import pytest
from project_tree import ROOT

sys.path.insert(0, str(Path(__file__).parent))
from page_cells import Cell, as_shown, cells_of
from page_run import printed_by

from truebox.cli import main

DOCS = ROOT / "docs"
IOU_PAGE = DOCS / "tutorials" / "measures.md"
PAGES = sorted(
    path
    for folder in ("tutorials", "howto", "coming-from", "formats", "protocols", ".")
    for path in (DOCS / folder).glob("*.md")
)


def name_of(page: Path) -> str:
    return page.relative_to(DOCS).with_suffix("").as_posix()


@cache
def cells_on(page: Path) -> list[Cell]:
    return cells_of(page.read_text(encoding="utf-8"))


@cache
def printed_on(page: Path, needs: frozenset[str]) -> dict[int, str | Exception]:
    return printed_by(cells_on(page), needs)


def missing(cell: Cell) -> list[str]:
    return sorted(name for name in cell.needs if importlib.util.find_spec(name) is None)


@pytest.mark.parametrize(
    ("page", "number"),
    [(page, number) for page in PAGES for number, _ in enumerate(cells_on(page))],
    ids=lambda value: name_of(value) if isinstance(value, Path) else str(value),
)
# Keras' own saving and TensorFlow's imports still use old protocols.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_cell_prints_what_the_page_shows(page, number):
    cell = cells_on(page)[number]
    absent = missing(cell)
    if absent:
        pytest.skip(f"{page.name} line {cell.line} needs {', '.join(absent)}")
    printed = printed_on(page, cell.needs)[number]
    if isinstance(printed, Exception):
        raise printed
    assert as_shown(printed, cell.shown) == cell.shown


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_fence_of_python_and_of_commands_is_a_cell(page):
    text, cells = page.read_text(encoding="utf-8"), cells_on(page)
    for kind in ("python", "console", "pycon"):
        marked = sum(cell.kind == "file" and f"{kind}\n{cell.code}" in text for cell in cells)
        assert sum(cell.kind == kind for cell in cells) + marked == text.count(f"```{kind}\n")
    # What is printed stands directly below its cell, so nothing shown goes unchecked.
    shown = sum(cell.kind == "python" and bool(cell.shown) for cell in cells)
    files = sum(cell.kind == "file" and f"```text\n{cell.code}" in text for cell in cells)
    assert shown + files == text.count("```text\n")


@pytest.mark.parametrize("page", sorted((DOCS / "formats").glob("*.md")), ids=name_of)
def test_every_page_of_a_format_has_an_example(page):
    assert cells_on(page) or page.stem in {"index", "convert"}


@cache
def help_of(command: str) -> str:
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        assert main([command, "--help"]) == 0
    return said.getvalue()


def unknown_options(line: str) -> list[str]:
    """Options of a ``truebox`` command that it does not have."""
    command, *words = line.removeprefix("truebox ").split("#")[0].split()
    named = [word.split("=")[0] for word in words if word.startswith("--")]
    return [name for name in named if not re.search(rf"{name}(?![\w-])", help_of(command))]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_commands_that_are_only_shown_exist(page):
    """A fence of `sh` is not run: it holds what takes long, or needs files of the reader's."""
    for block in re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for line in block.splitlines():
            if line.startswith("truebox "):
                assert not unknown_options(line)
            else:
                assert line.startswith(("pip install", "python ", "yolo ")) or not line


def test_an_option_that_does_not_exist_is_noticed():
    assert unknown_options("truebox eval a b --report out.html --no-such x") == ["--no-such"]


def test_the_iou_page_shows_the_numbers_everybody_knows():
    """The pairs of the well-known tutorials (inclusive pixels .7980), and the known boxes at thresholds."""
    shown = "".join(cell.shown for cell in cells_on(IOU_PAGE))
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
    assert printed_by(cells, frozenset({"no_such_package"})) == {1: "2\n"}
    assert missing(cells[1]) == ["no_such_package"]


def test_a_session_whose_answer_is_another_is_noticed():
    right, wrong = (cells_of(f"```pycon\n>>> x = 2\n>>> x + 1\n{answer}\n```\n") for answer in (3, 4))
    assert printed_by(right, frozenset()) == {0: ""}
    assert "Expected:\n    4" in str(printed_by(wrong, frozenset())[0])


def test_a_cell_does_not_build_on_packages_it_does_not_need():
    page = "<!-- needs: torch -->\n```python\nx = 1\n```\n\n```python\nprint('x' in dir())\n```\n"
    assert printed_by(cells_of(page), frozenset()) == {1: "False\n"}


def test_a_cell_that_fails_is_noticed_and_the_others_run():
    page = "```python\n1 / 0\n```\n\n```python\nprint(5)\n```\n\n```text\n5\n```\n"
    first, second = printed_by(cells_of(page), frozenset()).values()
    assert isinstance(first, ZeroDivisionError)
    assert second == "5\n"


def test_commands_find_the_files_of_their_page_and_say_how_they_ended():
    page = "<!-- file: truth.json -->\n```json\n[]\n```\n\n"
    page += "```console\n$ truebox check truth.json\n$ echo $?\n```\n"
    _, printed = printed_by(cells_of(page), frozenset()).values()
    assert "E-108" in printed
    assert printed.endswith("$ echo $?\n3\n")


@pytest.mark.parametrize(
    ("shown", "fits"),
    [
        ("a\nb\nc\n", True),
        ("a\n...\n", True),
        ("...\nc\n", True),
        ("a\n...\nd\n", False),
        ("a\nb\n", False),
        ("...\nb\n", False),
    ],
)
def test_dots_stand_for_any_lines_and_for_nothing_else(shown, fits):
    assert (as_shown("a\nb\nc\n", shown) == shown) is fits


def test_the_time_of_a_run_is_that_of_the_machine():
    assert as_shown("x · 2 threads · 0.12 s\n", "x · 8 threads · 3.1 s\n") == "x · 8 threads · 3.1 s\n"
