"""Boxes of one place that come together in a class above: as pandas' outer merge of the kit joins them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from open_images_masks import area, found_file, truth_folder

import truebox as tb
from truebox.datasets import with_ancestors
from truebox.evaluation.protocols.open_images.repeated_boxes import each_with_each

TREE = {"LabelName": "root", "Subcategory": [{"LabelName": "animal", "Subcategory": [{"LabelName": "cat"}]}]}
BOX = (0, 0, 10, 10)


def read(folder: Path, objects: list) -> tb.Truth:
    truth_folder(folder, objects)
    (folder / "tree.json").write_text(json.dumps(TREE))
    return with_ancestors(tb.read_truth(folder, geometry="masks"))


def test_a_box_takes_the_mask_that_a_class_below_brings(tmp_path: Path) -> None:
    truth = read(tmp_path / "t", [("a", "cat", BOX, 0, area(*BOX)), ("a", "animal", BOX, 0, None)])
    assert truth.segmentations.kinds.tolist() == [1, 1, 0]
    joined = each_with_each(truth)
    assert joined.segmentations.kinds.tolist() == [1, 1, 1]


def test_two_boxes_and_two_masks_are_four_objects(tmp_path: Path) -> None:
    truth = read(
        tmp_path / "t", [("a", "cat", BOX, 0, area(*BOX)), ("a", "animal", BOX, 0, area(0, 0, 9, 9))]
    )
    assert (len(truth), len(each_with_each(truth))) == (3, 5)  # one cat, four animals


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_the_protocol_counts_them(tmp_path: Path) -> None:
    read(tmp_path / "t", [("a", "cat", BOX, 0, area(*BOX)), ("a", "animal", BOX, 0, area(0, 0, 9, 9))])
    found = found_file(tmp_path / "f.csv", [("a", "animal", 0.9, area(*BOX))])
    result = tb.evaluate(tmp_path / "t", found, protocol="open_images_challenge", geometry="masks")
    assert {each.name: each.truths for each in result.per_class} == {"cat": 1, "animal": 4}


def test_what_stands_alone_stays(tmp_path: Path) -> None:
    truth = read(tmp_path / "t", [("a", "cat", BOX, 0, area(*BOX)), ("b", "cat", BOX, 0, None)])
    assert each_with_each(truth) is truth
