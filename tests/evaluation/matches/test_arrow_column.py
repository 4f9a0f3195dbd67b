"""Columns survive the way through the Arrow interface, as polars reads them."""

from __future__ import annotations

import gc
import threading
from typing import Any

import numpy as np
import pytest

from truebox._native import arrow
from truebox.evaluation.matches.arrow_column import arrow_column, arrow_struct, python_values

polars = pytest.importorskip("polars", reason="reads Arrow streams")


class Table:
    def __init__(self, *columns: arrow.Column, length: int) -> None:
        self._struct = arrow_struct(list(columns), length)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return arrow.stream_of(self._struct)


def through(column: arrow.Column, length: int) -> Any:
    frame = polars.DataFrame(Table(column, length=length))
    return frame[frame.columns[0]]


@pytest.mark.parametrize(
    "values",
    [
        np.array([1.5, -2.0, np.inf]),
        np.array([1, 2, 3], dtype=np.float32),
        np.array([7, -7], dtype=np.int32),
        np.array([2**40], dtype=np.int64),
        np.array([2**63], dtype=np.uint64),
        np.array([0, 255], dtype=np.uint8),
        np.array([True, False] * 5 + [True]),
        np.array([], dtype=np.float64),
        np.arange(12.0)[::3],
    ],
    ids=lambda values: f"{values.dtype}-{len(values)}",
)
def test_numbers(values: np.ndarray) -> None:
    series = through(arrow_column("x", values), len(values))
    assert series.name == "x"
    assert series.to_list() == values.tolist()


def test_negative_indices_are_null() -> None:
    values = np.array([3, -1, 0, -1, 5, 1, 2, 3, -1], dtype=np.int32)
    assert through(arrow_column("x", values, nullable=True), 9).to_list() == python_values(
        values, nullable=True
    )
    rows = values.reshape(3, 3)
    assert through(arrow_column("x", rows, nullable=True), 3).to_list() == [
        [3, None, 0],
        [None, 5, 1],
        [2, 3, None],
    ]
    assert python_values(rows, nullable=True) == [[3, None, 0], [None, 5, 1], [2, 3, None]]


def test_words() -> None:
    names = ["", "zwölf", "=1+1"]
    indices = np.array([2, 1, 1, 0], dtype=np.uint8)
    assert through(arrow_column("word", indices, names), 4).to_list() == ["=1+1", "zwölf", "zwölf", ""]
    assert through(arrow_column("word", indices[:0], []), 0).to_list() == []
    assert python_values(indices, names) == ["=1+1", "zwölf", "zwölf", ""]


def test_buffers_outlive_their_table() -> None:
    frame = polars.DataFrame(Table(arrow_column("x", np.arange(100_000)), length=100_000))
    gc.collect()
    assert int(frame["x"].sum()) == 4_999_950_000


def test_unread_streams_and_other_threads_let_go() -> None:
    table = Table(arrow_column("x", np.arange(1000)), length=1000)
    assert table.__arrow_c_stream__() is not None  # a capsule that nobody reads
    frames = [polars.DataFrame(table)]
    worker = threading.Thread(target=frames.clear)
    worker.start()
    worker.join()
    assert frames == []
