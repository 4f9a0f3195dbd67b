"""NumPy archives."""

from __future__ import annotations

import numpy as np
import pytest
from format_rounds import check_round, refused

import truebox as tb

COLUMNS = {
    "image": np.array(["a.jpg", "b.jpg"]),
    "boxes": np.array([[1.0, 2, 3, 4], [5, 6, 7, 9]]),
    "labels": np.array([3, 3]),
}


def saved(tmp_path, **changes):
    columns = {name: column for name, column in (COLUMNS | changes).items() if column is not None}
    np.savez(tmp_path / "truth.npz", **columns)
    return tmp_path / "truth.npz"


def test_arrays_are_columns(tmp_path):
    truth = tb.read_truth(saved(tmp_path), box_format="xyxy")
    assert truth.boxes.tolist() == [[1, 2, 2, 2], [5, 6, 2, 3]]
    assert (truth.images.ids.tolist(), truth.category.tolist()) == (["a", "b"], [3, 3])


def test_the_archive_can_say_its_box_format(tmp_path):
    path = saved(tmp_path, box_format=np.array("cxcywh"))
    assert tb.read_truth(path).boxes[0].tolist() == [-0.5, 0, 3, 4]


def test_nothing_is_guessed(tmp_path):
    message = refused("E-423", tb.read_truth, saved(tmp_path))
    assert "as xyxy: possible" in message


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"labels": None}, "no array labels"),
        ({"boxes": np.zeros((2, 5))}, "(2, 5)"),
        ({"image": np.array(["a"])}, "2 boxes"),
        ({"boxes": np.array([["a"] * 4] * 2)}, "need numbers"),
        ({"image": np.array([{}, {}], dtype=object)}, "allow_pickle"),
        ({"labels": np.array([1.5, 2])}, "whole numbers"),
    ],
)
def test_wrong_arrays_are_refused(tmp_path, changes, word):
    assert word in refused("E-428", tb.read_truth, saved(tmp_path, **changes), box_format="xyxy")


def test_numbers_that_are_none_are_refused(tmp_path):
    boxes = np.array([[1.0, 2, 3, 4], [5, np.inf, 7, 9]])
    assert "row 1" in refused("E-121", tb.read_truth, saved(tmp_path, boxes=boxes), box_format="xywh")


def test_a_truncated_archive_is_refused(tmp_path):
    path = saved(tmp_path)
    path.write_bytes(path.read_bytes()[:300])
    refused("E-428", tb.read_truth, path, box_format="xyxy")


def test_an_archive_out_of_proportion_is_refused(tmp_path):
    np.savez_compressed(tmp_path / "bomb.npz", boxes=np.zeros(20_000_000))
    assert "grows to" in refused("E-428", tb.read_truth, tmp_path / "bomb.npz", box_format="xyxy")


def test_written_archives_come_back(tmp_path):
    check_round("npz", tmp_path, "boxes.npz")
