"""Records as tables."""

from __future__ import annotations

import pytest
from format_rounds import check_round

import truebox as tb
from truebox.datasets.formats.table.format import FORMAT


@pytest.mark.parametrize("name", ["boxes.csv", "boxes.tsv", "boxes.parquet", "boxes.arrow"])
def test_written_tables_come_back(tmp_path, name):
    if name.endswith(("parquet", "arrow")):
        pytest.importorskip("pyarrow", reason="pyarrow reads and writes Parquet and Arrow")
    check_round("table", tmp_path, name)


def test_flags_areas_and_odd_names_survive(tmp_path):
    image = {
        "boxes": [[0, 0, 5.1, 10.3], [1, 1, 2, 2]],
        "labels": ['a "cat", wet', "d\nog"],
        "iscrowd": [1, 0],
        "area": [0.1, 3.0],
        "file_name": "x;y.jpg",
    }
    truth = tb.read_truth([image])
    FORMAT.write_truth(truth, tmp_path / "t.csv")
    again = tb.read_truth(tmp_path / "t.csv")
    assert again.categories.names == ('a "cat", wet', "d\nog")
    assert (again.area.tolist(), again.crowd.tolist()) == ([0.1, 3.0], [1, 0])
    assert again.boxes.tolist() == truth.boxes.tolist()


@pytest.mark.parametrize("name", ["boxes.csv", "boxes.tsv", "boxes.parquet", "boxes.arrow"])
def test_images_without_objects_are_kept(tmp_path, name):
    if name.endswith(("parquet", "arrow")):
        pytest.importorskip("pyarrow", reason="pyarrow reads and writes Parquet and Arrow")
    size = {"width": 640, "height": 480}
    box = {"boxes": [[0, 0, 5.1, 10.3]], "labels": ["cat"], "iscrowd": [1], **size}
    named = {name: {"image_id": name, "file_name": f"{name}.jpg"} for name in "ab"}
    truth = tb.read_truth([box | named["a"], {"boxes": [], "labels": [], **size, **named["b"]}])
    assert FORMAT.write_truth(truth, tmp_path / name) == ()
    again = tb.read_truth(tmp_path / name)
    assert list(again.images.file_names) == ["a.jpg", "b.jpg"]
    assert again.images.sizes.tolist() == [[640, 480]] * 2
    assert (len(again), again.crowd.tolist(), again.categories.names) == (1, [1], ("cat",))


def test_a_truth_of_empty_images_alone_comes_back(tmp_path):
    FORMAT.write_truth(tb.read_truth([{"boxes": [], "labels": [], "file_name": "b.jpg"}]), tmp_path / "t.csv")
    again = tb.read_truth(tmp_path / "t.csv")
    assert (list(again.images.file_names), len(again)) == (["b.jpg"], 0)
