"""What was read ahead is what the reader would have read itself, and given for exactly the same files."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox._native import begun_folder, label_files
from truebox._native.begun_folder import (
    entries_ahead,
    folder_begun,
    read_image_headers,
    read_label_rows,
    read_voc_files,
)
from truebox.errors import InputError

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows lists folders otherwise")

_GIF = b"GIF89a" + bytes([64, 1, 240, 0, 0, 0])
_OBJECT = (
    "<object><name>cat</name><bndbox><xmin>{0}</xmin><ymin>2</ymin>"
    "<xmax>30</xmax><ymax>40</ymax></bndbox></object>"
)
_FILES = 600  # three parts


def annotation(number: int) -> str:
    """A file whose object begins at a column of its own."""
    return f"<annotation><filename>{number}.jpg</filename>{_OBJECT.format(number % 20)}</annotation>"


@pytest.fixture
def annotations(tmp_path: Path) -> Path:
    (tmp_path / "Annotations").mkdir()
    for number in range(_FILES):
        (tmp_path / "Annotations" / f"{number:04}.xml").write_text(annotation(number))
    return tmp_path


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    for folder in ("images", "labels"):
        (tmp_path / folder).mkdir()
    for number in range(_FILES):
        (tmp_path / "images" / f"{number:04}.gif").write_bytes(_GIF)
        (tmp_path / "labels" / f"{number:04}.txt").write_text(f"{number % 3} 0.5 0.5 0.1 0.{number + 1}\n")
    return tmp_path


def blob(inside: str, suffix: str) -> bytes:
    return b"".join(f"{inside}/{number:04}{suffix}".encode() + b"\0" for number in range(_FILES))


def same(found: Any, expected: Any) -> bool:
    return all(
        np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b
        for a, b in zip(found, expected, strict=True)
    )


@pytest.fixture
def read_here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which native functions read files that were not read ahead."""
    called: list[str] = []

    class Counted:
        FolderAhead = label_files.FolderAhead

        def __getattr__(self, name: str) -> Callable[..., Any]:
            called.append(name)
            function: Callable[..., Any] = getattr(label_files, name)
            return function

    monkeypatch.setattr(begun_folder, "_kernels", Counted())
    return called


@pytest.mark.parametrize("threads", [None, 2, 3, 7])
def test_annotations_read_ahead_are_those_read_at_once(
    annotations: Path, threads: int | None, read_here: list[str]
) -> None:
    names = blob("Annotations", ".xml")
    expected = label_files.read_voc_files(annotations, names, 1)
    with folder_begun(annotations, threads):
        found = read_voc_files(annotations, names, 0)
    assert same(found, expected)
    assert len(found[0]) == _FILES
    assert found[7] == ("cat",)
    assert read_here == []


def test_labels_and_pictures_read_ahead_are_those_read_at_once(labels: Path, read_here: list[str]) -> None:
    rows, heads = blob("labels", ".txt"), blob("images", ".gif")
    expected = label_files.read_label_rows(labels, rows, 1), label_files.read_image_headers(labels, heads, 1)
    with folder_begun(labels, None):
        found_heads = read_image_headers(labels, heads, 0)
        found_rows = read_label_rows(labels, rows, 0)
    assert same(found_rows, expected[0])
    assert same(found_heads, expected[1])
    assert read_here == []


def test_other_files_than_those_begun_are_read(annotations: Path, read_here: list[str]) -> None:
    names = b"Annotations/0003.xml\0"
    with folder_begun(annotations, None):
        found = read_voc_files(annotations, names, 0)
    assert same(found, label_files.read_voc_files(annotations, names, 1))
    assert read_here == ["read_voc_files"]


def test_what_was_begun_is_given_once(annotations: Path, read_here: list[str]) -> None:
    names = blob("Annotations", ".xml")
    with folder_begun(annotations, None):
        first, again = read_voc_files(annotations, names, 0), read_voc_files(annotations, names, 0)
    assert same(first, again)
    assert read_here == ["read_voc_files"]


def test_another_folder_is_not_what_was_begun(annotations: Path, read_here: list[str]) -> None:
    inside = annotations / "Annotations"
    with folder_begun(annotations, None):
        found = read_voc_files(inside, b"0001.xml\0", 0)
    assert found[1].tolist() == [0, 0]
    assert len(found[4]) == 1
    assert read_here == ["read_voc_files"]


def test_folders_are_listed_ahead_once(annotations: Path) -> None:
    with folder_begun(f"{annotations}/", None):
        held = entries_ahead(annotations / "Annotations")
        assert held is not None
        names = held.names(b".xml\0", b"", -1)
        assert names is not None
        assert sorted(names[0]) == [f"{number:04}.xml" for number in range(_FILES)]
        assert entries_ahead(annotations / "Annotations") is None
    assert entries_ahead(annotations) is None


@pytest.mark.parametrize("threads", [1, None])
def test_nothing_is_begun_of_files_or_for_one_thread(tmp_path: Path, threads: int | None) -> None:
    path = tmp_path / "a.xml"
    path.write_text(annotation(1))
    with folder_begun(path if threads is None else tmp_path, threads):
        assert entries_ahead(tmp_path) is None


def test_what_was_begun_ends_when_nobody_wants_it(annotations: Path) -> None:
    with pytest.raises(KeyError), folder_begun(annotations, None):
        raise KeyError
    assert entries_ahead(annotations) is None


@pytest.mark.parametrize("broken", ["<annotation>", "", "<annotation><object/></annotation>", "\xff\xfe"])
def test_a_broken_file_is_refused_in_the_same_words_ahead_and_at_once(annotations: Path, broken: str) -> None:
    (annotations / "Annotations" / "0311.xml").write_text(broken, encoding="latin-1")
    said = []
    for threads in (None, 1):
        with pytest.raises(InputError, match=r"0311\.xml") as refused:
            tb.read_truth(annotations, threads=threads)
        said.append(str(refused.value))
    assert said[0] == said[1]


def test_names_that_are_no_text_are_read_as_ever(annotations: Path) -> None:
    odd = os.fsencode(annotations / "Annotations") + b"/\xff.xml"
    try:
        with open(odd, "w", encoding="ascii") as stream:
            stream.write(annotation(5))
    except OSError:
        pytest.skip("this system has no such names")
    ahead, at_once = (tb.read_truth(annotations, threads=threads) for threads in (None, 1))
    assert ahead.images.ids.tolist() == at_once.images.ids.tolist()
    assert ahead.boxes.tolist() == at_once.boxes.tolist()
    assert len(ahead) == _FILES + 1
