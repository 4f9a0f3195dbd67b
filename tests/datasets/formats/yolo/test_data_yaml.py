"""``data.yaml``."""

from __future__ import annotations

import pytest

from truebox.datasets.formats.yolo.data_yaml import parse_data_yaml, read_data_yaml
from truebox.errors import InputError

ULTRALYTICS = """# COCO8 dataset: https://docs.ultralytics.com
# a description as the documentation of Ultralytics shows it

path: ../datasets/coco8 # dataset root dir
train: images/train # train images
val: images/val
test: # optional

# Classes
names:
  0: person
  1: bicycle
  2: "traffic light"

download: |
  from pathlib import Path
  names: nonsense
"""
ROBOFLOW = """train: ../train/images
val: ../valid/images

nc: 2
names: ['cat', 'dog']

roboflow:
  workspace: me
  names: x
"""


def test_the_form_of_the_documentation():
    found = parse_data_yaml(ULTRALYTICS, "data.yaml")
    assert found.names == ("person", "bicycle", "traffic light")
    assert found.path == "../datasets/coco8"
    assert found.splits == {"train": ("images/train",), "val": ("images/val",)}
    assert found.keypoints is None


def test_the_form_of_roboflow_and_lists():
    assert parse_data_yaml(ROBOFLOW, "d").names == ("cat", "dog")
    found = parse_data_yaml("names:\n- cat\n- 'sea: lion'\nval: [a, b]\nkpt_shape: [17, 3]\n", "d")
    assert found.names == ("cat", "sea: lion")
    assert found.splits == {"val": ("a", "b")}
    assert found.keypoints == (17, 3)


def test_validation_is_val():
    assert parse_data_yaml("validation: x\nnames: [a]", "d").splits == {"val": ("x",)}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("names: [a, b]\nnc: 3", "nc is 3, but there are 2 names"),
        ("names:\n  0: a\n  2: b", "without a gap"),
        ("names:\n  0: a\n  0: b", "names: a key stands there twice"),
        ("names: &x [a]", "line 1: names: "),
        ("names: [a]\nnames: [b]", "line 2: names stands there twice"),
        ("names: [a", "is missing"),
        ("names:\n  0:\n    - a", "is neither|holds no plain text"),
        ("kpt_shape: [17, 4]\nnames: [a]", "kpt_shape"),
        ("what is this", "no 'key: value'"),
        ("names: just text", "neither a list nor a mapping"),
    ],
)
def test_what_cannot_be_followed_is_refused_with_its_line(text, words):
    with pytest.raises(InputError, match=rf"E-403 (?s:.*)({words})"):
        parse_data_yaml(text, "data.yaml")


def test_bytes_that_are_not_utf_8_are_refused_and_a_mark_is_not(tmp_path):
    path = tmp_path / "data.yaml"
    path.write_bytes("﻿names: [caf\u00e9]\r\n".encode())
    assert read_data_yaml(path).names == ("caf\u00e9",)
    path.write_bytes("names: [caf\u00e9]".encode("latin-1"))
    with pytest.raises(InputError, match=r"E-411 .*byte 11 is 0xe9"):
        read_data_yaml(path)
    path.write_text("names: [a]", encoding="utf-16")
    with pytest.raises(InputError, match=r"E-411 .*begins as UTF-16"):
        read_data_yaml(path)
