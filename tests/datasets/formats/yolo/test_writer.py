"""Records to YOLO labels and back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from label_samples import folder_of, png

from truebox.datasets import read_predictions, read_truth
from truebox.datasets.formats.yolo.format import FORMAT
from truebox.errors import InputError
from truebox.generation import make_dataset


def pictures_of(root, truth, names):
    sizes = truth.images.sizes.tolist()
    return folder_of(root, {f"{name}.png": png(*size) for name, size in zip(names, sizes, strict=True)})


@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_what_is_written_is_read_back_up_to_what_was_said_to_be_lost(tmp_path_factory, seed):
    root = tmp_path_factory.mktemp("yolo")
    truth, predictions = make_dataset(6, 4, 3.0, 2.0, seed, crowds=0.2, ignored=0.2)
    losses = {loss.what: loss.count for loss in FORMAT.write_truth(truth, root / "out")}
    names = [str(key) for key in truth.images.ids.tolist()]
    names = [
        file.rpartition(".")[0] or name for file, name in zip(truth.images.file_names, names, strict=True)
    ]
    pictures = pictures_of(root / "pictures", truth, names)
    again = read_truth(root / "out", images=pictures)
    assert sorted(again.images.ids.tolist()) == sorted(names)
    assert again.categories.names == truth.categories.names
    assert losses.get("crowd flags", 0) == truth.crowd.sum()
    assert losses.get("ignore flags", 0) == truth.ignore.sum()
    assert _rows(again, again.images) == pytest.approx(_rows(truth, truth.images), abs=1e-9)
    FORMAT.write_predictions(truth, predictions, root / "found")
    found = read_predictions(root / "found", truth=truth)
    assert _rows(found, truth.images, found.scores) == pytest.approx(
        _rows(predictions, truth.images, predictions.scores), abs=1e-9
    )


def _rows(records, images, scores=()):
    """All numbers, in the order of images (by name) and, in one image, of the rows."""
    table = images.ids.tolist()
    files = [
        (file or str(key)).rpartition("/")[2].partition(".")[0]
        for key, file in zip(table, images.file_names, strict=True)
    ]
    names = dict(zip(table, files, strict=True))
    order = sorted(range(len(records.boxes)), key=lambda row: names[records.image[row]])
    return [value for row in order for value in (*records.boxes[row].tolist(), *list(scores)[row : row + 1])]


def test_polygons_and_keypoints_are_written(tmp_path):
    root = folder_of(tmp_path / "a", {"images/a.png": png(10, 20), "labels/a.txt": "0 .1 .1 .5 .1 .5 .5\n"})
    truth = read_truth(root, geometry="masks")
    FORMAT.write_truth(truth, tmp_path / "b")
    again = read_truth(tmp_path / "b", images=root / "images", geometry="masks")
    assert np.allclose(again.segmentations.numbers, truth.segmentations.numbers, rtol=1e-15)
    (root / "labels/a.txt").write_text("0 .5 .5 .5 .5 .1 .2 2 .3 .4 1 0 0 0")
    truth = read_truth(root, geometry="keypoints")
    FORMAT.write_truth(truth, tmp_path / "c")
    again = read_truth(tmp_path / "c", images=root / "images", geometry="keypoints")
    assert np.allclose(again.keypoints.points, truth.keypoints.points, rtol=1e-15)


def test_names_of_classes_survive_yaml(tmp_path):
    names = ["it's", "a: b", "# no", "yes", "[x]", "caf\u00e9", "1"]
    truth = read_truth([{"boxes": [[0, 0, 1, 1]] * len(names), "labels": names, "width": 2, "height": 2}])
    FORMAT.write_truth(truth, tmp_path / "out")
    assert read_truth(tmp_path / "out").categories.names == truth.categories.names


@pytest.mark.parametrize(
    ("image", "words"),
    [
        ({"width": 0, "height": 0}, "size of this image is unknown"),
        ({"width": 2, "height": 2, "file_name": "../a.jpg"}, "cannot be the name of a file"),
        ({"width": 2, "height": 2, "labels": ["two\nlines"]}, "does not fit into one line"),
    ],
)
def test_what_cannot_be_held_is_refused_and_nothing_is_left(tmp_path, image, words):
    truth = read_truth([{"boxes": [[0, 0, 1, 1]], "labels": ["cat"], **image}])
    with pytest.raises(InputError, match=rf"(?s)E-414 .*{words}"):
        FORMAT.write_truth(truth, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_predictions_of_an_unknown_image_are_refused(tmp_path):
    truth = read_truth([{"boxes": [[0, 0, 1, 1]], "labels": ["cat"], "width": 2, "height": 2}])
    found = read_predictions([{"image_id": 7, "category_id": 0, "bbox": [0, 0, 1, 1], "score": 1}])
    with pytest.raises(InputError, match=r"E-414 .*row 0: its image is not among"):
        FORMAT.write_predictions(truth, found, tmp_path / "out")


def test_polygons_are_read_back_without_a_flag(tmp_path):
    outline = [[10, 10, 60, 10, 60, 50, 30, 60, 10, 50]]
    row = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [10, 10, 50, 50], "segmentation": outline}
    image = {"id": 1, "file_name": "a.jpg", "width": 100, "height": 80}
    truth = {"images": [image], "annotations": [row], "categories": [{"id": 1, "name": "cat"}]}
    FORMAT.write_truth(read_truth(truth, geometry="masks"), tmp_path / "out")
    assert "task: segment" in (tmp_path / "out" / "data.yaml").read_text()
    again = read_truth(tmp_path / "out", geometry="masks")
    assert again.segmentations.numbers.tolist() == pytest.approx(outline[0])


def test_the_description_of_boxes_says_nothing_of_points(tmp_path):
    truth = read_truth([{"boxes": [[0, 0, 1, 1]], "labels": ["cat"], "width": 2, "height": 2}])
    FORMAT.write_truth(truth, tmp_path / "out")
    assert "kpt_shape" not in (tmp_path / "out" / "data.yaml").read_text()


def test_attributes_of_objects_and_images_are_said_to_be_lost(tmp_path):
    truth = read_truth([{"boxes": [[0, 0, 1, 1]] * 3, "labels": ["cat"] * 3, "width": 2, "height": 2}] * 2)
    truth = replace(
        truth,
        attributes={"night": np.zeros(6, dtype=bool)},
        images=replace(truth.images, attributes={"camera": np.array(["a", "b"])}),
    )
    lost = [(loss.what, loss.count) for loss in FORMAT.write_truth(truth, tmp_path / "out")]
    assert lost == [("attribute night", 6), ("attribute camera", 2)]
