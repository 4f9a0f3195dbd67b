"""Lists of frames as BDD100K has them: what is read, and what is refused."""

from __future__ import annotations

import json

import pytest

from truebox.datasets import read_tracks, sides_are_tracked
from truebox.errors import InputError, TrueboxWarning
from truebox.evaluation import evaluate_tracks

BOX = {"x1": 1, "y1": 2, "x2": 3.5, "y2": 4}


def frame(index, *labels):
    return {"name": f"{index}.jpg", "index": index, "labels": list(labels)}


def label(track="0007", category="car", **more):
    return {"id": track, "category": category, "box2d": BOX} | more


def read(tmp_path, *frames):
    (tmp_path / "a.json").write_text(json.dumps(frames))
    return read_tracks(tmp_path)


def test_frames_are_in_the_order_of_their_index(tmp_path):
    crowd = label("12", "train", attributes={"Crowd": True})
    side = read(tmp_path, frame(9, label()), frame(4), frame(2, crowd, {"id": "1", "category": "lane"}))
    (sequence,) = side.sequences
    assert (sequence.name, sequence.length) == ("a", 3)
    assert sequence.frame.tolist() == [0, 2]
    assert sequence.track.tolist() == [12, 7]
    assert sequence.boxes.tolist() == [[1, 2, 3.5, 4]] * 2
    assert [side.classes[number] for number in sequence.label.tolist()] == ["train", "car"]
    assert sequence.attributes["crowd"].tolist() == [True, False]
    assert sequence.place_of(0).endswith("a.json frame 2 labels[0]")


def test_folders_of_them_are_tracks(tmp_path):
    read(tmp_path, frame(0, label()))
    assert sides_are_tracked(str(tmp_path), [str(tmp_path)])
    (tmp_path / "b.json").write_text('{"images": []}')
    assert not sides_are_tracked(str(tmp_path), [str(tmp_path)])


@pytest.mark.parametrize(
    ("frames", "message"),
    [
        ([frame(1), frame(1)], r"E-435 .*a.json frame 1: index 1 is that of 0 too"),
        ([frame(1, label("car-1"))], r"E-422 .*frame 0 labels\[0\]: id is \"car-1\", need a whole number"),
        ([frame(1, label(None))], r"E-422 .*id is missing"),
        ([frame(1, label(box2d={"x1": 1}))], r"E-441 .*box2d: y1 is missing"),
    ],
)
def test_what_is_refused(frames, message, tmp_path):
    with pytest.raises(InputError, match=message):
        read(tmp_path, *frames)


CORNERS = {"x1": 0.0, "y1": 0.0, "x2": 40.0, "y2": 20.0}


def frames_of(video, ids, **more):
    return [
        {
            "name": f"{video}-{k}.jpg",
            "videoName": video,
            "frameIndex": k,
            "labels": [{"id": name, "category": "car", "box2d": CORNERS, **more}],
        }
        for k, name in enumerate(ids)
    ]


def both_forms(path, videos, **more):
    """A file of all frames, backwards; and a folder with a file of each video."""
    path.mkdir()
    for video, ids in videos.items():
        (path / f"{video}.json").write_text(json.dumps(frames_of(video, ids, **more)), encoding="utf-8")
    every = [each for video, ids in videos.items() for each in frames_of(video, ids, **more)]
    file = path.with_suffix(".json")
    file.write_text(json.dumps(every[::-1]), encoding="utf-8")
    return file, path


def test_a_file_of_all_videos_is_a_folder_of_their_files(tmp_path):
    truth = both_forms(tmp_path / "gt", {"b": "111", "a": "1122"})
    found = both_forms(tmp_path / "mine", {"b": "131", "a": "1213"}, score=0.5)
    wrapped = tmp_path / "wrapped.json"
    wrapped.write_text(json.dumps({"frames": json.loads(found[0].read_text("utf-8"))}), encoding="utf-8")
    expected = evaluate_tracks(*truth[1:], *found[1:], protocol="bdd100k_tracking", fit_test=False).metrics
    for true, mine in ((truth[0], found[0]), (truth[0], found[1]), (truth[1], found[0]), (truth[0], wrapped)):
        assert sides_are_tracked(str(true), [str(mine)])
        with pytest.warns(TrueboxWarning, match=r"evaluated as BDD100K tracking"):
            result = evaluate_tracks(true, mine, fit_test=False)
        assert result.protocol == "bdd100k_tracking"
        assert dict(result.metrics) == dict(expected)
    assert [each.name for each in read_tracks(truth[0]).sequences] == ["a", "b"]


@pytest.mark.parametrize(
    "change",
    [
        lambda frame: frame.pop("videoName"),
        lambda frame: frame.pop("frameIndex"),
        lambda frame: frame["labels"][0].update(id="a-1f"),
        lambda frame: frame["labels"][0].pop("id"),
    ],
)
def test_boxes_that_are_no_tracks_stay_detections(tmp_path, change):
    truth, _ = both_forms(tmp_path / "gt", {"a": "11"})
    found, _ = both_forms(tmp_path / "mine", {"a": "11"}, score=0.5)
    every = json.loads(found.read_text("utf-8"))
    for frame in every:
        change(frame)
    found.write_text(json.dumps(every), encoding="utf-8")
    assert not sides_are_tracked(str(truth), [str(found)])


def test_a_frame_without_a_video_among_others_is_named(tmp_path):
    truth, _ = both_forms(tmp_path / "gt", {"a": "11"})
    every = json.loads(truth.read_text("utf-8"))
    del every[1]["videoName"]
    truth.write_text(json.dumps(every), encoding="utf-8")
    with pytest.raises(InputError, match=r"frame 1: videoName is missing") as caught:
        read_tracks(truth)
    assert caught.value.code == "E-441"


@pytest.mark.parametrize("whole", [list, lambda frames: {"frames": frames, "config": {}}])
def test_one_file_holds_the_frames_of_several_videos(tmp_path, whole):
    of = {"b": (0, 1), "a": (0,)}
    frames = [
        frame(index, label(str(index))) | {"videoName": name} for name, held in of.items() for index in held
    ]
    path = tmp_path / "all.json"
    path.write_text(json.dumps(whole(frames)))
    side = read_tracks(path)
    assert {each.name: (each.length, each.track.tolist()) for each in side.sequences} == {
        "b": (2, [0, 1]),
        "a": (1, [0]),
    }
    assert side.source.format == "bdd100k"
    assert side.sequences[0].place_of(0).endswith("all.json frame 2 labels[0]")


def test_a_file_of_frames_without_a_video_is_named_as_the_file(tmp_path):
    (tmp_path / "all.json").write_text(json.dumps([frame(0, label())]))
    assert [each.name for each in read_tracks(tmp_path / "all.json").sequences] == ["all"]
