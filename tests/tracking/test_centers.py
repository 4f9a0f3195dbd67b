"""Rows of centers as frames."""

from __future__ import annotations

from truebox.tracking.centers import center_frames


def test_rows_are_put_in_order_of_frames_and_classes() -> None:
    truth = {
        "frames": [5, 2, 2],
        "ids": ["a", "b", "c"],
        "centers": [[5, 0], [2, 0], [3, 0]],
        "labels": ["car", "car", "bus"],
    }
    found = {"frames": [2, 5], "ids": [1, 1], "centers": [[2, 1], [5, 1]], "labels": ["car", "car"]}
    frames = center_frames(truth, found | {"scores": [0.25, 0.75]})
    assert list(frames) == ["bus", "car"]
    (first, second), (only,) = frames["car"][0], frames["bus"][0]
    assert (list(first.truth), list(second.truth), list(only.truth)) == (["b"], ["a"], ["c"])
    assert first.truth_centers.tolist() == [[2, 0]]
    assert [each.scores.tolist() for each in (first, second, only)] == [[0.5], [0.5], []]
