"""Tables cut by rows, and the order of their texts."""

from __future__ import annotations

from pathlib import Path

import pytest

from truebox.datasets.pieces.table_cuts import cut_table, rows_of_table, texts_of_column

pyarrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_pieces_are_the_whole(tmp_path: Path, kind: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    table = pyarrow.table({"label": ["b", "a", None, "b", "c", "a", "d"], "score": list(range(7))})
    path = tmp_path / f"found.{kind}"
    if kind == "parquet":
        parquet.write_table(table, path, row_group_size=3)
    else:
        with pyarrow.OSFile(str(path), "wb") as sink, pyarrow.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=3)
    assert rows_of_table(path) == 7
    scores = []
    for piece in cut_table(path, tmp_path, 2):
        with pyarrow.memory_map(str(piece)) as stream:
            held = pyarrow.ipc.open_file(stream).read_all()
        assert held.num_rows <= 2
        scores += held.column("score").to_pylist()
    assert scores == list(range(7))
    assert [each for each in texts_of_column(path, "label") if each != "None"] == ["b", "a", "c", "d"]
    assert texts_of_column(path, "score") == []
