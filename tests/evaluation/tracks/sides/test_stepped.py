"""Predictions of every n-th frame: the numbers are those of a truth of these frames alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from track_worlds import make_tracks

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import evaluate_tracks, protocol_value
from truebox.evaluation.tracks.sides.memory import tracks_of_arrays
from truebox.evaluation.tracks.sides.stepped import with_stepped_frames

FRAMES = 40


def sides(step=1, first=0, *, renumbered=False):
    """Frames from 0; the truth of all or of every n-th frame, the predictions of every n-th."""
    world = make_tracks(5, FRAMES, 9)
    found = []
    for rows in (world.truth, world.found):
        frames = rows[:, 0].astype(int) - 1
        kept = frames % step == first
        numbers = (frames[kept] - first) // step if renumbered else frames[kept]
        length = len(range(first, FRAMES, step)) if renumbered else FRAMES
        found.append(
            {"frames": numbers, "ids": rows[kept, 1].astype(int), "boxes": rows[kept, 2:6], "length": length}
        )
    return found


def fields(*both, **options):
    result = evaluate_tracks(*both, fit_test=False, **options)
    return result, result.to_trackeval()["COMBINED_SEQ"]["object"]


@pytest.mark.parametrize(("step", "first"), [(2, 0), (2, 1), (3, 0), (3, 2), (7, 4)])
@pytest.mark.parametrize("renumbered", [False, True])
def test_numbers_are_those_of_these_frames_alone(step, first, renumbered):
    if renumbered and first:
        return  # results that count their frames alone begin with the first
    all_frames, _ = sides()
    result, found = fields(all_frames, sides(step, first, renumbered=renumbered)[1], frame_step=step)
    _, wanted = fields(*sides(step, first, renumbered=True))
    for family, values in wanted.items():
        for field, value in values.items():
            np.testing.assert_array_equal(found[family][field], value, err_msg=f"{family} {field}")
    assert found["Count"]["Frames"] == len(range(first, FRAMES, step))
    assert 0 < result.metrics["HOTA"] < 1
    missed = {row[2] for row in result.events.rows() if row[3] == "miss"}
    assert {(frame - first) % step for frame in missed} == {0}


def test_a_step_of_one_changes_nothing():
    assert fields(*sides(), frame_step=1)[1]["HOTA"]["HOTA(0)"] == fields(*sides())[1]["HOTA"]["HOTA(0)"]


@pytest.mark.parametrize("step", [0, -2, 1.5])
def test_what_is_no_step(step):
    with pytest.raises(ArgumentError, match=r"frame_step: .* Fix: pass a whole number"):
        evaluate_tracks(*sides(), frame_step=step)


def test_whole_tracks_have_no_step():
    side = replace(tracks_of_arrays(sides()[0], "predictions"), frame_step=2)
    for name in ("tao", "youtube_vis", "davis"):
        with pytest.raises(ArgumentError, match=f"protocol {name!r} measures whole tracks"):
            with_stepped_frames(side, protocol_value(name))


def test_a_step_too_large_is_refused():
    truth, found = sides()
    with pytest.raises(InputError, match=r"E-435 .*beyond the sequence"):
        evaluate_tracks(truth, found, frame_step=2)


def test_the_fit_test_names_the_flag():
    """Objects far apart, that move their own width every frame: results that count each third frame alone."""
    frames = [t for t in range(30) for _ in range(4)]
    boxes = [[300 * k + 20 * t, 0, 20, 20] for t in range(30) for k in range(4)]
    truth = {"frames": frames, "ids": [k for _ in range(30) for k in range(4)], "boxes": boxes}
    kept = [n for n, t in enumerate(frames) if t % 3 == 0]
    found = {
        "frames": [frames[n] // 3 for n in kept],
        "ids": [truth["ids"][n] for n in kept],
        "boxes": [boxes[n] for n in kept],
    }
    with pytest.raises(InputError, match=r"E-584 .* count every 3rd alone.* Fix: pass --frame-step 3;"):
        evaluate_tracks(truth, found)
    assert evaluate_tracks(truth, found, frame_step=3).metrics["HOTA"] == 1
