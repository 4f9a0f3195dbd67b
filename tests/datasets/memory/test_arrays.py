"""Arrays per image, in the names of torchvision and torchmetrics."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import Box
from truebox.datasets import read_predictions, read_truth
from truebox.errors import ArgumentError, InputError

BOX = {"xyxy": [1, 2, 4, 8], "xywh": [1, 2, 3, 6], "cxcywh": [2.5, 5, 3, 6], "yxyx": [2, 1, 8, 4]}


@pytest.mark.parametrize("box_format", list(BOX))
def test_every_box_format_means_the_same_box(box_format):
    truth = read_truth([{"boxes": [BOX[box_format]], "labels": [1]}], box_format=box_format)
    assert truth.boxes.tolist() == [[1, 2, 3, 6]]
    assert truth.area.tolist() == [18]
    assert truth.source.format == "arrays"


@pytest.mark.parametrize("layout", list(BOX))
@pytest.mark.parametrize(("scale", "whole"), [("rel", 1), ("pct", 100)])
def test_parts_of_an_image_become_pixels(scale, whole, layout):
    sides = {"xyxy": "xyxy", "xywh": "xyxy", "cxcywh": "xyxy", "yxyx": "yxyx"}[layout]
    image = {"x": 20, "y": 40}
    parts = [whole * value / image[axis] for value, axis in zip(BOX[layout], sides, strict=True)]
    held = {"boxes": [parts], "labels": [1], "width": 20, "height": 40}
    truth = read_truth([held], box_format=f"{scale}_{layout}")
    assert truth.boxes == pytest.approx(np.array([[1, 2, 3, 6]]))
    assert truth.area == pytest.approx(np.array([18]))
    assert read_truth([{**held, "area": [7]}], box_format=f"{scale}_{layout}").area.tolist() == [7]
    found = read_predictions([{**held, "scores": [0.5]}], box_format=f"{scale}_{layout}", truth=truth)
    assert found.boxes == pytest.approx(np.array([[1, 2, 3, 6]]))


def test_box_formats_have_the_names_of_everywhere():
    assert read_truth([{"boxes": [BOX["xywh"]], "labels": [1]}], box_format="COCO").boxes.tolist() == [
        [1, 2, 3, 6]
    ]
    assert read_truth([{"boxes": [BOX["xyxy"]], "labels": [1]}], box_format="voc").boxes.tolist() == [
        [1, 2, 3, 6]
    ]


def test_an_unknown_box_format_is_refused():
    with pytest.raises(ArgumentError, match=r"'ltrb' is unknown. Fix: pass .* or coco, yolo, voc"):
        read_truth([{"boxes": [], "labels": []}], box_format="ltrb")


def test_parts_of_an_image_are_not_taken_for_the_boxes_of_masks():
    entry = {"masks": np.ones((1, 4, 4), bool), "labels": [1]}
    with pytest.raises(ArgumentError, match="has masks alone, whose boxes are in pixels"):
        read_truth([entry], box_format="rel_xyxy")


def test_the_position_is_the_image_id_unless_one_is_given():
    entries = [
        {"boxes": [BOX["xyxy"]], "labels": [1]},
        {"boxes": [], "labels": [], "image_id": np.array([42])},
    ]
    assert read_truth(entries).images.ids.values.tolist() == [0, 42]
    truth = read_truth({"b.jpg": entries[0], "a.jpg": entries[0]})
    assert [truth.images.ids[row] for row in range(2)] == ["b.jpg", "a.jpg"]
    assert [truth.image[row] for row in range(2)] == ["b.jpg", "a.jpg"]


def test_labels_become_categories_in_order():
    entries = [{"boxes": [BOX["xyxy"]] * 3, "labels": np.array([7, 2, 7])}]
    truth = read_truth(entries)
    assert (truth.categories.ids.values.tolist(), truth.categories.names) == ([2, 7], ("2", "7"))
    assert truth.category.values.tolist() == [7, 2, 7]
    truth = read_truth([{"boxes": [BOX["xyxy"]] * 2, "labels": ["dog", "cat"]}])
    assert truth.categories.names == ("cat", "dog")
    assert [truth.category[row] for row in range(2)] == ["dog", "cat"]
    assert [truth.categories.ids[row] for row in range(2)] == ["cat", "dog"]


def test_optional_columns_are_taken_where_given():
    entries = [
        {
            "boxes": [BOX["xyxy"]],
            "labels": [1],
            "iscrowd": [1],
            "area": [5.5],
            "ids": [9],
            "width": 10,
            "height": 4,
        },
        {"boxes": [BOX["xyxy"]], "labels": [1], "ids": [4], "file_name": "b.jpg"},
        {"boxes": [], "labels": []},
    ]
    truth = read_truth(entries)
    assert truth.crowd.tolist() == [1, 0]
    assert truth.area.tolist() == [5.5, 18]
    assert truth.ids.values.tolist() == [9, 4]
    assert truth.images.sizes.tolist() == [[10, 4], [0, 0], [0, 0]]
    assert list(truth.images.file_names) == ["", "b.jpg", ""]


def test_annotation_ids_are_taken_exactly():
    entry = {"boxes": [BOX["xyxy"]] * 2, "labels": [1, 1]}
    assert read_truth([entry, entry]).ids.values.tolist() == [1, 2, 3, 4]
    large = [2**62 + 1, 2**62]  # one float64
    assert read_truth([{**entry, "ids": large}]).ids.values.tolist() == large
    assert read_truth([{**entry, "ids": ["b", "a"]}]).ids.names == ("b", "a")


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"ids": [1.5, 2]}, r"E-126 truth\[1\]\.ids\[0\]: 1.5 is no exact integer\. Fix"),
        ({"ids": [1, float("nan")]}, r"E-126 truth\[1\]\.ids\[1\]: NaN"),
        ({"ids": [1, "b"]}, r"E-127 truth\[1\]\.ids\[1\]: \"b\", but ids of row 0 is 1"),
        ({"ids": None}, r"E-137 truth\[1\]\.ids: shape \(\), but there are 2 boxes"),
        ({}, r"E-125 truth\[1\]: ids are missing"),
        ({"ids": [2, 3], "labels": [1, "b"]}, r"E-127 truth\[1\]\.labels\[1\]"),
        ({"ids": [2, 3], "labels": [1, None]}, r"E-126 truth\[1\]\.labels\[1\]: null"),
        ({"ids": [2, 3], "area": [1, float("nan")]}, r"E-128 truth\[1\]\.area\[1\]: nan is no area"),
    ],
)
def test_what_cannot_be_an_id_or_an_area_is_named_with_its_image(entry, message):
    first = {"boxes": [BOX["xyxy"]], "labels": [1], "ids": [1]}
    with pytest.raises(InputError, match=message):
        read_truth([first, {"boxes": [BOX["xyxy"]] * 2, "labels": [1, 1], **entry}])


def test_images_without_boxes_are_kept():
    empty = {"boxes": np.empty((0, 4)), "labels": np.empty(0), "scores": []}
    truth, predictions = read_truth([empty, empty]), read_predictions([empty, empty])
    assert (len(truth.images), len(truth), len(predictions)) == (2, 0, 0)
    assert predictions.boxes.shape == (0, 4)


def test_predictions_of_tensors():
    torch = pytest.importorskip("torch")
    boxes = torch.tensor([[1.0, 2, 4, 8]], requires_grad=True)
    entry = {"boxes": boxes, "labels": torch.tensor([3]), "scores": torch.tensor([0.5])}
    predictions = read_predictions([entry])
    assert predictions.boxes.tolist() == [[1, 2, 3, 6]]
    assert predictions.category.values.tolist() == [3]
    assert predictions.scores.tolist() == [0.5]


def test_tensors_numpy_has_no_type_for():
    torch = pytest.importorskip("torch")
    boxes = torch.tensor([[1.0, 2, 4, 8]], dtype=torch.bfloat16)  # whole numbers below 256 are exact in it
    entry = {"boxes": boxes, "labels": torch.tensor([3]), "scores": torch.tensor([0.5], dtype=torch.bfloat16)}
    predictions = read_predictions([entry])
    assert predictions.boxes.tolist() == [[1, 2, 3, 6]]
    assert predictions.scores.tolist() == [0.5]
    for unreadable in (boxes.to_sparse(), torch.empty((1, 4), device="meta")):
        with pytest.raises(ArgumentError, match="a Tensor cannot be read"):
            read_predictions([{**entry, "boxes": unreadable}])


def test_one_image_without_its_list_is_told():
    with pytest.raises(InputError, match=r"wrap it in a list"):
        read_predictions({"boxes": [BOX["xyxy"]], "labels": [1], "scores": [1]})


def test_an_entry_without_boxes_is_named():
    with pytest.raises(InputError, match=r"E-137 truth\[1\]: no boxes"):
        read_truth([{"boxes": [], "labels": []}, {"labels": []}])


def test_two_images_of_one_id_are_merged_only_when_alike():
    entry = {"boxes": [BOX["xyxy"]], "labels": [1], "image_id": 3}
    truth = read_truth([entry, entry])
    assert (len(truth.images), len(truth)) == (1, 2)
    assert [finding.code for finding in truth.findings] == ["W-143"]


@pytest.mark.parametrize(
    "boxes",
    [Box(1, 2, 4, 8), [Box(1, 2, 4, 8)], (1, 2, 4, 8), np.array([1, 2, 4, 8]), [[1, 2, 4, 8]]],
)
def test_boxes_come_in_every_form(boxes):
    assert read_truth([{"boxes": boxes, "labels": [1]}]).boxes.tolist() == [[1, 2, 3, 6]]


@pytest.mark.parametrize("boxes", [[], (), np.empty(0), np.empty((0, 4)), np.empty((1, 0)), [[]]])
def test_no_boxes_come_in_every_shape(boxes):
    assert len(read_truth([{"boxes": boxes, "labels": []}])) == 0


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (np.zeros((2, 4)), "it is an array, which says neither images nor classes"),
        ([np.zeros((2, 4))], "it is an array, which says neither images nor classes"),
        ([{"bboxes": [], "classes": []}], 'it is a list of images with "bboxes", "classes"'),
    ],
)
def test_what_is_nearly_arrays_per_image_is_told_their_form(source, said):
    with pytest.raises(InputError, match=rf'E-108 .*{said}. Fix: give one mapping per image, {{"boxes"'):
        read_truth(source)
