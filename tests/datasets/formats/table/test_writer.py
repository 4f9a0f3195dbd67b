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
