"""Files of YouTube-VIS, by hand: what is read, and what is refused with its entry."""

from __future__ import annotations

import gzip
import json

import numpy as np
import pytest

from truebox.datasets import read_tracks, sides_are_tracked
from truebox.datasets.tracking.videos.telling import are_instances, is_instance_results
from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

LEFT = {"size": [2, 3], "counts": [0, 2, 4]}  # the first column, two pixels
OUTLINE = [[0, 0, 3, 0, 3, 2, 0, 2]]  # all six


def truth(**changed):
    track = {"id": 5, "video_id": 1, "category_id": 4, "segmentations": [LEFT, None, OUTLINE], "iscrowd": 0}
    return {
        "videos": [
            {"id": 1, "file_names": ["park/0.jpg", "park/1.jpg", "park/2.jpg"], "height": 2, "width": 3},
            {"id": 2, "length": 1, "height": 2, "width": 3},
        ],
        "categories": [{"id": 4, "name": "dog"}],
        "annotations": [{**track, **changed}],
    }


def track(**changed):
    found = {"video_id": 1, "category_id": 4, "score": 0.25, "segmentations": [LEFT, None, None], **changed}
    return {key: value for key, value in found.items() if value is not ...}


def written(folder, content, name="file.json"):
    path = folder / name
    path.write_text(json.dumps(content))
    return path


def test_a_truth(tmp_path):
    side = read_tracks(written(tmp_path, truth()), "truth")
    park, other = side.sequences
    assert (park.name, park.length, park.number, park.first) == ("park", 3, 1, 0)
    assert (other.name, other.length, len(other)) == ("2", 1, 0)
    assert park.frame.tolist() == [0, 2]
    assert park.track.tolist() == [5, 5]
    assert park.boxes.tolist() == [[0, 0, 1, 2], [0, 0, 3, 2]]
    assert park.whole.area.tolist() == [4.0]  # the mean of 2 and 6 pixels
    assert side.classes == {4: "dog"}


def test_written_areas_come_before_those_of_masks(tmp_path):
    side = read_tracks(written(tmp_path, truth(areas=[10, None, 0])), "truth")
    assert side.sequences[0].whole.area.tolist() == [10.0]


def test_results(tmp_path):
    content = [track(video_id=2, segmentations=[None]), track(), track(score=1)]
    side = read_tracks(written(tmp_path, content), "predictions")
    assert [each.number for each in side.sequences] == [2, 1]
    assert [len(each.whole) for each in side.sequences] == [1, 2]
    assert side.sequences[1].whole.score.tolist() == [0.25, 1.0]
    assert side.sequences[1].place_of(1).endswith("file.json[2]")


def test_both_files_are_recognised(tmp_path):
    gt, dt = written(tmp_path, truth(), "gt.json"), written(tmp_path, [track()], "dt.json")
    assert sides_are_tracked(str(gt), [str(dt)])
    assert not sides_are_tracked(str(dt), [str(dt)])
    packed = tmp_path / "dt.json.gz"
    packed.write_bytes(gzip.compress(dt.read_bytes()))
    assert is_instance_results(packed)
    truth_packed = tmp_path / "gt.json.gz"
    truth_packed.write_bytes(gzip.compress(gt.read_bytes()))
    assert are_instances(truth_packed)
    assert evaluate_tracks(truth_packed, packed, fit_test=False).metrics["IDF1"] == 2 / 3


def test_coco_files_are_not(tmp_path):
    gt = written(tmp_path, {"images": [], "annotations": [], "categories": []}, "gt.json")
    dt = written(tmp_path, [{"image_id": 1, "segmentation": LEFT, "bbox": [0, 0, 1, 1]}], "dt.json")
    assert not sides_are_tracked(str(gt), [str(dt)])
    assert not sides_are_tracked(str(gt), [str(written(tmp_path, [], "none.json"))])


def test_a_video_without_results_has_no_objects(tmp_path):
    gt, dt = written(tmp_path, truth(), "gt.json"), written(tmp_path, [], "dt.json")
    assert sides_are_tracked(str(gt), [str(dt)])
    result = evaluate_tracks(gt, dt, fit_test=False)
    assert (result.truths, result.detections, result.metrics["AP"]) == (2, 0, 0.0)


def test_what_the_truth_does_not_have_is_left_out_and_said(tmp_path):
    gt = written(tmp_path, truth(), "gt.json")
    dt = written(tmp_path, [track(), track(video_id=9), track(category_id=7)], "dt.json")
    result = evaluate_tracks(gt, dt, fit_test=False)
    assert [each.code for each in result.warnings if each.code == "W-592"] == ["W-592", "W-592"]
    assert (result.detections, result.found_tracks) == (1, 1)


def test_pixels_of_all_frames_are_one_volume(tmp_path):
    """Shared 2 pixels of 2 + 6: IoU 1/4; with the second frame too, 8 of 8."""
    gt = written(tmp_path, truth(), "gt.json")
    whole = {"size": [2, 3], "counts": [0, 6]}
    near = [track(segmentations=[LEFT, None, None]), track(score=0.9, segmentations=[LEFT, None, whole])]
    result = evaluate_tracks(gt, written(tmp_path, near[:1], "a.json"), fit_test=False)
    assert result.metrics["AP50"] == 0.0
    result = evaluate_tracks(gt, written(tmp_path, near, "b.json"), fit_test=False)
    assert result.metrics["AP"] == pytest.approx(1.0)
    assert result.metrics["AR1"] == 1.0


@pytest.mark.parametrize(
    ("gt", "dt", "code", "words"),
    [
        (truth(), [track(segmentations=[LEFT, None])], "E-591", "dt.json[0]: there are 2 segmentations"),
        (truth(segmentations=[None]), [track()], "E-591", "annotations[0]: there are 1 segmentations"),
        (truth(video_id=3), [track()], "E-591", "video_id 3 is none of the videos"),
        (truth(category_id=3), [track()], "E-591", "category_id 3 is none of the categories"),
        (truth(), [track(video_id=8)], "E-582", "no video is one of the truth's"),
        (truth(), [track(score=...)], "E-441", "dt.json[0]: score is missing"),
        (truth(), [track(segmentations=...)], "E-441", "dt.json[0]: segmentations is missing"),
        (truth(), {"results": []}, "E-441", "annotations is missing"),
        ([track()], [track()], "E-440", "gt.json: this is a list, as results are"),
        (truth(areas=[None, None, "x"]), [track()], "E-440", "areas[2] is 'x'"),
        (
            truth(),
            [track(segmentations=[None, {"size": [2, 3], "counts": [1]}, None])],
            "E-160",
            "dt.json[0] segmentations[1]",
        ),
        (
            truth(),
            [track(segmentations=[{"size": [3, 3], "counts": [0, 9]}, None, None])],
            "E-164",
            "dt.json[0]: this mask is of 3 x 3 pixels",
        ),
    ],
)
def test_refused(gt, dt, code, words, tmp_path):
    with pytest.raises(InputError) as caught:
        evaluate_tracks(
            written(tmp_path, gt, "gt.json"), written(tmp_path, dt, "dt.json"), protocol="youtube_vis"
        )
    assert caught.value.code == code
    assert words in str(caught.value)


def test_boxes_of_no_masks_are_refused(tmp_path):
    boxes = {"frames": [0], "ids": [1], "boxes": np.ones((1, 4))}
    with pytest.raises(InputError, match="E-590"):
        evaluate_tracks(boxes, boxes, protocol="youtube_vis")
