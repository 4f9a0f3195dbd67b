"""A section is one folder, and nothing else has to know of it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from added_section import HTML, SCRIPT, STYLE, add_section
from diagnosed_results import made_result

from truebox.report import to_page
from truebox.report.page import assembly
from truebox.report.page.section import all_sections


@pytest.fixture(autouse=True)
def small_plotly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real one has 4.7 MB, and need not be installed here."""
    monkeypatch.setattr(assembly, "plotly_script", lambda: "/* plotly */")


@pytest.fixture
def added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = set(sys.modules)
    add_section(tmp_path, monkeypatch)
    yield
    for name in set(sys.modules) - before:
        if name.startswith("truebox.report.page.sections.halves"):
            del sys.modules[name]


def test_the_sections_in_their_order() -> None:
    assert [section.name for section in all_sections()] == [
        "overview", "compared", "classes", "thresholds", "curves", "causes", "confusion", "slices", "gallery",
        "crops", "steps", "tables", "again",
    ]  # fmt: skip


def test_no_two_sections_want_one_place() -> None:
    orders = [section.order for section in all_sections()]
    assert len(set(orders)) == len(orders)


@pytest.mark.parametrize("section", all_sections(), ids=lambda section: section.name)
def test_a_section_begins_with_its_heading_and_draws_itself(section) -> None:
    assert re.match(rf'<h[12] id="{section.name}-title"', section.text("html"))
    assert "when(" in section.text("js")


def test_ids_are_given_once_and_every_script_finds_its_own() -> None:
    texts = [section.text("html") for section in all_sections()]
    ids = [name for text in texts for name in re.findall(r' id="([\w-]+)"', text)]
    assert len(set(ids)) == len(ids)


def test_a_section_without_a_file_has_no_text() -> None:
    assert all_sections()[-3].text("css") == ""


@pytest.mark.usefixtures("added")
def test_a_folder_more_is_a_section_more() -> None:
    assert [section.name for section in all_sections()][7:10] == ["slices", "halves", "gallery"]
    result = made_result()
    page = to_page(result, replicates=0)
    assert '<a href="#halves">Halves &amp; wholes</a>' in page
    assert f'<section id="halves" aria-labelledby="halves-title">\n{HTML}</section>' in page
    assert STYLE in page
    held = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert held is not None
    data = json.loads(held[1])
    assert data["halves"] == [len(result.state) / 2]
    assert data["results"][0]["half"] == 0.5
    script = re.search(r'<script type="module" async>(.*?)</script>', page, re.DOTALL)
    assert script is not None
    assert SCRIPT in script[1]
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    assert f"'sha256-{digest}'" in page
