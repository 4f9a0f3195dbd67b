"""The words of the quirks in the package are those of the page."""

from __future__ import annotations

import re

from project_tree import ROOT

from truebox.evaluation.quirk_texts import QUIRK_TEXTS


def test_titles_are_those_of_the_page():
    page = (ROOT / "docs/quirks.md").read_text()
    titles = dict(re.findall(r"^\| ([A-Z]\d+) \| (.*?) \|", page, flags=re.MULTILINE))
    assert {number: text.title for number, text in QUIRK_TEXTS.items()} == titles
