"""FiftyOne's exports."""

from __future__ import annotations

import json

import pytest
from format_rounds import refused
from label_samples import png
from small_scene import ap_of, scene

import truebox as tb


def detection(label, box, size, **more):
    width, height = size
    fractions = [box[0] / width, box[1] / height, box[2] / width, box[3] / height]
    return {"_cls": "Detection", "label": label, "bounding_box": fractions, **more}


def samples(truth, found, *, sized=True, fields=("ground_truth", "predictions")):
    listed = []
    for image in truth.images.ids.tolist():
        sample = {
            "filepath": f"data/{image}.jpg",
            "metadata": {"width": 100, "height": 120} if sized else None,
        }
        for name, records in zip(fields, (truth, found), strict=True):
            rows = [row for row, each in enumerate(records.image.tolist()) if each == image]
            sample[name] = {
                "_cls": "Detections",
                "detections": [
                    detection("pedestrian", records.boxes[row].tolist(), (100, 120),
                              **({} if records is truth else {"confidence": float(records.scores[row])}))
                    for row in rows
                ],
            }  # fmt: skip
        listed.append(sample)
    return {"samples": [*listed, {"filepath": "data/none.jpg", "metadata": None, fields[0]: None}]}


def written(folder, document, name="samples.json"):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(json.dumps(document))
    return folder


@pytest.mark.parametrize("sized", [True, False])
def test_both_sides_of_a_dataset_are_in_one_file(tmp_path, sized):
    truth, found = scene(seed=6)
    folder = written(tmp_path / "export", samples(truth, found, sized=sized))
    for path in (folder, folder / "samples.json"):
        read = tb.read_truth(path)
        again = tb.read_predictions(path, truth=read)
        assert (read.source.format, len(read.images)) == ("fiftyone", 5)  # one without any field
        assert ap_of(read, again) == pytest.approx(ap_of(truth, found))
    assert read.units == ("pixels" if sized else "fractions")


def test_pictures_of_the_export_tell_their_sizes(tmp_path):
    truth, found = scene(seed=6)
    folder = written(tmp_path / "export", samples(truth, found, sized=False))
    (folder / "data").mkdir()
    for name in [*truth.images.ids.tolist(), "none"]:
        (folder / "data" / f"{name}.jpg").write_bytes(png(100, 120))
    read = tb.read_truth(folder)
    assert (read.units, read.images.sizes.tolist()) == ("pixels", [[100, 120]] * 5)
    assert ap_of(read, tb.read_predictions(folder, truth=read)) == pytest.approx(ap_of(truth, found))


def test_fields_of_other_names_are_told_by_their_scores_or_asked_for(tmp_path):
    truth, found = scene(seed=6)
    document = samples(truth, found, fields=("labels", "model_a"))
    folder = written(tmp_path / "export", document)
    read = tb.read_truth(folder)
    assert (len(read), len(tb.read_predictions(folder, truth=read))) == (len(truth), len(found))
    for sample in document["samples"]:
        sample["model_b"] = sample.get("model_a")
    written(tmp_path / "export", document)
    message = refused("E-443", tb.read_predictions, folder, truth=read)
    assert "columns={'predictions': 'model_a'} or columns={'predictions': 'model_b'}" in message
    assert len(tb.read_predictions(folder, truth=read, columns={"predictions": "model_b"})) == len(found)


def test_labels_beside_pictures_have_numbers_into_the_classes(tmp_path):
    box = {"label": 1, "bounding_box": [0.1, 0.2, 0.5, 0.4]}
    document = {"classes": ["cat", "dog"], "labels": {"a": [box], "b": None}}
    truth = tb.read_truth(written(tmp_path / "truth", document, "labels.json"))
    assert (truth.categories.names, len(truth.images), truth.units) == (("dog",), 2, "fractions")
    document["labels"]["a"] = [box | {"confidence": 0.9}]
    found = tb.read_predictions(written(tmp_path / "found", document, "labels.json"), truth=truth)
    assert (found.scores.tolist(), ap_of(truth, found)) == ([0.9], pytest.approx(1))


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"bounding_box": [0.1, 0.2, 0.5]}, "E-120"),
        ({"bounding_box": [0.1, 0.2, 0.5, None]}, "E-441"),
        ({"bounding_box": "0.1"}, "E-440"),
        ({"label": 7}, "E-429"),
        ({"label": None}, "E-441"),
    ],
)
def test_what_is_wrong_is_refused_with_its_place_or_left_out(tmp_path, change, code):
    box = {"label": 0, "bounding_box": [0.1, 0.2, 0.5, 0.4]}
    document = {"classes": ["cat"], "labels": {"a": [box, box | change]}}
    folder = written(tmp_path / "truth", document, "labels.json")
    assert "labels a[1]" in refused(code, tb.read_truth, folder)
    assert len(tb.read_truth(folder, lenient=True)) == 1


@pytest.mark.parametrize("attributes", [None, [], {}, {"iscrowd": None}, {"iscrowd": False}, {"pose": [1]}])
def test_attributes_that_say_no_crowd_are_none(tmp_path, attributes):
    box = {"label": "cat", "bounding_box": [0.1, 0.2, 0.5, 0.4], "attributes": attributes}
    folder = written(tmp_path, {"classes": None, "labels": {"a": [box]}}, "labels.json")
    assert tb.read_truth(folder).crowd.tolist() == [0]


@pytest.mark.parametrize(
    "attributes", [True, ["iscrowd"], {"iscrowd": "yes"}, {"iscrowd": [1]}, {"iscrowd": 2}]
)
def test_attributes_that_leave_it_open_are_refused(tmp_path, attributes):
    box = {"label": "cat", "bounding_box": [0.1, 0.2, 0.5, 0.4], "attributes": attributes}
    folder = written(tmp_path, {"classes": None, "labels": {"a": [box]}}, "labels.json")
    assert "labels a[0] attributes" in refused("E-440", tb.read_truth, folder)


@pytest.mark.parametrize(
    "crowd",
    [
        {"iscrowd": True},
        {"iscrowd": 1},
        {"IsGroupOf": True},
        {"attributes": {"iscrowd": {"_cls": "BooleanAttribute", "value": True}}},
        {"attributes": {"iscrowd": True}},
        {"attributes": {"iscrowd": 0, "IsGroupOf": 1}},
    ],
)
def test_crowds_are_read_wherever_they_stand(tmp_path, crowd):
    plain = detection("cat", [0, 0, 10, 10], (100, 100), iscrowd=False, attributes={})
    herd = detection("cat", [20, 20, 60, 60], (100, 100), **crowd)
    truth = {"_cls": "Detections", "detections": [plain, herd]}
    sample = {"filepath": "data/a.jpg", "metadata": {"width": 100, "height": 100}, "ground_truth": truth}
    assert tb.read_truth(written(tmp_path, {"samples": [sample]})).crowd.tolist() == [0, 1]
