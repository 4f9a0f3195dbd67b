"""Parquet and Arrow files into columns."""

from __future__ import annotations

import math

import pytest
from format_rounds import refused

import truebox as tb
from truebox.datasets.texts.arrow_table import names_of_arrow, read_arrow, read_arrow_rows, schema_notes

pyarrow = pytest.importorskip("pyarrow", reason="pyarrow reads Parquet and Arrow")
ipc = pytest.importorskip("pyarrow.ipc", reason="pyarrow reads Parquet and Arrow")
parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow reads Parquet and Arrow")

ROWS = {
    "image": ["a", None, "a"],
    "x": [1, None, 3],
    "bbox": [[1.0, 2, 3, 4], [0.0, 0, 0, 0], [5.0, 6, 7, 8]],
}


@pytest.fixture(params=["parquet", "arrow"])
def path(request, tmp_path):
    table = pyarrow.table(ROWS)
    file = tmp_path / f"boxes.{request.param}"
    if request.param == "parquet":
        parquet.write_table(table, file)
    else:
        with ipc.new_file(str(file), table.schema) as writer:
            writer.write_table(table)
    return file


def test_columns_and_lists(path):
    assert names_of_arrow(path) == ("image", "x", "bbox")
    table, boxes = read_arrow(path, {"image": "text", "x": "number"}, boxes="bbox")
    assert table.texts["image"].tolist() == ["a", "", "a"]
    assert table.numbers["x"].tolist()[::2] == [1, 3]
    assert math.isnan(table.numbers["x"][1])
    assert boxes.tolist() == ROWS["bbox"]
    assert table.place(2) == f"{path} row 2"
    assert read_arrow_rows(path)[1]["image"] is None


def test_other_types_are_refused(path):
    refused("E-430", read_arrow, path, {"image": "number"})
    refused("E-430", read_arrow, path, {"x": "number"}, boxes="x")
    refused("E-430", read_arrow, path, {"bbox": "text"})


def test_nulls_in_ids_and_boxes_of_other_lengths_are_refused(tmp_path):
    table = pyarrow.table({"image": [1, None], "bbox": [[1.0, 2, 3, 4], [1.0]]})
    parquet.write_table(table, tmp_path / "a.parquet")
    refused("E-424", read_arrow, tmp_path / "a.parquet", {"image": "text"})
    assert "row 1" in refused("E-120", read_arrow, tmp_path / "a.parquet", {}, boxes="bbox")


def test_dictionaries_and_large_strings(tmp_path):
    names = pyarrow.array(["a", "b", "a"])
    table = pyarrow.table({"d": names.dictionary_encode(), "l": names.cast(pyarrow.large_string())})
    parquet.write_table(table, tmp_path / "a.parquet", row_group_size=2)
    found, _ = read_arrow(tmp_path / "a.parquet", {"d": "text", "l": "text"})
    assert found.texts["d"].tolist() == found.texts["l"].tolist() == ["a", "b", "a"]


def test_a_truncated_file_is_refused(path):
    path.write_bytes(path.read_bytes()[:-20])
    refused("E-430", tb.read_truth, path, format="table")


def test_notes_of_the_schema(tmp_path):
    table = pyarrow.table({"a": [1]}).replace_schema_metadata({b"k": b"v"})
    parquet.write_table(table, tmp_path / "a.parquet")
    assert schema_notes(tmp_path / "a.parquet")[b"k"] == b"v"
