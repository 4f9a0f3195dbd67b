"""Archives, pickles and pictures are known by their first bytes and never opened."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import pickle
import tarfile
import zipfile

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.texts.not_read import refuse_what_is_not_read
from truebox.errors import InputError


def zipped() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("../../found.json", "[]")
    return held.getvalue()


def tarred() -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("../../found.json"))
    return held.getvalue()


class Trap:
    def __reduce__(self):
        return pytest.fail, ("a pickle was loaded",)


FILES = [
    ("found.zip", zipped(), "E-480"),
    ("found.json", zipped(), "E-480"),
    ("found.tar", tarred(), "E-480"),
    ("found.tar.gz", gzip.compress(tarred(), mtime=0), "E-480"),
    ("found.json.bz2", bz2.compress(b"[]"), "E-480"),
    ("found.json.xz", lzma.compress(b"[]"), "E-480"),
    ("model.pt", zipped(), "E-481"),
    ("found.pkl", pickle.dumps(Trap()), "E-481"),
    ("found.json", pickle.dumps(Trap()), "E-481"),
    ("found.png", b"\x89PNG\r\n\x1a\n" + bytes(9), "E-482"),
    ("found.jpg", b"\xff\xd8\xff\xe0" + bytes(9), "E-482"),
    ("labels.h5", b"\x89HDF\r\n\x1a\n", "E-482"),
]


@pytest.mark.parametrize(("name", "content", "code"), FILES)
@pytest.mark.parametrize("read", [read_truth, read_predictions])
@pytest.mark.parametrize("lenient", [False, True])
def test_they_are_refused_by_name_and_content(tmp_path, read, name, content, code, lenient):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read(path, lenient=lenient)
    assert (caught.value.code, caught.value.place) == (code, str(path))
    assert caught.value.fix


def test_arrays_of_objects_are_not_loaded(tmp_path):
    np.save(tmp_path / "labels.cache", np.array([Trap()], dtype=object), allow_pickle=True)
    (tmp_path / "labels.cache.npy").rename(tmp_path / "labels.cache")
    with pytest.raises(InputError, match="E-482"):
        read_truth(tmp_path / "labels.cache")


def test_texts_pass():
    assert refuse_what_is_not_read(b"a,b,c\n1,2,3\n", "found.csv") is None
