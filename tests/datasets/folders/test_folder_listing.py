"""The files of a folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from label_samples import folder_of

from truebox._native import label_files
from truebox.datasets.folders.folder_listing import bare_names, holds_file, list_files, names_blob
from truebox.datasets.place import Place
from truebox.errors import InputError

names = st.text(st.sampled_from("aB.é日\U0001f600xt"), min_size=1, max_size=6).map(
    lambda text: text if set(text) != {"."} else "a"
) | st.sampled_from(["a.txt", "b.TXT", "c.txt.d", ".txt", "txt"])


def test_files_are_listed_by_suffix_in_any_case_sorted_without_hidden_ones(tmp_path):
    root = folder_of(tmp_path, {"b.txt": "", "a/c.TXT": "", ".d.txt": "", ".e/f.txt": "", "g.xml": ""})
    assert list_files(root, (".txt",)) == ["a/c.TXT", "b.txt"]


def test_a_link_to_what_is_listed_anyway_is_not_entered(tmp_path):
    root = folder_of(tmp_path / "within", {"a/b.txt": "", "c/d.txt": ""})
    (root / "a" / "loop").symlink_to(root)
    (root / "a" / "above").symlink_to(tmp_path)
    (root / "again").symlink_to(root / "c")
    assert list_files(root, (".txt",)) == ["a/b.txt", "c/d.txt"]


def test_a_link_to_a_folder_elsewhere_is_entered_once(tmp_path):
    root = folder_of(tmp_path / "within", {"images/a.jpg": ""})
    elsewhere = folder_of(tmp_path / "elsewhere", {"train/b.txt": "", "c.txt": ""})
    (elsewhere / "train" / "loop").symlink_to(elsewhere)
    assert not holds_file(root, (".txt",))
    (root / "labels").symlink_to(elsewhere)
    assert list_files(root, (".txt",)) == ["labels/c.txt", "labels/train/b.txt"]
    assert holds_file(root, (".txt",))
    (root / "twice").symlink_to(elsewhere)
    assert len(list_files(root, (".txt",))) == 2
    (root / "gone").symlink_to(tmp_path / "nowhere")
    assert len(list_files(root, (".txt",))) == 2


def test_a_missing_folder_is_refused_by_name(tmp_path):
    with pytest.raises(InputError, match=r"E-101 .*nowhere.*cannot be read"):
        list_files(tmp_path / "nowhere", (".txt",))


def test_names_lose_their_folder_only_where_none_is_lost():
    assert bare_names(["x/a.txt", "y/b.txt"]) == ["a", "b"]
    assert bare_names(["x/a.txt", "y/a.txt"]) == ["x/a", "y/a"]
    assert bare_names(["plain"]) == ["plain"]


def test_names_of_any_bytes_survive():
    assert names_blob([]) == b""
    assert names_blob(["a\udcff.txt"]) == b"a\xff.txt\0"


def listed_by_python(root, suffixes):
    """What os.walk and the rules of the docstring give: an independent, slower way."""
    found, folders = [], [""]
    while folders:
        prefix = folders.pop()
        for name in os.listdir(os.path.join(root, prefix)):
            if name.startswith("."):
                continue
            if name.lower().endswith(suffixes):
                found.append(prefix + name)
            elif os.path.isdir(path := os.path.join(root, prefix, name)) and not os.path.islink(path):
                folders.append(f"{prefix}{name}/")
    return sorted(found)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(names, st.sampled_from(["file", "folder", "link"])), max_size=12))
def test_folders_of_any_names_are_listed_as_python_lists_them(entries):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "inner").mkdir()
        for place, (name, kind) in enumerate(entries):
            path = root / ("inner" if place % 2 else "") / name
            if os.path.lexists(path):
                continue
            if kind == "folder":
                path.mkdir()
                (path / "deep.TXT").write_bytes(b"")
            elif kind == "link":
                path.symlink_to(root / "inner")
            else:
                path.write_bytes(b"")
        expected = listed_by_python(root, (".txt",))
        assert list_files(root, (".txt",)) == expected
        assert holds_file(root, (".txt",)) == bool(expected)


def test_the_first_of_a_folder_are_those_of_all_sorted(tmp_path):
    for name in ("b", "a.txt", "c", ".hidden", "B"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "d").mkdir()
    held = label_files.read_folder(tmp_path)
    assert held.names(b"", b"x/", 2) == (["x/B", "x/a.txt"], ["x/d"])
    assert held.names(b"", b"", 9) == (["B", "a.txt", "b", "c"], ["d"])
    assert held.names(b".txt\0", b"", -1) == (["a.txt"], ["d"])
    assert label_files.read_folder(tmp_path / "none") is None
    (tmp_path / "é").write_bytes(b"")
    assert label_files.read_folder(tmp_path).names(b"", b"", 2) is None
    assert Place(tmp_path).names == ("B", "a.txt", "b", "c", "é")


def test_the_files_of_one_folder_inside_have_its_name_before_theirs(tmp_path):
    for name in ("a.txt", "in/b.txt", "in/deep/c.txt", "other/d.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    assert list_files(tmp_path, (".txt",), "in/") == ["in/b.txt", "in/deep/c.txt"]
    with pytest.raises(InputError, match="E-101"):
        list_files(tmp_path, (".txt",), "none/")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(st.sampled_from("ab./é"), min_size=1, max_size=8)))
def test_bare_names_are_those_that_python_makes(names):
    long = [name.rpartition(".")[0] or name for name in names]
    short = [name.rpartition("/")[2] for name in long]
    assert bare_names(names) == (short if len(set(short)) == len(short) else long)
