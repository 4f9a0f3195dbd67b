"""The lesson shows a picture after every step, and each is the one that its cell saves."""

from __future__ import annotations

import importlib.util
import re

import pytest
from project_tree import ROOT

TUTORIALS = ROOT / "docs" / "tutorials"
PAGE = (TUTORIALS / "iou.md").read_text(encoding="utf-8")


def test_every_picture_that_is_saved_is_shown_and_committed():
    saved = re.findall(r'save(?:fig)?\("(lesson-[\w-]+\.\w+)"', PAGE)
    shown = re.findall(r"!\[[^\]]+\]\(pictures/(lesson-[\w-]+\.\w+)\)", PAGE)
    assert saved == shown
    assert len(shown) >= 12
    assert {path.name for path in (TUTORIALS / "pictures").glob("lesson-*")} == set(shown)


def test_every_step_has_a_picture():
    steps = re.split(r"(?m)^## (?=\d)", PAGE)[1:]
    assert [int(step.split()[0]) for step in steps] == list(range(1, 13))
    assert all("](pictures/lesson-" in step for step in steps)


def test_the_script_keeps_what_a_page_saves(tmp_path, monkeypatch):
    path = ROOT / "docs" / "lesson_pictures.py"
    specification = importlib.util.spec_from_file_location("lesson_pictures", path)
    script = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(script)
    page = tmp_path / "page.md"
    page.write_text(
        "```python\nfrom pathlib import Path\n"
        "Path('lesson-x.png').write_text('pixels')\nPath('other').touch()\n```\n"
    )
    monkeypatch.setattr(script, "PAGE", page)
    script.draw(tmp_path / "kept")
    assert [kept.name for kept in (tmp_path / "kept").iterdir()] == ["lesson-x.png"]
    page.write_text("```python\n1 / 0\n```\n")
    with pytest.raises(ZeroDivisionError):
        script.draw(tmp_path / "kept")


def missing_pictures(page):
    """Pictures that a page shows and the checkout lacks."""
    shown = re.findall(r"!\[[^\]]*\]\(([^)#\s]+)\)", page.read_text(encoding="utf-8"))
    return [each for each in shown if "://" not in each and not (page.parent / each).is_file()]


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))], ids=lambda p: p.stem
)
def test_the_checkout_holds_every_picture_that_a_page_shows(page):
    assert not missing_pictures(page)


def test_a_picture_that_is_not_there_is_noticed(tmp_path):
    page = tmp_path / "page.md"
    page.write_text("![a](b.png) ![c](https://example.org/d.png)")
    assert missing_pictures(page) == ["b.png"]


def test_no_link_of_the_readme_is_dead():
    links = re.findall(r"\]\(([^)#\s]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [each for each in links if "://" not in each and not (ROOT / each).exists()] == []
