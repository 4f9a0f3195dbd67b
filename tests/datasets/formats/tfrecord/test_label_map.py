"""Label maps as the Object Detection API writes them."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.tfrecord.label_map import label_names
from truebox.errors import InputError

PASCAL = (
    "item {\n  id: 1\n  name: 'aeroplane'\n}\n\nitem {\n  id: 2\n  name: 'bicycle'\n}\n"  # pascal_label_map
)
COCO = 'item {\n  name: "/m/01g317"\n  id: 1\n  display_name: "person"\n}\n'  # mscoco_label_map.pbtxt
LVIS = "item {\n  id: 3\n  name: 'it\\'s'\n  keypoints { id: 0 label: 'nose' }\n}\n"


@pytest.mark.parametrize(
    ("text", "names"),
    [(PASCAL, {1: "aeroplane", 2: "bicycle"}), (COCO, {1: "person"}), (LVIS, {3: "it's"})],
)
def test_names(tmp_path, text, names):
    (tmp_path / "label_map.pbtxt").write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert label_names(tmp_path / "a.tfrecord") == names
    assert label_names(tmp_path) == names


def test_none_and_several_name_nothing(tmp_path):
    assert label_names(tmp_path) == {}
    for name in ("a.pbtxt", "b.pbtxt"):
        (tmp_path / name).write_text(PASCAL)
    assert label_names(tmp_path) == {}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"node { op: 'x' }", "no item"),
        (b"item { id: 1 }", "item 1 lacks"),
        (b"item { name: 'cat' }", "item 1 lacks"),
        (b"item { id: 1 name: '\xff' }", "not UTF-8"),
    ],
)
def test_broken_maps_are_refused(tmp_path, content, words):
    (tmp_path / "labels.pbtxt").write_bytes(content)
    with pytest.raises(InputError, match=rf"E-458 .*labels\.pbtxt: .*{words}"):
        label_names(tmp_path)


def test_a_map_out_of_proportion(tmp_path):
    with (tmp_path / "labels.pbtxt").open("wb") as stream:
        stream.truncate((16 << 20) + 1)
    with pytest.raises(InputError, match=r"E-458 .*16777217 bytes"):
        label_names(tmp_path)
