"""The examples on the pages about formats are true."""

from __future__ import annotations

import doctest

import pytest

from project_tree import ROOT

# Pages without ">>>" show commands or cells, which tests of their own run.
PAGES = [
    page
    for page in sorted((ROOT / "docs" / "formats").glob("*.md"))
    if ">>>" in page.read_text(encoding="utf-8")
]


def test_there_are_examples():
    assert len(PAGES) >= 10


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_example_of_a_page(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8").replace("```", "")
    example = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(example, out=said.append)
    assert not said, "".join(said)
    assert example.examples
