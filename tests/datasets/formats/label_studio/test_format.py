"""Label Studio: percentages, rotation about the corner, which annotation counts, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.datasets.registry import find_format
from truebox.errors import InputError


def region(kind: str = "rectangle", score: float | None = None, **value: Any) -> dict[str, Any]:
    labels = value.pop("labels", ["cat"])
    return {
        "original_width": 200,
        "original_height": 100,
        "image_rotation": 0,
        "value": {**value, f"{kind}labels": labels},
        "id": value.pop("id", "r"),
        "from_name": "label",
        "to_name": "image",
        "type": f"{kind}labels",
        **({} if score is None else {"score": score}),
    }


RECTANGLE = {"x": 10, "y": 20, "width": 30, "height": 40, "rotation": 0}


def task(*regions: Any, image: str = "/data/upload/1/0a1b2c3d-a.jpg", **more: Any) -> dict[str, Any]:
    return {"id": 1, "data": {"image": image}, "annotations": [{"id": 5, "result": list(regions)}], **more}


def write(folder: Path, held: Any) -> Path:
    path = folder / "export.json"
    path.write_text(held if isinstance(held, str) else json.dumps(held), encoding="utf-8")
    return path


def test_numbers_are_percent_of_the_picture(tmp_path):
    truth = tb.read_truth(write(tmp_path, [task(region(**RECTANGLE))]))
    assert truth.boxes.tolist() == [[20, 20, 60, 40]]
    assert truth.images.sizes.tolist() == [[200, 100]]
    assert list(truth.images.file_names) == ["a.jpg"]


def test_rotation_is_clockwise_about_the_top_left_corner(tmp_path):
    held = [task(region(x=50, y=50, width=20, height=10, rotation=90))]
    truth = tb.read_truth(write(tmp_path, held), geometry="masks")
    # label-studio-sdk 2.1.2, convert_annotation_to_yolo_obb: corners (x, y), (x + w cos, y + w sin), ...
    np.testing.assert_allclose(truth.segmentations.numbers, [100, 50, 100, 90, 90, 90, 90, 50], atol=1e-12)
    np.testing.assert_allclose(truth.boxes, [[90, 50, 10, 40]], atol=1e-12)
    assert truth.attributes["angle"].tolist() == [90]


def test_polygons_and_ellipses(tmp_path):
    held = [
        task(
            region("polygon", points=[[0, 0], [50, 0], [50, 50]]),
            region("ellipse", x=50, y=50, radiusX=10, radiusY=20, rotation=0),
            region("keypoint", x=50, y=50, width=1),
        )
    ]
    truth = tb.read_truth(write(tmp_path, held))
    assert truth.boxes.tolist() == [[0, 0, 100, 50], [80, 30, 40, 40]]
    assert [each.code for each in truth.findings] == ["W-440"]


def test_a_label_may_stand_in_a_result_of_its_own(tmp_path):
    shape = region(**RECTANGLE)
    shape["type"], shape["id"] = "rectangle", "7"
    del shape["value"]["rectanglelabels"]
    label = {"id": "7", "type": "labels", "value": {"labels": ["dog"]}}
    assert tb.read_truth(write(tmp_path, [task(shape, label)])).categories.names == ("dog",)
    with pytest.raises(InputError, match=r"E-441 .*the region has no label"):
        tb.read_truth(write(tmp_path, [task(shape)]))


def test_old_exports_and_cancelled_annotations(tmp_path):
    good, bad = {"result": [region(**RECTANGLE)]}, {"result": [], "was_cancelled": True}
    old = {"data": {"image": "b.jpg"}, "completions": [bad, good]}
    skipped = {"data": {"image": "c.jpg"}, "completions": [{**bad, "skipped": True}]}
    truth = tb.read_truth(write(tmp_path, [old, skipped]))
    assert (len(truth), truth.images.ids.tolist()) == (1, ["b"])
    assert str(truth.findings[0]) == "W-441 1 task is not annotated and left out"


def test_of_several_annotations_the_ground_truth_counts(tmp_path):
    one, two = {"result": []}, {"result": [region(**RECTANGLE)], "ground_truth": True}
    held = {"data": {"image": "a.jpg"}, "annotations": [one, two]}
    assert len(tb.read_truth(write(tmp_path, [held]))) == 1
    two["ground_truth"] = False
    with pytest.raises(InputError, match=r"E-447 .*task 0: 2 annotations of one picture"):
        tb.read_truth(write(tmp_path, [held]))


def test_the_short_export(tmp_path):
    value = {**RECTANGLE, "rectanglelabels": ["cat"], "original_width": 200, "original_height": 100}
    truth = tb.read_truth(write(tmp_path, [{"image": "https://e.org/a.jpg", "id": 1, "label": [value]}]))
    assert (truth.boxes.tolist(), list(truth.images.file_names)) == ([[20, 20, 60, 40]], ["a.jpg"])


def test_predictions_have_scores_per_region_or_as_a_whole(tmp_path):
    regions = [region(**RECTANGLE, score=0.75), region(**RECTANGLE)]
    held = [{"data": {"image": "a.jpg"}, "predictions": [{"score": 0.5, "result": regions}]}]
    found = tb.read_predictions(write(tmp_path, held))
    assert (found.scores.tolist(), found.image.tolist()) == ([0.75, 0.5], ["a.jpg", "a.jpg"])
    del held[0]["predictions"][0]["score"]
    with pytest.raises(InputError, match=r"E-123 .*predictions\[0\] result\[1\]"):
        tb.read_predictions(write(tmp_path, held))
    held[0]["predictions"] *= 2
    with pytest.raises(InputError, match="E-447"):
        tb.read_predictions(write(tmp_path, held))


def without(held: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in held.items() if name != key}


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ('[{"data": ', r"E-104"),
        ([3], "E-440 .*task 0: 3, need an object"),
        ([task(without(region(**RECTANGLE), "original_width"))], "E-450 .*original_width"),
        ([task({**region(**RECTANGLE), "image_rotation": 90})], "E-451 .*picture was turned"),
        ([task(region("brush", format="rle", rle=[1, 2]))], "E-451 .*brushlabels is not read"),
        ([task(region(**{**RECTANGLE, "x": "10,5"}))], r"E-440 .*result\[0\] value x.*decimal point"),
        ([task(region(**without(RECTANGLE, "width")))], "E-441 .*width is missing"),
        ([task(region("polygon", points=[[0, 0], [1, 1]]))], "E-451 .*2 points make no polygon"),
        ([task(region(**{**RECTANGLE, "width": -5}))], "E-122"),
        ([task(region(**RECTANGLE)), task()], 'E-448 .*"a.jpg" is listed twice'),
        ([{"data": {"text": "hello"}, "annotations": []}, task()], None),
        ([{"data": {"text": "hello"}, "annotations": [{"result": []}]}], "E-441 .*no picture is named"),
        ([task(image="data:image/png;base64,xyz")], "E-441 .*has no name"),
    ],
)
def test_what_is_refused(tmp_path, held, message):
    path = write(tmp_path, held)
    if message is None:
        assert len(tb.read_truth(path, format="label_studio")) == 0
        return
    with pytest.raises(InputError, match=message):
        tb.read_truth(path, format="label_studio")


def test_lenient_drops_the_region(tmp_path):
    held = [task(region("brush", format="rle", rle=[1]), region(**RECTANGLE))]
    truth = tb.read_truth(write(tmp_path, held), lenient=True)
    assert len(truth) == 1
    assert "E-451" in truth.findings[0].message


def test_rotated_boxes_are_written_as_such(tmp_path):
    held = [task(region(x=50, y=50, width=20, height=10, rotation=30))]
    truth = tb.read_truth(write(tmp_path, held), geometry="masks")
    from truebox.datasets.formats.label_studio.format import FORMAT

    assert FORMAT.write_truth(truth, tmp_path / "again.json") == ()
    written = json.loads((tmp_path / "again.json").read_text())[0]["annotations"][0]["result"][0]["value"]
    assert written["rotation"] == 30
    assert written["width"] == pytest.approx(20, abs=1e-12)


def test_percentages_need_a_size(tmp_path):
    from truebox.datasets.formats.label_studio.format import FORMAT

    truth = tb.read_truth([{"boxes": [[0, 0, 4, 4]], "labels": ["cat"], "file_name": "a.jpg"}])
    with pytest.raises(InputError, match="E-450"):
        FORMAT.write_truth(truth, tmp_path / "x.json")
    assert list(tmp_path.iterdir()) == []


def test_it_is_recognised(tmp_path):
    assert find_format(write(tmp_path, [task(region(**RECTANGLE))]), "truth")[1].strength == 3


@pytest.mark.parametrize(
    "address",
    ["https://host.example/b/a.jpg?X-Amz-Date=1&w=2", "https://host.example/b/a.JPG?name=b", "b/a.jpg"],
)
def test_the_picture_is_found_by_its_ending_before_the_question(tmp_path, address):
    """Under another key than "image", beside texts that name no picture."""
    held = task(region(**RECTANGLE))
    held["data"] = {"photo": address, "caption": "no picture?a.jpg"}
    assert len(tb.read_truth(write(tmp_path, [held]))) == 1


@pytest.mark.parametrize(
    "held",
    [
        [{"labels": [1, 2], "boxes": []}],
        {"from_name": "a"},
        [{"completions": 3}],
        [{"labels": ["a"], "image": "a.jpg"}],
    ],
)
def test_a_word_alone_is_no_task(tmp_path: Path, held: Any) -> None:
    """Marks of a task count beside its data, or the size of its picture."""
    path = write(tmp_path, held)
    with pytest.raises(InputError) as caught:
        tb.read_truth(path)
    assert "label-studio" not in str(caught.value).partition("Fix:")[0]
    assert "Label Studio" not in str(caught.value).partition("Fix:")[0]
