from __future__ import annotations

import pytest

import truebox as tb
from truebox.checking.unread import refuse_unread
from truebox.errors import ArgumentError


@pytest.mark.parametrize(
    ("geometry", "found", "truth", "flag"),
    [
        ("boxes", {"letterbox": 640}, {}, "letterbox="),
        ("boxes", {"format": "coco"}, {}, "format="),
        ("boxes", {}, {"format": "coco"}, "format="),
        ("boxes", {}, {"box_format": "xyxy"}, "box_format="),
        ("boxes", {}, {"split": "val"}, "split="),
        ("masks", {}, {}, "geometry="),
    ],
)
def test_the_first_is_named_with_its_flag(geometry, found, truth, flag):
    with pytest.raises(ArgumentError, match=f"^{flag} has no meaning with protocol='tracks'"):
        refuse_unread("tracks", geometry, found, truth)


def test_nothing_said_is_nothing_refused():
    refuse_unread("tracks", "boxes", {}, {})
    with pytest.raises(ArgumentError, match="geometry="):
        refuse_unread("panoptic", "keypoints", {}, {})


def test_what_the_files_told_is_said_and_how_to_check_boxes():
    with pytest.raises(ArgumentError) as refused:
        refuse_unread("tracks", "boxes", {}, {"format": "mot"}, named=False)
    assert str(refused.value) == (
        "format= has no meaning: the files hold tracks. "
        "Fix: leave it out, or add protocol='coco' to check them as boxes."
    )
    with pytest.raises(ArgumentError, match=r"geometry= .* hold tracks\. Fix: leave it out\.$"):
        refuse_unread("tracks", "masks", {}, {}, named=False)
    with pytest.raises(ArgumentError, match=r"split= .* are evaluated as .+\. Fix: leave it out\.$"):
        refuse_unread("otb", "boxes", {}, {"split": "val"}, named=False)


def test_a_check_refuses_what_its_protocol_does_not_read(tmp_path):
    with pytest.raises(ArgumentError, match="split= has no meaning with protocol='tracks'"):
        tb.check(tmp_path, tmp_path, protocol="tracks", truth_reading={"split": "val"})
    with pytest.raises(ArgumentError, match="geometry= has no meaning with protocol='panoptic'"):
        tb.check(tmp_path, tmp_path, protocol="panoptic", geometry="masks")
