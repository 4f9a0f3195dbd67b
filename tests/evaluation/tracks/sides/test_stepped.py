"""Predictions of every n-th frame: the numbers are those of a truth of these frames alone."""

from __future__ import annotations

import json
import shutil

import numpy as np
import pytest
from hard_track_files import HARD_FILES
from track_worlds import make_tracks

from truebox.errors import ArgumentError, InputError
from truebox.evaluation import evaluate_tracks
from truebox.masks import encode_masks, masks_to_compressed

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


def thinned_tao(gt, found, step):
    """Without the pictures between; that they are gone from the truth alone is the case in question."""
    truth, results = json.loads(gt.read_text()), json.loads(found.read_text())
    kept = {image["id"] for image in truth["images"] if image["frame_index"] // 30 % step == 0}
    results = [row for row in results if row["image_id"] in kept]
    found.write_text(json.dumps(results))
    for key, name in (("images", "id"), ("annotations", "image_id")):
        truth[key] = [each for each in truth[key] if each[name] in kept]
    held = {row["track_id"] for row in truth["annotations"]}
    truth["tracks"] = [each for each in truth["tracks"] if each["id"] in held]
    return truth


def thinned_vis(gt, found, step):
    truth, results = json.loads(gt.read_text()), json.loads(found.read_text())
    for row in results:
        row["segmentations"] = row["segmentations"][::step]
    found.write_text(json.dumps(results))
    for video in truth["videos"]:
        video["file_names"] = video["file_names"][::step]
        video["length"] = len(video["file_names"])
    for row in truth["annotations"]:
        row |= {key: row[key][::step] for key in ("segmentations", "areas", "bboxes")}
    truth["annotations"] = [row for row in truth["annotations"] if any(row["segmentations"])]
    return truth


def alike(one, other):
    """All fields of two results are the same numbers."""
    wanted = other.to_trackeval()["COMBINED_SEQ"]
    for name, families in one.to_trackeval()["COMBINED_SEQ"].items():
        for family, values in families.items():
            for field, value in values.items():
                np.testing.assert_array_equal(value, wanted[name][family][field], err_msg=f"{family} {field}")


@pytest.mark.parametrize("seed", [1, 2, 5])
@pytest.mark.parametrize(("name", "thinned"), [("tao", thinned_tao), ("youtube_vis", thinned_vis)])
def test_whole_tracks_of_every_third_frame(tmp_path, name, thinned, seed):
    """Measured as if the truth had these frames alone: pictures numbered in it, or lists as long as they."""
    gt, found = HARD_FILES[name](tmp_path, np.random.default_rng(seed))
    alone = tmp_path / "alone.json"
    alone.write_text(json.dumps(thinned(gt, found, 3)))
    one = evaluate_tracks(gt, found, protocol=name, frame_step=3, fit_test=False)
    alike(one, evaluate_tracks(alone, found, protocol=name, fit_test=False))


@pytest.mark.parametrize("seed", [1, 3])
@pytest.mark.parametrize("name", ["davis", "davis_semi_supervised"])
def test_pictures_of_every_third_frame(tmp_path, name, seed):
    gt, found = HARD_FILES["davis"](tmp_path, np.random.default_rng(seed))
    alone = tmp_path / "alone"
    shutil.copytree(gt, alone)
    for root in (alone, found / "data"):
        for folder in root.iterdir():
            for place, picture in enumerate(sorted(folder.iterdir())):
                if place % 3:
                    picture.unlink()
    with pytest.raises(InputError, match=r"E-593 .*; of every (2nd|3rd) frame, pass --frame-step [23]"):
        evaluate_tracks(gt, found, protocol=name)
    one = evaluate_tracks(gt, found, protocol=name, frame_step=3, fit_test=False)
    alike(one, evaluate_tracks(alone, found, protocol=name, fit_test=False))


@pytest.mark.parametrize("renumbered", [False, True])
def test_masks_that_count_frames_from_1(tmp_path, renumbered):
    """Lines of MOTS count frames from 1 on: the first frame stays the first."""
    gt, found = tmp_path / "gt" / "MOTS-01" / "gt", tmp_path / "found"
    gt.mkdir(parents=True)
    found.mkdir()
    lines = []
    for t in range(12):
        masks = np.zeros((3, 30, 80), dtype=bool)
        for k in range(3):
            masks[k, 10 * k : 10 * k + 8, 5 * t : 5 * t + 8] = True
        lines += [(t, k, text.decode()) for k, text in enumerate(masks_to_compressed(encode_masks(masks)))]
    (gt / "gt.txt").write_text("".join(f"{t + 1} {2000 + k} 2 30 80 {text}\n" for t, k, text in lines))
    kept = [(t // 3 if renumbered else t, k, text) for t, k, text in lines if t % 3 == 0]
    (found / "MOTS-01.txt").write_text("".join(f"{t + 1} {2000 + k} 2 30 80 {text}\n" for t, k, text in kept))
    result = evaluate_tracks(tmp_path / "gt", found, protocol="mots", frame_step=3)
    assert result.metrics["HOTA"] == 1
    assert result.metrics["DetA"] == 1


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
