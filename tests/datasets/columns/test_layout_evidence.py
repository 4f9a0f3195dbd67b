"""What four numbers can mean."""

from __future__ import annotations

import numpy as np
import pytest
from format_rounds import refused

from truebox.datasets.columns.layout_evidence import decided_layout, stated_layout
from truebox.datasets.options import ReadOptions
from truebox.errors import ArgumentError

ALL = ("xywh", "xyxy", "rel_cxcywh")


@pytest.mark.parametrize(
    ("rows", "layout"),
    [
        ([[50, 60, 20, 10]], "xywh"),
        ([[0.5, 0.5, 0.2, 0.1]], "rel_cxcywh"),
    ],
)
def test_one_reading_is_left(rows, layout):
    found, (finding,) = decided_layout(np.array(rows, dtype=float), ReadOptions(), ALL, "a.txt")
    assert (found, finding.code) == (layout, "W-421")


def test_no_rows_leave_nothing_to_decide():
    assert decided_layout(np.empty((0, 4)), ReadOptions(), ALL, "a.txt") == ("xywh", ())


def test_two_readings_are_refused_with_their_flags():
    message = refused("E-423", decided_layout, np.array([[10.0, 20, 30, 60]]), ReadOptions(), ALL, "a.txt")
    assert "as rel_cxcywh: 1 of 1 boxes would lie outside of their image" in message
    assert message.endswith("say it with box_format='xywh' or box_format='xyxy'.")


def test_numbers_alone_never_decide_where_a_person_must():
    refused("E-423", stated_layout, np.array([[50.0, 60, 20, 10]]), ReadOptions(), ALL, "a.json")


def test_what_a_person_said_is_checked():
    with pytest.raises(ArgumentError, match="'ltrb' is unknown"):
        stated_layout(np.empty((0, 4)), ReadOptions(box_format="ltrb"), ALL, "a.json")


def test_a_few_stray_rows_do_not_speak_against_a_reading():
    rows = np.array([[10.0, 20, 30, 60]] * 98 + [[90, 90, 80, 95], [50, 50, 40, 60]])
    sizes = np.full((100, 2), 35)
    found, (finding,) = decided_layout(rows, ReadOptions(), ("xywh", "xyxy"), "a.txt", sizes=sizes)
    assert found == "xyxy"
    assert finding.message == (
        "boxes are read as xyxy (xywh is not possible: 100 of 100 boxes would leave their picture)"
    )


def test_as_many_stray_rows_in_every_reading_decide_nothing():
    rows = np.array([[10.0, 20, 30, 60]] * 10 + [[40.0, 20, 30, 60]])
    refused(
        "E-423", decided_layout, rows, ReadOptions(), ("xywh", "xyxy"), "a.txt", sizes=np.full((11, 2), 60)
    )


@pytest.mark.parametrize(
    ("row", "layout"),
    [
        ([60, 70, 50, 10], "xywh"),  # to 110 in a picture of 100 x 80; as corners it has a negative size
        ([50, 20, 61, 60], "xyxy"),  # a width of 61 would end at 111
        ([50, 27, 60, 62], "xyxy"),  # a height of 62 would end at 89 of 80
        ([50, 20, 60, 60], None),  # as a size it ends at 110 and 80, as corners inside
    ],
)
def test_a_tenth_over_the_edge_of_its_picture_is_no_evidence(row, layout):
    rows, sizes = np.array([row], float), np.array([[100.0, 80]])
    if layout is None:
        message = refused("E-423", lambda: decided_layout(rows, ReadOptions(), ALL, "a.txt", sizes=sizes))
        assert "box_format='xywh' or box_format='xyxy'" in message
    else:
        assert decided_layout(rows, ReadOptions(), ALL, "a.txt", sizes=sizes)[0] == layout
