"""Which files make one set of records."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.tfrecord.shards import record_files
from truebox.errors import InputError


def made(folder, *names):
    for name in names:
        (folder / name).write_bytes(b"-")
    return folder


@pytest.mark.parametrize(
    "names",
    [
        ("train.record-00000-of-00002", "train.record-00001-of-00002"),
        ("train-00000-of-00002.tfrecord", "train-00001-of-00002.tfrecord"),
        ("train.tfrecord-00000-of-00002.gz", "train.tfrecord-00001-of-00002.gz"),
        ("only.tfrecord",),
    ],
)
def test_shards_in_order(tmp_path, names):
    made(tmp_path, *reversed(names), "label_map.pbtxt", "README.md")
    assert [file.name for file in record_files(tmp_path)] == list(names)
    assert record_files(tmp_path / names[0]) == [tmp_path / names[0]]


@pytest.mark.parametrize(
    ("names", "words"),
    [
        ((), "no file in this folder"),
        (("train.tfrecord", "val.tfrecord"), '2 sets of records: "train.tfrecord", "val.tfrecord"'),
        (
            ("a.tfrecord-00000-of-00003", "a.tfrecord-00002-of-00003"),
            "1 of 3 shards are missing, first number 1",
        ),
        (("a.tfrecord-00000-of-00001", "a.tfrecord-00000-of-00002"), "2 sets"),
    ],
)
def test_what_makes_no_whole_is_refused(tmp_path, names, words):
    made(tmp_path, *names)
    with pytest.raises(InputError, match=f"E-459 .*{words}"):
        record_files(tmp_path)
