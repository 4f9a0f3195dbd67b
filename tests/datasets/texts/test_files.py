"""From a path to bytes; refusals are in tests/faults."""

from __future__ import annotations

import gzip

import pytest

from truebox.datasets.texts.files import open_file, read_bytes, telling_source
from truebox.errors import InputError


def test_bytes_come_as_they_are(tmp_path):
    path = tmp_path / "x.bin"
    path.write_bytes(b"[1]\r\n")
    assert read_bytes(path) == b"[1]\r\n"


def test_gzip_is_recognised_by_content_and_all_members_are_joined(tmp_path):
    path = tmp_path / "x.json"
    path.write_bytes(gzip.compress(b"[1, ") + gzip.compress(b"2]") + b"\0\0")
    assert read_bytes(path) == b"[1, 2]"


def test_a_file_without_permission_is_refused_in_words(tmp_path, monkeypatch):
    def denied(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.open", denied)
    with pytest.raises(InputError, match=r"E-101 .*cannot be opened \(permission denied\)"):
        open_file(tmp_path / "x.json")


@pytest.mark.parametrize("name", ["x\0.json", "x" * 5000])
def test_a_path_that_cannot_be_is_refused_in_words(tmp_path, name):
    with pytest.raises(InputError, match="E-101"):
        open_file(tmp_path / name)


def test_a_link_to_nowhere_says_where_it_leads(tmp_path):
    (tmp_path / "found.json").symlink_to("moved.json")
    with pytest.raises(InputError, match=r"E-101 .*this is a link to moved\.json, which is not there"):
        open_file(tmp_path / "found.json")


def test_what_a_disk_says_while_a_file_is_read_names_the_file(tmp_path):
    with (
        pytest.raises(InputError, match=r"E-101 .*a\.json: the file cannot be read \(input/output error\)"),
        telling_source(tmp_path / "a.json"),
    ):
        raise OSError(5, "Input/output error")
