"""A folder of a page is told from other folders: only that may be replaced."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from truebox.report.page.parted.folder_names import is_folder_of_page, names_folder


def test_a_slash_or_a_folder_that_is_there_names_a_folder(tmp_path: Path) -> None:
    assert names_folder("new/")
    assert names_folder(f"new{os.sep}")
    assert names_folder(tmp_path)
    assert not names_folder(tmp_path / "new")
    assert not names_folder("new.html")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    (tmp_path / "index.html").write_text('<!doctype html>\n<html lang="en">\n')
    return tmp_path


def test_a_page_is_known(page: Path) -> None:
    assert is_folder_of_page(page)


def test_what_somebody_put_beside_it_keeps_it(page: Path) -> None:
    (page / "notes.txt").write_text("")
    assert not is_folder_of_page(page)


def test_another_document_is_no_page(page: Path) -> None:
    (page / "index.html").write_text("<html>my site")
    assert not is_folder_of_page(page)


def test_no_document_is_no_page(page: Path) -> None:
    (page / "index.html").unlink()
    assert not is_folder_of_page(page)
