"""What the page of tracks holds: boxes, their states, and the numbers that Python has."""

from __future__ import annotations

from typing import Any

import numpy as np
from followed import changed_name, lost_object, unpacked

from truebox.evaluation import evaluate_tracks
from truebox.report.page.tracks.box_columns import MATCHED, MISSED
from truebox.report.page.tracks.material import TrackMaterial, TrackSide
from truebox.report.page.tracks.page_data import track_page_data


def data_of(*results: Any, **options: Any) -> dict[str, Any]:
    sides = [TrackSide.of(each, most_events=99) for each in results]
    return track_page_data(TrackMaterial(sides=sides, **options))


def test_boxes_come_back_to_the_pixel() -> None:
    (sequence,) = data_of(changed_name())["sequences"]
    assert sequence["ids"] == ["7", "9"]
    boxes = np.reshape(unpacked(sequence["box"]), (-1, 4)) * sequence["scale"]
    assert np.abs(boxes[0] - [10, 10, 30, 50]).max() <= sequence["scale"]
    start = unpacked(sequence["start"])
    assert np.diff(start).sum() == 8
    assert max(np.diff(start)) == 2


def test_every_box_says_what_became_of_it() -> None:
    data = data_of(lost_object())
    held = data["results"][0]["sequences"][0]
    assert unpacked(held["truthState"]).count(MISSED) == 2
    assert unpacked(held["truthState"]).count(MATCHED) == 6
    tracks = [held["ids"][place] for place in unpacked(held["track"])]
    states = dict(zip(tracks, unpacked(held["state"]), strict=True))
    assert states == {"1": MATCHED, "5": MATCHED, "8": MISSED}


def test_events_name_tracks_by_place() -> None:
    data = data_of(changed_name())
    events = data["results"][0]["events"]
    assert (events["listed"], events["all"]) == (1, 1)
    columns = {name: held for name, held in events["columns"].items() if name != "iou"}
    (truth,), (found,), (before,) = (unpacked(columns[name]) for name in ("truth", "prediction", "before"))
    held = data["results"][0]["sequences"][0]
    assert (data["sequences"][0]["ids"][truth], held["ids"][found], held["ids"][before]) == ("7", "2", "1")
    assert unpacked(columns["frame"]) == [3]
    assert data["kinds"][unpacked(columns["kind"])[0]] == "new id"


def test_a_page_that_is_too_large_says_what_it_left_out() -> None:
    assert data_of(changed_name())["keptNote"] == ""
    data = data_of(changed_name(), most_rows=3)
    assert "0 of 1 events" in data["keptNote"]
    assert unpacked(data["sequences"][0]["track"]) == []


def test_what_sequences_are_called() -> None:
    """A sequence without a name is called by its place where there are others."""
    side = {"frames": [1, 2], "ids": [7, 7], "boxes": [[0, 0, 9, 9]] * 2}
    for names, shown in (([""], ["sequence"]), (["a"], ["a"]), (["", "b"], ["sequence 1", "b"])):
        both = dict.fromkeys(names, side)
        assert [each["name"] for each in data_of(evaluate_tracks(both, both))["sequences"]] == shown
