"""Rows of metadata files of every kind."""

from __future__ import annotations

import json

import pytest
from format_rounds import refused

import truebox as tb

ROW = {"file_name": "a.jpg", "objects": {"bbox": [[1, 2, 3, 4]], "category": [1]}}


def test_a_folder_stands_for_its_metadata(tmp_path):
    (tmp_path / "train").mkdir()
    (tmp_path / "train" / "metadata.jsonl").write_text(json.dumps(ROW) + "\n")
    assert tb.read_truth(tmp_path, box_format="xywh").source.format == "huggingface"
    (tmp_path / "val").mkdir()
    (tmp_path / "val" / "metadata.jsonl").write_text(json.dumps(ROW) + "\n")
    assert '"train", "val"' in refused("E-415", tb.read_truth, tmp_path, box_format="xywh")


def test_cells_of_csv_are_json(tmp_path):
    path = tmp_path / "metadata.csv"
    cell = json.dumps(ROW["objects"]).replace('"', '""')
    path.write_text(f'file_name,width,height,objects\na.jpg,10,20,"{cell}"\nb.jpg,,,\n')
    truth = tb.read_truth(path, box_format="xywh", classes=["cat", "dog"])
    assert (truth.boxes.tolist(), truth.images.ids.tolist()) == ([[1, 2, 3, 4]], ["a", "b"])
    assert (truth.images.sizes.tolist(), truth.category.tolist()) == ([[10, 20], [0, 0]], [1])
    path.write_text('file_name,objects\na.jpg,"{""bbox"": ["\n')
    assert "metadata.csv line 2 objects" in refused("E-104", tb.read_truth, path, box_format="xywh")


def test_parquet_names_its_classes(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="pyarrow reads Parquet")
    from pyarrow import parquet

    # As `datasets` stores its features: key "huggingface" of the schema.
    features = {"objects": {"feature": {"category": {"names": ["cat", "dog"], "_type": "ClassLabel"}}}}
    table = pyarrow.Table.from_pylist([ROW, {"file_name": "b.jpg", "objects": {"bbox": [], "category": []}}])
    table = table.replace_schema_metadata(
        {b"huggingface": json.dumps({"info": {"features": features}}).encode()}
    )
    parquet.write_table(table, tmp_path / "metadata.parquet")
    truth = tb.read_truth(tmp_path, box_format="xyxy")
    assert (truth.boxes.tolist(), truth.categories.names) == ([[1, 2, 2, 2]], ("cat", "dog"))
    assert truth.images.ids.tolist() == ["a", "b"]


def test_a_broken_line_is_named(tmp_path):
    path = tmp_path / "metadata.jsonl"
    path.write_text(json.dumps(ROW) + '\n{"file_name": "b.jpg", "objects": \n')
    assert "metadata.jsonl line 2" in refused("E-104", tb.read_truth, path, box_format="xywh")


def test_no_metadata(tmp_path):
    (tmp_path / "a.txt").write_text("x")
    refused("E-101", tb.read_truth, tmp_path, format="huggingface")
