"""Parquet and Arrow files into columns."""

from __future__ import annotations

import math
import random
import struct

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


def patched(path, table, held, lie):
    """The table as an Arrow file in which the bytes `held`, that occur once, are replaced."""
    with ipc.new_file(str(path), table.schema) as writer:
        writer.write_table(table)
    data = path.read_bytes()
    assert data.count(held) == 1
    path.write_bytes(data.replace(held, lie))
    return path


@pytest.mark.parametrize("code", [-1, 3, 0x70000000])
def test_codes_beyond_the_dictionary_are_refused(tmp_path, code):
    """A code of -1 would be read as the last class: a wrong number that looks right."""
    codes = pyarrow.array([0, 1, 2, 1], pyarrow.int32())
    labels = pyarrow.DictionaryArray.from_arrays(codes, pyarrow.array(["cat", "dog", "cow"]))
    held, lie = struct.pack("<4i", 0, 1, 2, 1), struct.pack("<4i", code, 1, 2, 1)
    path = patched(tmp_path / "a.arrow", pyarrow.table({"label": labels}), held, lie)
    assert "write or copy the file again" in refused("E-430", read_arrow, path, {"label": "text"})
    refused("E-430", read_arrow_rows, path)


@pytest.mark.parametrize(
    "offsets",
    [(0, 3, 6, 0x7FFFFFF0), (0x70000000, 0x70000003, 0x70000006, 0x70000009), (0, -2000000000, 6, 9)],
)
def test_offsets_that_lie_are_refused(tmp_path, offsets):
    """They led out of the file's memory, and the process ended."""
    table = pyarrow.table({"label": ["cat", "dog", "cow"]})
    path = patched(tmp_path / "a.arrow", table, struct.pack("<4i", 0, 3, 6, 9), struct.pack("<4i", *offsets))
    refused("E-430", read_arrow, path, {"label": "text"})
    refused("E-430", read_arrow_rows, path)


def test_no_changed_byte_ends_in_another_error(tmp_path):
    rng = random.Random(7)
    labels = pyarrow.array(["cat", "dog", "cat"])
    columns = {
        "label": labels,
        "kind": labels.dictionary_encode(),
        "x": [1.0, 2.0, 3.0],
        "box": [[1.0, 2, 3, 4]] * 3,
    }
    table = pyarrow.table(columns)
    path = tmp_path / "a.arrow"
    with ipc.new_file(str(path), table.schema) as writer:
        writer.write_table(table)
    good = path.read_bytes()
    read = refused = 0
    for _ in range(300):
        data = bytearray(good)
        for at in rng.sample(range(8, len(good)), rng.choice((1, 2, 5))):
            data[at] = rng.choice((0, 128, 255))
        path.write_bytes(data)
        try:
            if {"label", "kind", "x", "box"} <= {*names_of_arrow(path)}:
                read_arrow(path, {"label": "text", "kind": "text", "x": "number"}, boxes="box")
                read += 1
        except tb.errors.InputError:
            refused += 1
    assert min(read, refused) > 30
