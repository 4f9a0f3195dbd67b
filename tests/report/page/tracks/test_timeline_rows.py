"""Rows of a timeline: when an object is there, and who has it."""

from __future__ import annotations

from typing import Any

import numpy as np
from followed import changed_name, lost_object, unpacked

from truebox.report.page.tracks.timeline_rows import timeline_rows


def rows_of(result: Any, most: int = 9) -> dict[str, Any]:
    ids = [np.unique(side.sequences[0].track) for side in (result.truth, result.predictions)]
    return timeline_rows(result, 0, ids[0], ids[1], most)


def test_a_change_of_name_is_two_runs() -> None:
    held = rows_of(changed_name())
    assert [row[0] for row in held["rows"]] == [0, 1]  # object 7 costs, object 9 nothing
    first = changed_name().truth.sequences[0].frame.min()
    runs = np.reshape(unpacked(held["runs"]), (-1, 4))
    assert (runs - [0, first, first, 0]).tolist() == [[0, 0, 1, 0], [0, 2, 3, 1], [1, 0, 3, 2]]
    assert (np.reshape(unpacked(held["spans"]), (-1, 3)) - [0, first, first]).tolist() == [
        [0, 0, 3],
        [1, 0, 3],
    ]


def test_a_gap_stays_empty() -> None:
    held = rows_of(lost_object())
    row = next(place for place, each in enumerate(held["rows"]) if each[0] == 0)
    runs = [run for run in np.reshape(unpacked(held["runs"]), (-1, 4)).tolist() if run[0] == row]
    assert [end - begin for _, begin, end, _ in runs] == [0, 0]


def test_rows_are_cut_and_counted() -> None:
    held = rows_of(changed_name(), most=1)
    assert (len(held["rows"]), held["all"]) == (1, 2)
