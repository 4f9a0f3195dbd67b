"""Refused ids come with the likely cause."""

from __future__ import annotations

from typing import Any

import pytest
from coco_records import prediction_records, truth_records

import truebox as tb
from truebox.datasets.joining.unknown_ids import category_hint, image_hint
from truebox.errors import InputError, TrueboxWarning
from truebox.evaluation import evaluate

BOX = [0.0, 0, 9, 9]


def truth_of(images: list[Any], categories: dict[Any, str]) -> dict[str, Any]:
    return {
        "images": [{"id": value, "file_name": f"photos/shot_{value}.jpg"} for value in images],
        "categories": [{"id": value, "name": name} for value, name in categories.items()],
        "annotations": [],
    }


def refusal(truth: dict[str, Any], images: list[Any], categories: list[Any]) -> InputError:
    found = [{"image_id": i, "category_id": c, "bbox": BOX, "score": 0.5} for i in images for c in categories]
    with pytest.raises(InputError) as caught:
        evaluate(truth_records(truth), prediction_records(found))
    return caught.value


@pytest.mark.parametrize(
    ("listed", "given", "hint"),
    [
        (["a", "b"], ["shot_a", "shot_c"], "the truth these predictions were made for"),
        ([1, 2], [1, 2, 77], "the truth these predictions were made for"),
        ([1, 2], ["1", "77"], "the truth these predictions were made for"),
    ],
)
def test_unknown_images(listed: list[Any], given: list[Any], hint: str) -> None:
    error = refusal(truth_of(listed, {1: "one"}), given, [1])
    assert error.code == "E-130"
    assert hint in str(error)


@pytest.mark.parametrize(
    ("listed", "given"),
    [
        ([1, 2], ["1", "2"]),
        (["1", "2"], [1, 2]),
        ([1, 2], ["shot_1", "shot_2"]),
        ([1, 2], ["shot_1.jpg", "shot_2.jpg"]),
        (["a", "b"], ["shot_a", "shot_b"]),
    ],
)
def test_ids_of_another_kind_or_names_of_files_are_joined_and_said(
    listed: list[Any], given: list[Any]
) -> None:
    truth = truth_of(listed, {1: "one"})
    box = {"category_id": 1, "bbox": BOX}
    truth["annotations"] = [{"id": 1, "area": 81, "iscrowd": 0, "image_id": listed[1], **box}]
    found = [{"image_id": given[1], "score": 0.5, **box}, {"image_id": given[0], "score": 0.1, **box}]
    with pytest.warns(TrueboxWarning, match="W-151 images are joined by"):
        result = evaluate(truth_records(truth), prediction_records(found), mode="corrected")
    assert result.metrics["AP"] == 1.0
    assert result.predictions.image.tolist() == [listed[1], listed[0]]


def test_five_ids_are_shown_and_the_row_is_named() -> None:
    error = refusal(truth_of([1], {1: "one"}), [1, 11, 12, 13, 14, 15, 16, 17], [1])
    assert (
        "7 image ids are not in <memory>: 11, 12, 13, 14, 15 and 2 more (7 of 8 detections, first at row 1)"
        in (str(error))
    )
    assert error.row == 1


@pytest.mark.parametrize(
    ("listed", "given", "hint"),
    [
        (
            {5: "cat", 6: "dog"},
            ["cat", "dog"],
            "category names; replace each by its id: 'cat' is 5, 'dog' is 6",
        ),
        ({5: "cat", 6: "dog"}, ["Cat"], "in another case"),
        ({5: "cat", 6: "dog"}, ["5"], "write them as integers"),
        ({5: "cat", 6: "dog"}, ["5", "7"], "use the category ids of the truth: 5, 6"),
        ({1: "one", 2: "two"}, [0, 1], "use the category ids of the truth: 1, 2"),  # nothing bears +1 out
        ({5: "cat", 9: "dog"}, [400], "use the category ids of the truth: 5, 9"),
        ({}, ["cat"], "use the category ids of the truth: it has none"),
    ],
)
def test_unknown_categories(listed: dict[Any, str], given: list[Any], hint: str) -> None:
    error = refusal(truth_of([1], listed), [1], given)
    assert error.code == "E-131"
    assert hint in str(error)


@pytest.mark.parametrize(
    ("listed", "meant", "hint"),
    [
        ({1: "one", 2: "two"}, {0: 1, 1: 2}, "add 1 to every category id (0 becomes 1)"),
        ({0: "one", 1: "two"}, {1: 0, 2: 1}, "add -1 to every category id (1 becomes 0)"),
        ({5: "cat", 9: "dog", 11: "cow"}, {0: 5, 2: 11}, "class_ids='position', truth=truth does it"),
        # +1 would swap them, and positions too: what each lies on is said instead.
        (
            {1: "cat", 2: "dog"},
            {0: 2, 1: 1},
            "where boxes overlap, 0 is 2 (dog) in 8 of 8, 1 is 1 (cat) in 8",
        ),
    ],
)
def test_another_numbering_is_tried_on_the_boxes(listed, meant, hint) -> None:
    truth, found = truth_of(list(range(8)), listed), []
    for image in range(8):
        for place, (given, true) in enumerate(meant.items()):
            box = {"image_id": image, "bbox": [50.0 * place, 0, 40, 40]}
            row = {"id": len(found), "category_id": true, "area": 1600, "iscrowd": 0, **box}
            truth["annotations"].append(row)
            found.append({"category_id": given, "score": 0.5, **box})
    with pytest.raises(InputError, match="E-131") as caught:
        evaluate(truth, found)
    assert hint in str(caught.value)
    assert ("add 1 to" in str(caught.value)) == hint.startswith("add 1 to")


def test_dropping_is_advised_only_where_something_stays() -> None:
    image = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"], "image_id": 1}
    truth = tb.read_truth([image])
    box = {"category_id": truth.categories.ids[0], "bbox": [0, 0, 9, 9], "score": 0.5}
    for others, advised in (((), False), ((1,), True)):
        found = tb.read_predictions([{"image_id": number, **box} for number in (7, *others)])
        with pytest.raises(InputError, match="E-130") as refused:
            tb.evaluate(truth, found)
        assert ("lenient" in refused.value.fix) is advised


def test_names_of_files_are_told_by_the_first() -> None:
    truth = truth_records(truth_of([7, 8], {1: "one"}))
    for name in ("shot_8", "shot_8.jpg", "elsewhere/shot_8.png"):
        said = f"the ids are file names; replace each by the id of its image ({name!r} is 8)"
        assert image_hint(truth, [name, "shot_7"]) == said
    assert image_hint(truth, ["photos/shot_7.jpg", "shot_9"]).startswith("evaluate against the truth")


def unlisted_class() -> Any:
    return prediction_records([{"image_id": 1, "category_id": 77, "bbox": BOX, "score": 0.5}])


@pytest.mark.parametrize(("times", "told"), [(2, ""), (3, "; where boxes overlap, 0 is 2 (dog) in 3 of 5")])
def test_three_boxes_tell_a_class_and_two_do_not(times: int, told: str) -> None:
    truth, found = truth_records(truth_of([1], {1: "cat", 2: "dog"})), unlisted_class()
    overlapping = [(0, 2)] * times + [(0, 1)] * (times - 1)
    assert category_hint(truth, found, [77], overlapping).endswith(f"1, 2{told}")
