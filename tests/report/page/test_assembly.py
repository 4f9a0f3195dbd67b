"""The page as one text: every part in its place, and its own scripts alone allowed."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from truebox.errors import MissingExtraError
from truebox.report.page import assembly as module
from truebox.report.page.assembly import assembled
from truebox.report.page.section import all_sections

NOTHING: dict[str, Any] = {"results": []}


@pytest.fixture(autouse=True)
def small_plotly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real one has 4.7 MB, and need not be installed here."""
    monkeypatch.setattr(module, "plotly_script", lambda: "/* plotly */")


def test_the_title_is_escaped() -> None:
    assert html.escape("<b>") in assembled({"results": [{"source": "<b>"}]})


def test_nothing_is_left_to_fill_in() -> None:
    assert re.findall(r"<!--\w+-->", assembled(NOTHING)) == []


def test_names_of_parts_in_the_data_stay_there() -> None:
    page = assembled({"results": [{"source": "<!--script--><!--data-->"}]})
    assert page.count('<script type="application/json"') == 2
    assert "<!--" not in page


def test_the_navigation_leads_to_every_section_in_order() -> None:
    page = assembled(NOTHING)
    names = [section.name for section in all_sections()]
    assert re.findall(r'<a href="#(\w+)">', page[page.index("<nav") : page.index("</nav>")]) == names
    assert re.findall(r'<section id="(\w+)"', page) == names


def test_without_plotly_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()

    def missing(name: str) -> Any:
        raise ModuleNotFoundError(name)

    real = module.files
    monkeypatch.setattr(module, "files", lambda name: missing(name) if name == "plotly" else real(name))
    with pytest.raises(MissingExtraError, match="pip install 'plotly"):
        assembled(NOTHING)


def test_the_real_plotly_cannot_end_its_element(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("plotly")
    monkeypatch.undo()
    assert "</script" not in module.plotly_script().lower()
