"""The head of a CVAT file."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from truebox.datasets.formats.cvat.meta import CvatTask, read_meta
from truebox.errors import InputError

LABELS = (
    "<labels><label><name>car</name><attributes><attribute><name>speed</name><input_type>number</input_type>"
    "</attribute></attributes></label><label><name>nose</name><parent>face</parent></label></labels>"
)


@pytest.mark.parametrize(
    ("inner", "task"),
    [
        ("<size>9</size>", CvatTask(0, 1, 9)),
        ("<size>9</size><start_frame>4</start_frame>", CvatTask(4, 1, 13)),
        ("<start_frame>4</start_frame><stop_frame>8</stop_frame>", CvatTask(4, 1, 9)),
        ("<size>3</size><frame_filter>step=5</frame_filter>", CvatTask(0, 5, 15)),
        ("<frame_filter>step=0</frame_filter>", CvatTask(0, 1, None)),
        ("<original_size><width>64</width><height>48</height></original_size>", CvatTask(0, 1, None, 64, 48)),
    ],
)
def test_frames_of_a_task(inner, task):
    assert read_meta(fromstring(f"<meta><task>{inner}</task></meta>"), "a.xml").tasks == {"": task}


def test_labels_and_kinds_of_attributes():
    meta = read_meta(fromstring(f"<meta><task>{LABELS}</task></meta>"), "a.xml")
    assert meta.labels == ["car"]  # parts of a skeleton have a parent
    given = [("speed", "3"), ("speed", "3.5"), ("speed", "fast"), ("colour", "7"), ("old", "true")]
    assert [meta.value("car", *each) for each in given] == [3, 3.5, "fast", "7", True]


@pytest.mark.parametrize("size", ["-1", "x", "1.5", "99999999999", "99999999"])
def test_sizes_that_are_none_are_refused(size):
    with pytest.raises(InputError, match=r"E-440 a.xml meta"):
        read_meta(fromstring(f"<meta><task><size>{size}</size></task></meta>"), "a.xml")
