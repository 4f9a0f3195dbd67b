"""Match tables as data frames and files, and the errors where a library is missing."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from match_worlds import annotation, detection, scene, small_result

from truebox.errors import MissingExtraError
from truebox.evaluation import evaluate
from truebox.evaluation.matches.export import ColumnTable, Words

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def test_texts_as_image_ids() -> None:
    truth = scene([annotation(1, 1, (0, 0, 9, 9))])
    for entry in (*truth["images"], *truth["annotations"]):
        key = "image_id" if "image_id" in entry else "id"
        entry[key] = f"image {entry[key]}"
    found = [{**detection(1, 1, (0, 0, 9, 9), 0.5), "image_id": "image 1"}]
    columns = evaluate(truth, found, mode="corrected").matches.to_dict()["detections"]
    assert columns["image_id"] == ["image 1"]


def test_without_classes_there_is_no_class_column() -> None:
    table = small_result(class_agnostic=True).matches
    assert "class" not in table.to_dict()["detections"]


def test_an_error_column_is_shown_where_there_is_one() -> None:
    table = small_result().matches
    marked = replace(table, error=np.array([0, 1, 0, 1, 1], dtype=np.uint8), error_names=("none", "class"))
    assert marked.to_dict()["detections"]["error"] == ["none", "class", "none", "class", "class"]
    assert "error" not in table.to_dict()["detections"]


@pytest.mark.parametrize(
    ("package", "call"),
    [
        ("polars", lambda table: table.to_polars()),
        ("pandas", lambda table: table.to_pandas()),
        ("pyarrow", lambda table: table.to_parquet("unwritten.parquet")),
    ],
)
def test_a_missing_library_is_named(package, call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=rf"needs {package}.*pip install '{package}>="):
        call(small_result().matches)
    assert not Path("unwritten.parquet").exists()


def test_parquet_files(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="writes Parquet")
    table = small_result().matches
    table.to_parquet(tmp_path / "detections.parquet", tmp_path / "truths.parquet")
    read = parquet.read_table(tmp_path / "detections.parquet").to_pydict()
    assert read["score"] == table.detections.score.tolist()
    assert parquet.read_table(tmp_path / "truths.parquet").num_rows == 3


def test_the_length_of_a_table() -> None:
    assert len(ColumnTable({"word": Words(np.array([0, 0]), ["a"])})) == 2
    assert len(ColumnTable({})) == 0


def test_classes_that_share_a_name() -> None:
    pytest.importorskip("pandas")
    names = ("cat", "cat", "dog")
    table = ColumnTable({"class": Words(np.array([2, 1, 0]), names)})
    assert table.to_pandas()["class"].tolist() == table.to_dict()["class"] == ["dog", "cat", "cat"]
