"""A section of the report page that somebody adds: one folder outside the package."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.report.page import sections

DATA = """
from truebox.report.page.section import Section

SECTION = Section(
    order=75,
    link="Halves & wholes",
    of_page=lambda material: {"halves": [len(side.result.state) / 2 for side in material.sides]},
    of_side=lambda side: {"half": side.iou},
)
"""
HTML = '<h2 id="halves-title">Halves</h2>\n<p id="halves-words"></p>\n'
# `drawGallery` and `order` are also names in the script of another section.
SCRIPT = """
let order = 0;
function drawGallery() {
  order += 1;
  const now = `from ${state.score.toFixed(3)} of ${sides[state.side].letter}`;
  fill(byId("halves-words"), `${order}: ${data.halves.join(" and ")} ${now}`);
}
when("begin side score", drawGallery);
"""
STYLE = "#halves-words { letter-spacing: 7px; }\n"


def add_section(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str = "halves") -> None:
    """Write the section into `folder`, and let the page look there too."""
    own = folder / name
    own.mkdir()
    for file, text in {
        "__init__.py": "", "data.py": DATA, "section.html": HTML, "section.js": SCRIPT, "section.css": STYLE,
    }.items():  # fmt: skip
        (own / file).write_text(text, encoding="utf-8")
    monkeypatch.setattr(sections, "__path__", [*sections.__path__, str(folder)])
