"""Archives are not read, and said so."""

from __future__ import annotations

import io
import tarfile
import zipfile

import pytest

import truebox as tb


def zipped() -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("annotations.xml", "<annotations/>")
    return stream.getvalue()


def tarred(mode: str) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:
        archive.addfile(tarfile.TarInfo("truth.json"), io.BytesIO(b""))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("labels.zip", zipped(), r"a zip archive, .*unzip labels\.zip -d labels"),
        ("my labels.zip", zipped(), r"unzip 'my labels\.zip' -d 'my labels'"),
        ("truth.json", zipped(), r"unzip truth\.json -d truth\.json-unpacked"),
        ("a.tar", tarred("w"), r"a tar archive, .*mkdir a && tar -xf a\.tar -C a"),
        ("a.tar.gz", tarred("w:gz"), r"mkdir a && tar -xf a\.tar\.gz -C a"),
        ("a.7z", b"7z\xbc\xaf\x27\x1c" + bytes(64), r"a 7z archive, .*7z x a\.7z -oa"),
        ("a.rar", b"Rar!\x1a\x07\x00" + bytes(64), r"a rar archive, .*unrar x a\.rar a/"),
    ],
)
@pytest.mark.parametrize("read", [tb.read_truth, tb.read_predictions])
def test_archives_are_refused_with_the_command_that_unpacks_them(tmp_path, name, data, words, read):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(tb.errors.InputError, match=f"E-460 .*{words}"):
        read(tmp_path / name)
