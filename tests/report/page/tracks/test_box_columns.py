"""Boxes as small numbers."""

from __future__ import annotations

import numpy as np
from followed import changed_name

from truebox.report.page.tracks.box_columns import box_columns, corners, scale_of


def test_both_layouts_give_corners() -> None:
    sequence = changed_name().truth.sequences[0]
    assert corners(sequence, "xywh")[0].tolist() == [10, 10, 30, 50]
    assert corners(sequence, "xyxy")[0].tolist() == [10, 10, 20, 40]


def test_the_scale_fits_the_largest_of_all_sides() -> None:
    assert scale_of(np.array([[1.0, 2, 3, 4]]), np.array([[0.0, -64_000, 1, 1]])) == 2
    assert scale_of(np.zeros((0, 4))) == 1


def test_only_kept_frames_have_rows() -> None:
    sequence = changed_name().truth.sequences[0]
    kept = np.arange(6) == int(sequence.frame[0])
    rows, _ = box_columns(sequence, corners(sequence, "xywh"), np.array([7, 9]), kept, 1.0)
    assert rows.tolist() == [0, 1]
