"""Results by picture, brought to the videos of the truth."""

from __future__ import annotations

import json

import numpy as np
import pytest
from tao_files import box, truth

from truebox.datasets import read_tracks
from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.sides.pictured import framed_by_truth


def sides(folder, content, results):
    gt, dt = folder / "gt.json", folder / "dt.json"
    gt.write_text(json.dumps(content))
    dt.write_text(json.dumps(results))
    return read_tracks(gt), read_tracks(dt, "predictions")


def two_videos() -> dict:
    content = truth()
    content["videos"].append(content["videos"][0] | {"id": 2, "name": "a"})
    content["images"].append({"id": 77, "video_id": 2, "frame_index": 0})
    return content


def test_ids_of_several_videos_are_of_several_tracks(tmp_path):
    found, said = framed_by_truth(
        *sides(tmp_path, two_videos(), [box(12), box(77), box(10), box(11, track=3)])
    )
    assert [each.name for each in found.sequences] == ["a", "park"]
    one, two = found.sequences
    # the first of id 7 is in picture 12, so its track comes first after the largest id
    assert (one.track.tolist(), one.attributes["number"].tolist()) == ([7], [9])
    assert (two.track.tolist(), two.attributes["number"].tolist()) == ([7, 7, 3], [8, 8, 3])
    assert two.frame.tolist() == [2, 0, 1]
    assert said == []


def test_rows_of_a_picture_stand_together_and_the_best_are_kept(tmp_path):
    results = [box(12, track=k) | {"score": s} for k, s in enumerate((0.1, 0.9, 0.5))]
    results.insert(1, box(10, track=9))
    found, _ = framed_by_truth(*sides(tmp_path, truth(), results))
    assert found.sequences[0].track.tolist() == [0, 1, 2, 9]
    found, _ = framed_by_truth(*sides(tmp_path, truth(), results), most_boxes=2)
    assert found.sequences[0].track.tolist() == [1, 2, 9]


def test_what_the_truth_does_not_have_is_left_out_and_said(tmp_path):
    found, said = framed_by_truth(*sides(tmp_path, truth(), [box(12), box(99), box(11, kind=6)]))
    assert len(found.sequences[0]) == 2
    assert [each.code for each in said] == ["W-592", "W-592"]
    assert "1 box of pictures that the truth does not have (image_id 99)" in str(said[0])
    assert "(category_id 6)" in str(said[1])


def test_results_of_other_pictures_are_refused(tmp_path):
    with pytest.raises(InputError, match=r"E-582 .*image_id 99.*whose are 10, 11, 12"):
        framed_by_truth(*sides(tmp_path, truth(), [box(99)]))


def test_a_picture_of_another_video_is_refused(tmp_path):
    with pytest.raises(
        InputError, match=r"E-591 .*dt.json\[1\]: video_id is 1, and picture 77 is of video 2"
    ):
        framed_by_truth(*sides(tmp_path, two_videos(), [box(10), box(77) | {"video_id": 1}]))


def test_a_truth_without_pictures_is_refused(tmp_path):
    (tmp_path / "S.txt").write_text("1,7,10,10,5,5,1,1,1\n")
    _, found = sides(tmp_path, truth(), [box(10)])
    with pytest.raises(InputError, match=r"E-582 .*has none"):
        framed_by_truth(read_tracks(tmp_path / "S.txt"), found)


def test_other_sides_are_given_back(tmp_path):
    side, _ = sides(tmp_path, truth(), [])
    assert framed_by_truth(side, side)[0] is side
    assert np.array_equal(side.sequences[0].pictures, [10, 11, 12])


@pytest.mark.parametrize("shift", [1, -2])
def test_frames_of_pictures_can_be_shifted(tmp_path, shift):
    """Results that name the picture of another frame: the offset is added to the frame of the picture."""
    truth = {
        "videos": [{"id": 1, "name": "a", "neg_category_ids": [], "not_exhaustive_category_ids": []}],
        "images": [
            {"id": 100 + t, "video_id": 1, "frame_index": t, "file_name": f"{t}.jpg"} for t in range(8)
        ],
        "categories": [{"id": 1, "name": "person"}],
        "tracks": [{"id": 1, "category_id": 1, "video_id": 1}],
        "annotations": [],
    }
    results = []
    for t in range(2, 6):
        row = {"video_id": 1, "track_id": 1, "category_id": 1, "bbox": [30 * t, 5, 20, 20]}
        truth["annotations"].append({"id": t, "image_id": 100 + t, **row})
        results.append({"image_id": 100 + t + shift, "score": 0.9, **row})
    for name, value in (("gt", truth), ("found", results)):
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    both = tmp_path / "gt.json", tmp_path / "found.json"
    assert evaluate_tracks(*both, protocol="tao", fit_test=False).metrics["HOTA"] < 0.1
    found = evaluate_tracks(*both, protocol="tao", frame_offset=-shift, fit_test=False)
    assert found.metrics["HOTA"] == 1
