"""A written page is a path, and shows itself in a notebook."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from truebox.report.page.written_page import WrittenPage


def addresses(page: WrittenPage) -> dict[str, str | None]:
    found: dict[str, str | None] = {}
    parser = HTMLParser()
    names = {"a": "href", "iframe": "src"}
    parser.handle_starttag = lambda tag, attributes: found.update(  # type: ignore[method-assign]
        {tag: dict(attributes)[names[tag]]} if tag in names else {}
    )
    parser.feed(page._repr_html_())
    return found


def test_a_page_below_the_notebook_is_named_from_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for path in ("out/my report.html", tmp_path / "out" / "my report.html"):
        assert addresses(WrittenPage(path)) == dict.fromkeys(("a", "iframe"), "out/my%20report.html")


def test_a_page_elsewhere_is_named_as_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path / "notebooks")
    page = WrittenPage(tmp_path / "report.html")
    assert addresses(page) == dict.fromkeys(("a", "iframe"), (tmp_path / "report.html").as_uri())


def test_a_name_ends_no_attribute_and_opens_no_element(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name = '"><img src=x>.html'
    page = WrittenPage(name)
    assert "<img" not in page._repr_html_()
    assert unquote(str(addresses(page)["iframe"])) == name


def test_it_is_read_like_any_path(tmp_path: Path) -> None:
    page = WrittenPage(tmp_path / "report.html")
    (tmp_path / "report.html").write_text("page")
    with open(page) as file:
        assert file.read() == "page"
