"""Boxes and masks become one truth: equal coordinates, to the last digit."""

from __future__ import annotations

from pathlib import Path

from format_rounds import refused
from open_images_masks import BOXES, MASKS, area, encoded, table, truth_folder

import truebox as tb

CAT = (0.1, 0.5, 0.2, 0.8)


def folder(path: Path, boxes: list, masks: list) -> tb.Truth:
    table(path / "boxes.csv", BOXES, boxes)
    table(path / "masks.csv", MASKS, masks)
    return tb.read_truth(path, geometry="masks")


def mask_row(x1: float, x2: float, y1: float, y2: float, group: int = 0, image: str = "a") -> tuple:
    return (image, "cat", 20, 20, x1, y1, x2, y2, group, encoded(area(2, 4, 10, 16)))


def test_a_mask_joins_its_box_and_others_stay_alone(tmp_path: Path) -> None:
    truth = folder(tmp_path, [("a", "cat", *CAT, 0), ("b", "cat", *CAT, 0)], [mask_row(*CAT)])
    assert truth.image.tolist() == ["a", "b"]
    assert truth.segmentations.kinds.tolist() == [1, 0]
    assert truth.images.sizes.tolist() == [[20, 20], [0, 0]]
    assert "W-425" not in [each.code for each in truth.findings]


def test_a_mask_whose_box_differs_in_a_digit_is_an_object_of_its_own(tmp_path: Path) -> None:
    truth = folder(tmp_path, [("a", "cat", *CAT, 0)], [mask_row(0.1000001, *CAT[1:])])
    assert truth.segmentations.kinds.tolist() == [0, 1]
    assert next(each for each in truth.findings if each.code == "W-425").count == 1


def test_a_group_and_a_single_object_of_one_place_are_two(tmp_path: Path) -> None:
    truth = folder(tmp_path, [("a", "cat", *CAT, 0), ("a", "cat", *CAT, 1)], [mask_row(*CAT, group=1)])
    assert list(zip(truth.crowd.tolist(), truth.segmentations.kinds.tolist(), strict=True)) == [
        (0, 0),
        (1, 1),
    ]


def test_each_box_has_each_mask_of_its_place(tmp_path: Path) -> None:
    truth = folder(tmp_path, [("a", "cat", *CAT, 0)] * 2, [mask_row(*CAT)] * 2)
    assert len(truth) == 4


def test_a_refused_box_takes_its_mask_with_it(tmp_path: Path) -> None:
    table(tmp_path / "boxes.csv", BOXES, [("a", "cat", 0.5, 0.1, 0.2, 0.8, 0), ("a", "cat", *CAT, 0)])
    table(tmp_path / "masks.csv", MASKS, [mask_row(*CAT)])
    refused("E-122", tb.read_truth, tmp_path, geometry="masks")
    truth = tb.read_truth(tmp_path, geometry="masks", lenient=True)
    assert truth.segmentations.kinds.tolist() == [1]


def test_boxes_are_read_as_before_where_boxes_are_evaluated(tmp_path: Path) -> None:
    truth_folder(
        tmp_path, [("a", "cat", (0, 0, 10, 10), 0, area(0, 0, 10, 10)), ("a", "cat", (0, 0, 5, 5), 1, None)]
    )
    truth = tb.read_truth(tmp_path)
    assert (len(truth), truth.segmentations) == (2, None)


def test_a_folder_without_masks_says_what_to_do(tmp_path: Path) -> None:
    path = table(tmp_path / "boxes.csv", BOXES, [("a", "cat", *CAT, 0)])
    assert "geometry='boxes'" in refused("E-439", tb.read_truth, path, geometry="masks")


def test_a_folder_of_masks_alone_is_read_and_one_of_neither_refused(tmp_path: Path) -> None:
    (masks := tmp_path / "masks").mkdir()
    table(masks / "masks.csv", MASKS, [mask_row(*CAT)])
    assert len(tb.read_truth(masks, geometry="masks")) == 1
    (labels := tmp_path / "labels").mkdir()
    (labels / "labels.csv").write_text("ImageID,LabelName,Confidence\na,cat,1\n")
    said = refused("E-439", tb.read_truth, labels, format="openimages")
    assert "one file of boxes is expected, got none" in said
