"""The names of formats and what they say about themselves."""

from __future__ import annotations

import pytest

from truebox.boxes.box_format import BoxFormat, as_box_format
from truebox.errors import ArgumentError


def test_the_eight_formats_are_strings():
    names = ["xyxy", "xywh", "cxcywh", "yxyx", "rel_xyxy", "rel_xywh", "rel_cxcywh", "rel_yxyx"]
    assert [str(member) for member in BoxFormat] == names
    assert all(BoxFormat(name) == name for name in names)


def test_relative_formats_know_their_absolute_one():
    assert [member.is_relative for member in BoxFormat] == [False] * 4 + [True] * 4
    assert [member.absolute for member in BoxFormat] == [*BoxFormat][:4] * 2


def test_names_of_the_four_numbers():
    assert BoxFormat.REL_YXYX.names == ("y_min", "x_min", "y_max", "x_max")
    assert BoxFormat.CXCYWH.names == ("x_center", "y_center", "width", "height")
    assert [member for member in BoxFormat if member.has_size] == ["xywh", "cxcywh", "rel_xywh", "rel_cxcywh"]


@pytest.mark.parametrize("value", ["ltwh", "", None, 3, [], "rel_yolo"])
def test_an_unknown_name_lists_the_known_ones(value):
    with pytest.raises(
        ArgumentError, match=r"source is .*; expected one of xyxy, xywh, cxcywh, yxyx, rel_xyxy"
    ):
        as_box_format(value, "source")


def test_members_and_names_are_taken():
    assert as_box_format("rel_xywh") is as_box_format(BoxFormat.REL_XYWH) is BoxFormat.REL_XYWH


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("XYXY", "xyxy"),
        ("Rel_CxCyWH", "rel_cxcywh"),
        ("coco", "xywh"),
        ("YOLO", "rel_cxcywh"),
        ("voc", "xyxy"),
        ("pascal_voc", "xyxy"),
    ],
)
def test_case_and_the_names_of_files_are_understood(value, meant):
    assert as_box_format(value) is BoxFormat(meant)
