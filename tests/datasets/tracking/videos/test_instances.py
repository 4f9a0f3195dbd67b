"""Files of YouTube-VIS, by hand: what is read, and what is refused with its entry."""

from __future__ import annotations

import numpy as np
import pytest
from instance_files import LEFT, track, truth, written

from truebox.datasets import read_tracks
from truebox.errors import InputError
from truebox.evaluation import evaluate_tracks

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


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


def test_results(tmp_path):
    content = [track(video_id=2, segmentations=[None]), track(), track(score=1)]
    side = read_tracks(written(tmp_path, content), "predictions")
    assert [each.number for each in side.sequences] == [2, 1]
    assert [len(each.whole) for each in side.sequences] == [1, 2]
    assert side.sequences[1].whole.score.tolist() == [0.25, 1.0]
    assert side.sequences[1].place_of(1).endswith("file.json[2]")


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
