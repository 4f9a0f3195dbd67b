"""Predictions brought to the terms of their truth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.columns.prediction_rows import PredictionRows
from truebox.datasets.joining.joining import join, unknown_names
from truebox.datasets.options import ReadOptions
from truebox.errors import InputError
from truebox.records import Ids, Predictions, Segmentations, Source


def truth_of(images, classes=("cat", "dog"), sizes=(100, 50)):
    """Images as (id, file name)."""
    return read_truth(
        {
            "images": [
                {"id": key, "file_name": name, "width": sizes[0], "height": sizes[1]} for key, name in images
            ],
            "categories": [{"id": 10 + place, "name": name} for place, name in enumerate(classes)],
            "annotations": [],
        }
    )


def named(images, classes, **changes):
    made = Predictions(
        source=Source("found", "test", "test"),
        image=Ids.of(images),
        category=Ids.of(classes),
        boxes=np.tile([0.1, 0.2, 0.5, 0.5], (len(images), 1)),
        scores=np.full(len(images), 0.5),
        image_by="name",
        category_by="name" if any(isinstance(each, str) for each in classes) else "id",
    )
    return replace(made, **changes)


IMAGES = [(7, "val/000042.jpg"), (3, "val/street.png")]


@pytest.mark.parametrize(
    ("given", "how"),
    [
        (["val/000042.jpg", "val/street.png"], "by file name:"),
        (["000042.jpg", "street.png"], "by file name without its folder"),
        (["000042", "street"], "by file name without folder and suffix"),
        (["predictions/000042.txt", "C:\\labels\\street.txt"], "by file name without folder and suffix"),
        (["7", "3"], "by the text of the id"),
    ],
)
def test_images_join_by_ever_less_of_their_name(given, how):
    found = join(truth_of(IMAGES), named(given, ["cat", "dog"]))
    assert found.image.tolist() == [7, 3]
    assert (found.image_by, found.category_by) == ("id", "id")
    assert [finding.code for finding in found.findings] == ["W-151"]
    assert how in found.findings[0].message


def test_numbers_join_names_that_are_numbers():
    found = join(truth_of([("a", "000042.jpg"), ("b", "000007.jpg")]), named([7, 42], ["cat", "cat"]))
    assert found.image.tolist() == ["b", "a"]


def test_texts_that_are_ids_join_without_a_word():
    found = join(truth_of([("a", ""), ("b", "")]), named(["b", "a", "b"], ["cat"] * 3))
    assert found.image.tolist() == ["b", "a", "b"]
    assert found.findings == ()


def test_repeated_and_unordered_numbers_keep_their_rows():
    truth = truth_of([("x", "1.jpg"), ("y", "2.jpg"), ("z", "3.jpg")])
    assert join(truth, named([3, 1, 3, 2], ["cat"] * 4)).image.tolist() == ["z", "x", "z", "y"]


def test_classes_join_by_name_then_in_another_case():
    found = join(truth_of(IMAGES), named(["000042"], ["dog"]))
    assert found.category.tolist() == [11]
    found = join(truth_of(IMAGES), named(["000042"], [" Dog"]))
    assert found.category.tolist() == [11]
    assert any("another case" in finding.message for finding in found.findings)


def test_classes_that_are_not_there_are_refused():
    with pytest.raises(
        InputError, match=r'E-131 found: 1 class name is not in <truth>: "cow" \(1 of 2'
    ) as caught:
        join(truth_of(IMAGES), named(["000042", "street"], ["dog", "cow"]))
    assert caught.value.row == 1


def test_another_case_that_is_not_unique_is_refused():
    with pytest.raises(InputError, match=r'E-131 .*"CAT" names 2 classes of <truth> \(ids 10, 11\)'):
        join(truth_of(IMAGES, classes=("cat", "Cat")), named(["000042"], ["CAT"]))


def test_names_without_suffix_keep_their_folder():
    truth = truth_of([(1, "a/street.png"), (2, "b/street.png")])
    assert join(truth, named(["b/street", "a/street"], ["dog", "dog"])).image.tolist() == [2, 1]


@pytest.mark.parametrize(
    ("files", "given"),
    [
        (["a_jpg.rf.1b.jpg", "a_jpg.rf.2c.jpg"], ["a_jpg.rf.1b", "a_jpg.rf.2c"]),  # as Roboflow names them
        (["a.jpg", "a.1.jpg"], ["a", "a.1"]),
        (["a.jpg", "a.1.jpg"], ["a.png", "a.1.png"]),
        (["a", "a.1"], ["a.jpg", "a.1.jpg"]),
        (["val/a.jpg", "val/a.1.jpg"], ["val/a", "val/a.1"]),
        (["val/a.jpg", "val/a.1.jpg"], ["a", "a.1"]),
    ],
)
def test_a_point_in_a_name_need_not_begin_a_suffix(files, given):
    found = join(truth_of([(7, files[0]), (8, files[1])]), named(given, ["cat", "cat"]))
    assert found.image.tolist() == [7, 8]


@pytest.mark.parametrize("given", [["v/a", "w/a"], ["a.png", "a.jpg"], ["a", "a.png", "a.jpg"]])
def test_two_predicted_images_never_become_one(given):
    with pytest.raises(InputError, match=r"E-154 .*are one image"):
        join(truth_of([(7, "a.jpeg"), (8, "b.jpeg")]), named(given, ["cat"] * len(given)))


@pytest.mark.parametrize(
    ("files", "given"),
    [
        (["scene.1", "scene.2"], ["scene.1.5", "scene.2.5"]),
        (["scene.1.5", "scene.2.5"], ["scene.1", "scene.2"]),
        (["clip1.5", "clip2.5"], ["clip1.6", "clip2.6"]),
        (["a_jpg.rf.h1", "b_jpg.rf.h1"], ["a_jpg.rf.h8", "b_jpg.rf.h8"]),
        (["v/clip.left", "w/clip.left"], ["v/clip.right", "w/clip.right"]),
    ],
)
def test_images_that_differ_behind_the_last_point_alone_are_others(files, given):
    truth = truth_of([(7, files[0]), (8, files[1])])
    assert join(truth, named(given, ["cat", "cat"])).image.tolist() == given  # refused when aligned
    assert unknown_names(truth, named(given, ["cat", "cat"]))[0] == set(given)


@pytest.mark.parametrize(
    ("files", "given", "joined"),
    [
        (["a.jpg", "b.jpg"], ["a.jpg", "./a.jpg", ".\\b.jpg"], [7, 7, 8]),
        (["a.jpg", "b.jpg"], ["a", "a.jpg", "b.jpg"], [7, 7, 8]),
        (["v/a.jpg", "w/a.jpg"], ["v/a", "./v/a.jpg", "w\\a"], [7, 7, 8]),
        (["./v/a.1.jpg", "./w/a.1.jpg"], ["./v/a.1", "./w/a.1"], [7, 8]),
        (["v/a.jpg", "w/a.jpg"], ["v\\a.jpg", "w\\a.jpg"], [7, 8]),
    ],
)
def test_spellings_of_one_image_join_it(files, given, joined):
    found = join(truth_of([(7, files[0]), (8, files[1])]), named(given, ["cat"] * len(given)))
    assert found.image.tolist() == joined


def test_a_name_of_two_images_is_refused():
    with pytest.raises(InputError, match=r'E-154 .*"street" names 2 images'):
        join(truth_of([(1, "a/street.png"), (2, "b/street.png")]), named(["street"], ["dog"]))


def test_images_that_join_nothing_are_left_to_be_refused():
    given = named(["nowhere"], ["dog"])
    assert join(truth_of(IMAGES), given).image.tolist() == ["nowhere"]


def test_fractions_become_pixels():
    found = join(truth_of(IMAGES), named(["000042", "street"], ["dog", "dog"], units="fractions"))
    assert found.units == "pixels"
    assert found.boxes.tolist() == [[10, 10, 50, 25]] * 2


def test_fractions_of_an_unknown_size_are_refused():
    with pytest.raises(InputError, match=r"E-155 .*does not say the size of image 7"):
        join(truth_of(IMAGES, sizes=(0, 0)), named(["000042"], ["dog"], units="fractions"))


def test_pixels_against_fractions_are_refused_and_like_units_stay():
    truth = replace(truth_of(IMAGES), units="fractions")
    with pytest.raises(InputError, match=r"E-155 .*in pixels"):
        join(truth, named(["000042"], ["dog"]))
    kept = join(truth, named(["000042"], ["dog"], units="fractions"))
    assert kept.boxes.tolist() == [[0.1, 0.2, 0.5, 0.5]]


def test_no_detections_join_anything():
    assert len(join(truth_of(IMAGES), named([], []))) == 0


def test_fractions_of_points_become_pixels_too():
    # Images of 100 x 50: a point at (0.5, 0.5) that is seen, and another at (0.1, 0.2).
    truth = truth_of([(1, "a.jpg")])
    row = {"image_id": 1, "category_id": 10, "score": 0.5, "keypoints": [0.5, 0.5, 2, 0.1, 0.2, 1]}
    found = replace(read_predictions([row], geometry="keypoints"), units="fractions")
    joined = join(truth, found)
    assert joined.keypoints.points.tolist() == [[[50, 25, 2], [10, 10, 1]]]
    assert joined.units == "pixels"


def test_outlines_in_fractions_become_pixels_of_their_own_images():
    """Rows of three and of four corners, in images of 100 x 50 and of 40 x 80."""
    truth = read_truth(
        [
            {"boxes": [[0, 0, 9, 9]], "labels": [0], "width": 100, "height": 50, "file_name": "a.png"},
            {"boxes": [[0, 0, 9, 9]], "labels": [0], "width": 40, "height": 80, "file_name": "b.png"},
        ]
    )
    ids = truth.images.ids.tolist()
    shapes = [[0.1, 0.2, 0.5, 0.2, 0.5, 0.6], [0.25, 0.5, 0.75, 0.5, 0.75, 1, 0.25, 1], [0, 0, 1, 0, 1, 1]]
    numbers = np.concatenate(shapes)
    ends = np.cumsum([0, *map(len, shapes)])
    held = Segmentations(
        kinds=np.full(3, 3, dtype=np.uint8),
        sizes=np.zeros((3, 2), dtype=np.int64),
        row_offsets=np.arange(4),
        part_offsets=ends,
        numbers=numbers,
        text=np.empty(0, dtype=np.uint8),
        text_offsets=np.zeros(4, dtype=np.int64),
    )
    found = read_predictions(
        [
            {"image_id": ids[k], "category_id": 0, "bbox": [0.1, 0.2, 0.4, 0.4], "score": 0.5}
            for k in (0, 1, 1)
        ]
    )
    joined = join(truth, replace(found, units="fractions", segmentations=held))
    expected = [10, 10, 50, 10, 50, 30, 10, 40, 30, 40, 30, 80, 10, 80, 0, 0, 40, 0, 40, 80]
    assert joined.segmentations.numbers.tolist() == pytest.approx(expected)
    assert joined.boxes.tolist() == [[10, 10, 40, 20], *[pytest.approx([4, 16, 16, 32])] * 2]
    assert joined.units == "pixels"


@pytest.mark.parametrize(("unknown", "said"), [(1, "1 image is"), (3, "3 images are"), (7, "7 images are")])
def test_names_that_no_image_has_are_counted_and_some_shown(unknown, said):
    truth = read_truth([{"boxes": [[0, 0, 9, 9]], "labels": ["a"], "file_name": "known.png"}])
    names = ["known", *[f"strange{k}" for k in range(unknown)]]
    rows = PredictionRows(truth.source, ReadOptions())
    for name in names:
        rows.add(name, "a", (0, 0, 9, 9), 0.5, f"{name}.txt line 1")
    with pytest.raises(InputError, match=f"E-130 .*{said} not in") as error:
        join(truth, rows.predictions())
    assert error.value.row == 1
    assert f"({unknown} of {unknown + 1} detections, first at row 1)" in str(error.value)
    shown = str(error.value).count('"strange')
    assert (f" and {unknown - shown} more" in str(error.value)) == (shown < unknown)


def test_a_name_in_another_case_where_upper_case_tells_classes_apart():
    truth = truth_of(IMAGES, classes=("Car", "car", "Person"))
    with pytest.raises(
        InputError, match=r'E-131 .*"person" is not in <truth>, which .* \("Car", "car"\)'
    ) as caught:
        join(truth, named(["000042", "street"], ["car", "person"]))
    assert caught.value.row == 1


def test_two_classes_of_one_name_are_refused_though_no_prediction_is_of_it():
    with pytest.raises(InputError, match=r'E-131 .*"cat" names 2 classes of <truth> \(ids 10, 11\)'):
        join(truth_of(IMAGES, classes=("cat", "cat", "dog")), named(["000042"], ["dog"]))
