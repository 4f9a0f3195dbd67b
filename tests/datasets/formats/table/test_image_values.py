"""The column of images is known by what it holds, whatever it is called."""

from __future__ import annotations

import pytest

from truebox.datasets import image_columns, read_truth

_ROWS = [("a.jpg", "p7", "wet"), ("a.jpg", "p7", "dry"), ("b.jpg", "p8", "dry")]


def test_it_may_have_been_named_by_an_option(tmp_path):
    path = tmp_path / "truth.csv"
    rows = [f"{patient},{image},cat,1,1,5,5,{weather}" for image, patient, weather in _ROWS]
    path.write_text("\n".join(["patient,shot,label,x1,y1,x2,y2,weather", *rows]) + "\n")
    found = image_columns(read_truth(path, columns={"image": "shot"}))
    assert found["patient"] == ["p7", "p8"]
    assert not {"shot", "weather"} & set(found)


def test_of_parquet_too(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = dict(zip(("image", "patient", "weather"), map(list, zip(*_ROWS, strict=True)), strict=True))
    box = {"label": ["cat"] * 3, "x1": [1.0] * 3, "y1": [1.0] * 3, "x2": [5.0] * 3, "y2": [5.0] * 3}
    path = tmp_path / "truth.parquet"
    parquet.write_table(arrow.table(columns | box | {"take": [4, 4, 5]}), path)
    found = image_columns(read_truth(path))
    assert (found["patient"], found["take"]) == (["p7", "p8"], ["4", "5"])
    assert "weather" not in found
