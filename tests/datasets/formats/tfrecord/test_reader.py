"""Truth and detections out of records."""

from __future__ import annotations

import pytest
from fixtures_folder import fixture, needs_fixtures

import truebox as tb
from truebox.datasets.formats.tfrecord.example import as_example
from truebox.datasets.formats.tfrecord.frames import framed

SIDES = {"xmin": 0.25, "ymin": 0.5, "xmax": 0.75, "ymax": 1.0}


def record(name="a.jpg", kind="object", **more):
    features = {f"image/{kind}/bbox/{side}": [value] for side, value in SIDES.items()}
    features |= {"image/filename": [name.encode()], "image/width": [100], "image/height": [80]}
    features |= {f"image/{kind}/{key}": values for key, values in more.items()}
    return framed(as_example(features))


def truth_record(name="a.jpg", text=b"cat", label=17):
    return record(name, **{"class/text": [text], "class/label": [label]})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.tfrecord"


def test_truth(path):
    path.write_bytes(truth_record() + truth_record("b.jpg", b"dog", 3))
    truth = tb.read_truth(path)
    assert (truth.source.format, truth.images.ids.tolist()) == ("tfrecord", ["a", "b"])
    assert truth.boxes.tolist() == [[25, 40, 50, 40]] * 2
    assert truth.category.tolist() == [17, 3]
    assert dict(zip(truth.categories.ids.tolist(), truth.categories.names, strict=True)) == {
        17: "cat",
        3: "dog",
    }
    assert truth.images.sizes.tolist() == [[100, 80]] * 2


def test_detections_join_by_label_and_by_name(path, tmp_path):
    path.write_bytes(truth_record())
    truth = tb.read_truth(path)
    found_at = tmp_path / "found.tfrecord"
    found_at.write_bytes(record(kind="detection", score=[0.75], label=[17]))
    found = tb.read_predictions(found_at, truth=truth)
    assert (found.image[0], found.category[0], found.scores.tolist()) == ("a", 17, [0.75])
    assert found.boxes.tolist() == truth.boxes.tolist()
    (tmp_path / "label_map.pbtxt").write_text("item { id: 5 name: 'cat' }")
    found_at.write_bytes(record(kind="detection", score=[0.75], label=[5]))
    assert tb.read_predictions(found_at, truth=truth).category[0] == 17


def test_labels_without_texts(path, tmp_path):
    path.write_bytes(record(**{"class/label": [2]}))
    truth = tb.read_truth(path)
    assert (truth.categories.names, [each.code for each in truth.findings]) == (("2",), ["W-401"])
    assert tb.read_truth(path, classes=["cat", "dog"]).categories.names == ("cat", "dog")
    with pytest.raises(tb.errors.InputError, match=r"E-429 .*record 1 object 1: label 2 has no name"):
        tb.read_truth(path, classes=["cat"])
    (tmp_path / "label_map.pbtxt").write_text("item { id: 2 name: 'dog' }")
    truth = tb.read_truth(path)
    assert (truth.categories.names, truth.category.tolist(), truth.findings) == (("dog",), [2], ())


def test_shards_of_a_folder(tmp_path):
    (tmp_path / "v.tfrecord-00001-of-00002").write_bytes(truth_record("b.jpg"))
    (tmp_path / "v.tfrecord-00000-of-00002").write_bytes(truth_record("a.jpg"))
    assert tb.read_truth(tmp_path).images.ids.tolist() == ["a", "b"]


def test_a_picture_written_twice_is_refused(path):
    path.write_bytes(truth_record() * 2)
    with pytest.raises(
        tb.errors.InputError, match=r'E-448 .*record 2: a second record of the picture "a.jpg"'
    ):
        tb.read_truth(path)
    assert len(tb.read_truth(path, lenient=True)) == 1


def test_lenient_reading_leaves_out_what_is_broken(path):
    path.write_bytes(truth_record() + framed(b"\xff") + record("b.jpg", **{"class/text": [b"\xff"]}))
    truth = tb.read_truth(path, lenient=True)
    assert len(truth) == 1
    assert sorted(each.message[:22] for each in truth.findings) == [
        "1 row dropped by E-456",
        "1 row dropped by E-457",
    ]


def test_truth_in_place_of_detections_is_said(path):
    path.write_bytes(truth_record())
    with pytest.raises(tb.errors.InputError, match=r"E-457 .*no detections \(image/detection/score\)"):
        tb.read_predictions(path)


@needs_fixtures
def test_the_record_of_the_voc_fixture():
    # README of the fixture: 100 images, 273 truths, 20 classes.
    truth = tb.read_truth(fixture("padilla_review/data/database/gts/tfrecord_format"))
    assert (len(truth.images), len(truth), len(truth.categories)) == (100, 273, 20)
