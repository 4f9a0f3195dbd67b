"""Lists of objects in rows of images."""

from __future__ import annotations

import json

import pytest
from format_rounds import refused

import truebox as tb


def written(tmp_path, *objects, **more):
    path = tmp_path / "metadata.jsonl"
    rows = [{"file_name": f"{at}.jpg", "objects": each} | more for at, each in enumerate(objects)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


# huggingface.co/docs/datasets/image_dataset, section "Object detection".
SAMPLE = {"bbox": [[302.0, 109.0, 73.0, 52.0]], "categories": [0]}


def test_the_sample_of_the_documentation(tmp_path):
    truth = tb.read_truth(written(tmp_path, SAMPLE), box_format="xywh", classes=["mask"])
    assert (truth.boxes.tolist(), truth.categories.names) == ([[302, 109, 73, 52]], ("mask",))


def test_a_list_of_objects_is_the_same(tmp_path):
    path = written(tmp_path, [{"bbox": [302, 109, 73, 52], "category": "mask"}], None)
    truth = tb.read_truth(path, box_format="xywh", format="huggingface")
    assert (truth.boxes.tolist(), len(truth.images)) == ([[302, 109, 73, 52]], 2)


def test_the_convention_is_never_guessed(tmp_path):
    message = refused("E-423", tb.read_truth, written(tmp_path, SAMPLE))
    assert "as xyxy: 1 of 1 boxes would have a negative size" in message
    assert "box_format='xywh'" in message


@pytest.mark.parametrize(
    ("objects", "code"),
    [
        ({"bbox": [[1, 2, 3]], "categories": [0]}, "E-120"),
        ({"bbox": [[1, 2, 3, "4"]], "categories": [0]}, "E-120"),
        ({"bbox": [[1, 2, 3, 4]], "categories": []}, "E-436"),
        ({"bbox": [[1, 2, 3, 4]]}, "E-441"),
        ({"bbox": [[1, 2, 3, 4]], "categories": [None]}, "E-424"),
        ({"bbox": [[1, 2, 1e300, 4]], "categories": [0]}, "E-121"),
        ({"bbox": [[1, 2, -3, 4]], "categories": [0]}, "E-122"),
        ("boxes", "E-440"),
    ],
)
def test_malformed_objects_are_refused_with_file_and_line(tmp_path, objects, code):
    path = written(tmp_path, SAMPLE, objects)
    assert "metadata.jsonl line 2" in refused(code, tb.read_truth, path, box_format="xywh")
    assert len(tb.read_truth(path, box_format="xywh", lenient=True)) == 1


def test_detections_have_scores(tmp_path):
    path = written(tmp_path, SAMPLE | {"score": [0.5]})
    assert tb.read_predictions(path, box_format="xywh").scores.tolist() == [0.5]
    refused("E-123", tb.read_predictions, written(tmp_path, SAMPLE | {"score": ["high"]}), box_format="xywh")
