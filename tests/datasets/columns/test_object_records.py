"""Rows of a table as records."""

from __future__ import annotations

import numpy as np
import pytest
from format_rounds import refused

import truebox as tb
from truebox.datasets.columns.object_records import ids_of_names, predictions_of_objects, truth_of_objects
from truebox.datasets.columns.object_table import ObjectTable
from truebox.datasets.options import ReadOptions
from truebox.records import Ids, Source

SOURCE = Source("a.csv", "table", "table")


def table(**changes):
    columns = {
        "image": Ids.of(["b.jpg", "a.jpg"]),
        "category": Ids.of(["dog", "cat"]),
        "boxes": np.array([[0.0, 0.0, 0.5, 0.5], [0.0, 0.0, 1.0, 1.0]]),
        "layout": "rel_xyxy",
        "place": "row {}".format,
    }
    return ObjectTable(**(columns | changes))


def test_fractions_stay_where_nobody_says_sizes():
    truth = truth_of_objects(table(), ReadOptions(), SOURCE)
    assert (truth.units, truth.boxes[0].tolist()) == ("fractions", [0, 0, 0.5, 0.5])


def test_fractions_become_pixels_with_sizes():
    truth = truth_of_objects(table(sizes=np.array([[100, 50], [10, 10]])), ReadOptions(), SOURCE)
    assert (truth.units, truth.boxes.tolist()) == ("pixels", [[0, 0, 50, 25], [0, 0, 10, 10]])
    assert truth.area.tolist() == [1250, 100]


def test_pictures_tell_their_sizes(tmp_path):
    pictures = pytest.importorskip("PIL.Image", reason="Pillow writes the pictures")
    for name, size in (("a.jpg", (4, 2)), ("b.jpg", (8, 6))):
        pictures.new("RGB", size).save(tmp_path / name)
    truth = truth_of_objects(table(), ReadOptions(images=tmp_path), SOURCE)
    assert truth.boxes.tolist() == [[0, 0, 4, 3], [0, 0, 4, 2]]


def test_classes_given_come_first():
    truth = truth_of_objects(table(), ReadOptions(classes=("cat", "bird")), SOURCE)
    assert truth.categories.names == ("cat", "bird", "dog")
    assert truth.category.tolist() == [3, 1]


def test_numbered_classes_take_their_names():
    numbered = table(category=Ids.of([1, 0]))
    truth = truth_of_objects(numbered, ReadOptions(classes=("cat", "dog")), SOURCE)
    assert (truth.category.tolist(), truth.categories.ids.tolist()) == ([1, 0], [0, 1])
    found = predictions_of_objects(
        table(category=Ids.of([1, 0]), scores=np.array([0.5, 1])), ReadOptions(classes=("cat", "dog")), SOURCE
    )
    assert (found.category.tolist(), found.category_by) == (["dog", "cat"], "name")
    refused("E-429", truth_of_objects, numbered, ReadOptions(classes=("cat",)), SOURCE)


def test_images_that_are_numbers_stay_numbers():
    truth = truth_of_objects(table(image=Ids.of([9, 4])), ReadOptions(), SOURCE)
    assert (truth.images.ids.tolist(), truth.image.tolist()) == ([4, 9], [9, 4])


def test_one_image_has_one_size():
    both = table(image=Ids.of(["a", "a"]), sizes=np.array([[1, 2], [3, 4]]))
    assert "1 x 2" in refused("E-427", truth_of_objects, both, ReadOptions(), SOURCE)


def test_predictions_join_their_truth():
    truth = tb.read_truth(
        [{"boxes": [[0, 0, 1, 1]], "labels": ["cat"], "file_name": "a.jpg", "width": 4, "height": 2}]
    )
    rows = table(image=Ids.of(["a"] * 2), category=Ids.of(["cat"] * 2), scores=np.array([0.5, 1]))
    found = predictions_of_objects(rows, ReadOptions(), SOURCE)
    from truebox.datasets.joining.joining import join

    assert join(truth, found).boxes.tolist() == [[0, 0, 2, 1], [0, 0, 4, 2]]


def test_only_suffixes_of_pictures_are_taken_off():
    assert ids_of_names(["a.JPG", "v1.5", "b.c.png", ".png"]) == ("a", "v1.5", "b.c", ".png")


def test_names_that_would_collide_stay_whole():
    assert ids_of_names(["a.jpg", "a.png", "b.png"]) == ("a.jpg", "a.png", "b.png")
