"""Tables of partners in every form of a data frame."""

from __future__ import annotations

from pathlib import Path

import pytest

import truebox as tb

BOX = [10.0, 20.0, 30.0, 40.0]


def tables() -> tb.evaluation.PartnerTables:
    truth = {"frames": [1, 2], "ids": [7, 7], "boxes": [BOX] * 2}
    found = {"frames": [2], "ids": [5], "boxes": [BOX]}
    return tb.tracking.evaluate(truth, found, fit_test=False).matches


def test_it_says_how_many() -> None:
    assert repr(tables()) == "<PartnerTables 1 detections, 2 truths>"


def test_frames_of_pandas_hold_what_lists_hold() -> None:
    pytest.importorskip("pandas")
    detections, truths = tables().to_pandas()
    assert detections["matched_truth"].tolist() == [1]
    assert truths["outcome"].tolist() == tables().to_dict()["truths"]["outcome"] == ["missed", "found"]
    assert truths["matched_detection"].isna().tolist() == [True, False]


def test_frames_of_polars_hold_what_lists_hold() -> None:
    pytest.importorskip("polars")
    detections, truths = tables().to_polars()
    assert truths["matched_detection"].to_list() == [None, 0]
    assert detections.columns[:4] == ["sequence", "frame", "id", "class"]


def test_files_hold_what_lists_hold(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    tables().to_parquet(tmp_path / "found.parquet", tmp_path / "truth.parquet")
    assert parquet.read_table(tmp_path / "truth.parquet").to_pydict() == tables().to_dict()["truths"]
    assert parquet.read_table(tmp_path / "found.parquet").num_rows == 1
