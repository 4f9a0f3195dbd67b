"""Records out of truth and detections; that TensorFlow reads them too."""

from __future__ import annotations

from dataclasses import replace

import format_worlds
import numpy as np
import pytest

import truebox as tb
from truebox.datasets.formats.tfrecord.writer import write_predictions, write_truth


@pytest.fixture
def truth():
    image = {"boxes": [[10, 20, 30, 60], [0, 0, 50, 40]], "labels": ["cat", "dog"], "file_name": "a.jpg"}
    more = {"width": 64, "height": 128, "iscrowd": [0, 1], "area": [300.5, 2000.0]}
    return tb.read_truth([image | more])


def test_flags_areas_and_sizes_come_back(tmp_path, truth):
    truth = replace(truth, ignore=np.array([1, 0], dtype=np.uint8))
    lost = write_truth(truth, tmp_path / "a.tfrecord")
    again = tb.read_truth(tmp_path / "a.tfrecord")
    assert again.boxes.tolist() == truth.boxes.tolist()  # 64 and 128 divide without rest
    assert (again.crowd.tolist(), again.ignore.tolist(), again.area.tolist()) == (
        [0, 1],
        [1, 0],
        [300.5, 2000.0],
    )
    assert again.images.sizes.tolist() == [[64, 128]]
    assert [loss.what for loss in lost] == ["image ids that are not the file's name"]


def test_groups_stay_groups(tmp_path, truth):
    truth = replace(truth, attributes={"group_of": np.array([False, True])})
    write_truth(truth, tmp_path / "a.tfrecord")
    again = tb.read_truth(tmp_path / "a.tfrecord")
    assert (again.crowd.tolist(), again.attributes["group_of"].tolist()) == ([0, 1], [False, True])


def test_what_single_precision_loses_is_said(tmp_path):
    truth, found = format_worlds.made_pair()
    lost = {loss.what: loss.count for loss in write_truth(truth, tmp_path / "a.tfrecord")}
    assert lost["digits of boxes beyond single precision"] == len(truth)
    lost = {loss.what: loss.count for loss in write_predictions(truth, found, tmp_path / "b.tfrecord")}
    assert lost["digits of scores beyond single precision"] > 0


def test_a_picture_of_unknown_size_is_refused(tmp_path):
    truth = tb.read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}])
    with pytest.raises(tb.errors.InputError, match=r'E-450 .*size of image "0" is not known.*images='):
        write_truth(truth, tmp_path / "a.tfrecord")
    assert list(tmp_path.iterdir()) == []


def test_tensorflow_reads_the_same(tmp_path, truth):
    tensorflow = pytest.importorskip("tensorflow", reason="TensorFlow reads records and checks their sums")
    path = tmp_path / "a.tfrecord"
    write_truth(truth, path)
    (data,) = tensorflow.data.TFRecordDataset(str(path)).as_numpy_iterator()
    feature = tensorflow.train.Example.FromString(data).features.feature
    assert list(feature["image/object/bbox/xmin"].float_list.value) == [10 / 64, 0.0]
    assert list(feature["image/object/bbox/ymax"].float_list.value) == [60 / 128, 40 / 128]
    assert list(feature["image/object/class/text"].bytes_list.value) == [b"cat", b"dog"]
    assert list(feature["image/object/class/label"].int64_list.value) == [1, 2]
    assert list(feature["image/width"].int64_list.value) == [64]


def test_records_of_tensorflow_are_read(tmp_path):
    tensorflow = pytest.importorskip("tensorflow", reason="TensorFlow writes records")
    train, path = tensorflow.train, tmp_path / "a.tfrecord"

    def floats(value):
        return train.Feature(float_list=train.FloatList(value=[value]))

    features = {f"image/object/bbox/{side}": floats(0.25) for side in ("xmin", "ymin")}
    features |= {f"image/object/bbox/{side}": floats(0.75) for side in ("xmax", "ymax")}
    features["image/object/class/text"] = train.Feature(bytes_list=train.BytesList(value=[b"cat"]))
    features["image/filename"] = train.Feature(bytes_list=train.BytesList(value=[b"a.jpg"]))
    for side, value in (("width", 40), ("height", 20)):
        features[f"image/{side}"] = train.Feature(int64_list=train.Int64List(value=[value]))
    example = train.Example(features=train.Features(feature=features))
    with tensorflow.io.TFRecordWriter(str(path)) as writer:
        writer.write(example.SerializeToString())
    truth = tb.read_truth(path)
    assert (truth.boxes.tolist(), truth.categories.names) == ([[10, 5, 20, 10]], ("cat",))


@pytest.mark.filterwarnings("ignore:W-151")
def test_detections_keep_the_classes_of_a_truth_that_counts_from_0(tmp_path):
    """Labels count from 1: by them alone each detection would be of the class after its own."""
    image = {"id": 1, "file_name": "a.jpg", "width": 64, "height": 64}
    cats = {"image_id": 1, "category_id": 0, "bbox": [8, 8, 16, 16]}
    dogs = {"image_id": 1, "category_id": 1, "bbox": [32, 32, 16, 16]}
    truth = tb.read_truth(
        {
            "images": [image],
            "categories": [{"id": 0, "name": "cat"}, {"id": 1, "name": "dog"}],
            "annotations": [{"id": 1, "area": 256, **cats}, {"id": 2, "area": 256, **dogs}],
        }
    )
    found = tb.read_predictions([{**cats, "score": 0.5}], truth=truth)
    write_predictions(truth, found, tmp_path / "found.tfrecord")
    again = tb.read_predictions(tmp_path / "found.tfrecord")
    assert again.category.tolist() == ["cat"]
    per_class = tb.evaluate(truth, again, fit_test=False).per_class
    assert [(each.name, each.detections) for each in per_class] == [("cat", 1), ("dog", 0)]


def test_labels_that_are_the_ids_tell_enough(tmp_path):
    box = {"image_id": 1, "category_id": 7, "bbox": [8, 8, 16, 16]}
    truth = tb.read_truth(
        {
            "images": [{"id": 1, "file_name": "a.jpg", "width": 64, "height": 64}],
            "categories": [{"id": 7, "name": "cat"}],
            "annotations": [{"id": 1, "area": 256, **box}],
        }
    )
    found = tb.read_predictions([{**box, "score": 0.5}], truth=truth)
    write_predictions(truth, found, tmp_path / "found.tfrecord")
    assert b"class/text" not in (tmp_path / "found.tfrecord").read_bytes()
    assert tb.read_predictions(tmp_path / "found.tfrecord").category.tolist() == [7]


def test_scores_beyond_single_precision_are_refused(tmp_path):
    truth, found = format_worlds.made_pair(images=2)
    scores = found.scores.copy()
    scores[1] = 1e300
    with pytest.raises(tb.errors.InputError, match=r"E-414 .* row 1: the score 1e\+300 is beyond single"):
        write_predictions(truth, replace(found, scores=scores), tmp_path / "found.tfrecord")
    assert list(tmp_path.iterdir()) == []
