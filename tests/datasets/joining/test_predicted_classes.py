"""Classes that only predictions have are false positives where the truth lists no classes."""

from __future__ import annotations

from dataclasses import replace

import pytest

import truebox as tb
from truebox.datasets.joining.predicted_classes import with_predicted_classes
from truebox.errors import ArgumentError, InputError, TrueboxWarning

BOX = [0, 0, 9, 9]


def truth_of(*labels):
    return [{"boxes": [BOX] * len(labels), "labels": list(labels)}]


def found_of(*labels):
    boxes = [[0, 0, 9, 9 + row] for row in range(len(labels))]
    scores = [0.9 - 0.1 * row for row in range(len(labels))]
    return [{"boxes": boxes, "labels": list(labels), "scores": scores}]


@pytest.mark.parametrize(("known", "other"), [(1, 7), ("cat", "dog")])
def test_they_lower_ap_only_where_classes_are_forgotten(known, other):
    # Classless: the better scored of two detections is wrong, so precision is 1/2 at every recall.
    truth = truth_of(known)
    found = [{"boxes": [[50, 50, 60, 60], BOX], "labels": [other, known], "scores": [0.9, 0.5]}]
    with pytest.warns(TrueboxWarning, match="W-152 1 detection is of 1 class that no object of <truth> has"):
        apart = tb.evaluate(truth, found)
    with pytest.warns(TrueboxWarning, match="W-152"):
        together = tb.evaluate(truth, found, class_agnostic=True)
    assert (apart.metrics["AP"], together.metrics["AP"]) == (pytest.approx(1.0), 0.5)
    counts = {each.name: (each.truths, each.detections) for each in apart.per_class}
    assert counts == {str(known): (1, 1), str(other): (0, 1)}


def test_lenient_keeps_them_too():
    found = [{"boxes": [[50, 50, 60, 60], BOX], "labels": ["dog", "cat"], "scores": [0.9, 0.5]}]
    with pytest.warns(TrueboxWarning, match="W-152"):
        result = tb.evaluate(truth_of("cat"), found, class_agnostic=True, lenient=True)
    assert result.metrics["AP"] == 0.5


def test_categories_name_all_classes():
    result = tb.evaluate(truth_of(1), found_of(1, 7), categories=[1, 7])
    assert [each.id for each in result.per_class] == [1, 7]
    assert "W-152" not in {warning.code for warning in result.warnings}


@pytest.mark.parametrize(
    ("truth", "found"),
    [
        (truth_of(1, 2, 3), found_of(0, 1, 2)),  # one too low
        (truth_of(1), found_of(7)),  # nothing in common
        (truth_of("cat"), found_of("dog")),
        (truth_of("cat", "dog"), found_of("cat", "Dog")),  # another case
    ],
)
def test_other_classes_that_were_meant_are_refused_as_before(truth, found):
    with pytest.raises(InputError, match="E-131"):
        tb.evaluate(truth, found)


def test_a_truth_that_lists_its_classes_stays():
    coco = {"images": [{"id": 0}], "categories": [{"id": 1, "name": "cat"}], "annotations": []}
    truth, found = tb.read_truth(coco), tb.read_predictions(found_of(1, 7))
    same, said = with_predicted_classes(truth, found)
    assert same is truth
    assert said is found


def test_a_table_without_a_list_of_classes_takes_names_it_has_not(tmp_path):
    (tmp_path / "truth.csv").write_text("image,label,x1,y1,x2,y2\na.jpg,cat,0,0,9,9\n")
    (tmp_path / "found.csv").write_text(
        "image,label,score,x1,y1,x2,y2\na.jpg,cat,0.5,0,0,9,9\na.jpg,dog,0.9,50,50,60,60\n"
    )
    truth = tb.read_truth(tmp_path / "truth.csv")
    found = tb.read_predictions(tmp_path / "found.csv", truth=truth)
    with pytest.warns(TrueboxWarning) as said:
        assert tb.evaluate(truth, found, class_agnostic=True).metrics["AP"] == 0.5
    assert {str(each.message)[:5] for each in said} == {"W-151", "W-152"}


@pytest.mark.parametrize("listed", [False, True])
def test_where_classes_are_forgotten_every_class_counts(listed):
    # Two detections of one object, the better scored one of a class that the truth has not: it is the match.
    truth = truth_of(1)
    if listed:
        box = [*BOX[:2], 9, 9]
        truth = {
            "images": [{"id": 0}],
            "categories": [{"id": 1, "name": "cat"}],
            "annotations": [
                {"id": 1, "image_id": 0, "category_id": 1, "bbox": box, "area": 81, "iscrowd": 0}
            ],
        }
    found = [{"boxes": [[50, 50, 60, 60], BOX], "labels": [7, 8], "scores": [0.9, 0.5]}]
    with pytest.warns(TrueboxWarning, match="W-152 2 detections .* <truth> does not list: 7, 8"):
        result = tb.evaluate(truth, found, class_agnostic=True, mode="corrected")
    assert result.metrics["AP"] == pytest.approx(0.5)  # one wrong before the right one


def test_a_mapping_gives_numbers_their_names() -> None:
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": [number]} for number in (0, 1)]
    found = [{"boxes": [[0, 0, 9, 9]], "labels": [number], "scores": [0.9 - number / 9]} for number in (0, 2)]
    result = tb.evaluate(truth, found, categories={0: "cat", 1: "dog", 2: "cow", 3: "ant"})
    assert [(each.name, each.truths, each.detections) for each in result.per_class] == [
        ("cat", 1, 1),
        ("dog", 1, 0),
        ("cow", 0, 1),
        ("ant", 0, 0),
    ]
    with pytest.raises(ArgumentError) as refused:
        tb.evaluate(truth, found, categories=["cat", "dog", "cow"])
    advice = str(refused.value).split("categories=")[1].rstrip(".")
    assert advice == "{0: 'cat', 1: 'dog', 2: 'cow'}"


def test_names_get_the_next_numbers():
    # A truth whose one class has the number 5 by its file, and predictions by name.
    truth = tb.read_truth(truth_of(5))
    truth = replace(truth, categories=replace(truth.categories, names=("cat",)))
    found = replace(tb.read_predictions(found_of("cat", "dog", "cow")), category_by="name")
    more, _ = with_predicted_classes(truth, found)
    listed = dict(zip(more.categories.names, more.categories.ids.tolist(), strict=True))
    assert listed["cat"] == 5
    assert {listed["dog"], listed["cow"]} == {6, 7}
