"""Names of classes that are given beside a truth that has names of its own."""

from __future__ import annotations

import json

import pytest

import truebox as tb
from truebox.datasets.joining.given_names import with_given_names

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


@pytest.fixture
def sides(tmp_path):
    """LabelMe names its classes, YOLO labels number them: two cats and two dogs, found perfectly."""
    (tmp_path / "truth").mkdir()
    (tmp_path / "found").mkdir()
    for image in "ab":
        shapes, lines = [], []
        for number, name in enumerate(("cat", "dog")):
            x = 10 + 40 * number
            points = [[x, 10], [x + 20, 50]]
            shapes.append({"label": name, "points": points, "shape_type": "rectangle"})
            lines.append(f"{number} {(x + 10) / 100} 0.3 0.2 0.4 0.9\n")
        held = {"shapes": shapes, "imagePath": f"{image}.jpg", "imageHeight": 100, "imageWidth": 100}
        (tmp_path / "truth" / f"{image}.json").write_text(json.dumps(held))
        (tmp_path / "found" / f"{image}.txt").write_text("".join(lines))
    return tmp_path / "truth", tmp_path / "found"


def evaluated(sides, classes):
    truth = tb.read_truth(sides[0], classes=classes)
    result = tb.evaluate(truth, tb.read_predictions(sides[1], classes=classes, truth=truth), mode="corrected")
    said = {finding.code: finding.message for finding in (*truth.findings, *result.warnings)}
    return result.metrics["AP50"], said


def test_names_in_another_case_are_the_same_classes(sides):
    found, said = evaluated(sides, ["Cat", "DOG"])
    assert found == 1.0
    assert said["W-151"] == "classes are joined by name in another case"


def test_a_mistyped_name_is_said(sides):
    found, said = evaluated(sides, ["cat", "dgo"])
    assert found == 0.5  # the dogs are missed
    assert '("dog"), and "dgo" of classes has no object' in said["W-458"].replace("--", "")


@pytest.mark.parametrize("classes", [["cat", "dog"], ["cat", "dog", "bus"]])
def test_the_right_names_are_taken_in_silence(sides, classes):
    found, said = evaluated(sides, classes)
    assert (found, set(said) & {"W-151", "W-458"}) == (1.0, set())


def test_a_truth_that_lists_its_classes_is_left_alone():
    box = {"image_id": 1, "bbox": [0, 0, 9, 9]}
    names = ("dog", "Cat", "cat")
    data = {
        "images": [{"id": 1}],
        "categories": [{"id": n, "name": name} for n, name in enumerate(names)],
        "annotations": [{"id": 1, "category_id": 2, **box}],
    }
    truth = tb.datasets.truth_as_said(data, classes=["cat", "dog"])
    assert truth.categories.names == names
    assert with_given_names(truth, None) is truth
