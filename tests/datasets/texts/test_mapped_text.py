"""A file cut while it is mapped: what is gone reads as zeros and is noticed, and the process goes on."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import numpy as np
import pytest

from truebox.datasets.formats.coco.truth_cuts import cut_truth, members_of_truth
from truebox.datasets.pieces.prediction_pieces import prediction_pieces
from truebox.datasets.pieces.table_cuts import cut_table, texts_of_column
from truebox.datasets.texts.mapped_text import MappedText
from truebox.datasets.texts.not_in_pieces import NotInPiecesError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="named pipes of POSIX")
FEW = 1000


def test_what_is_gone_reads_as_zeros(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"x" * (1 << 20))
    with MappedText(path) as text:
        text.require_unchanged()
        os.truncate(path, FEW)
        assert text[-5:] == bytes(5)
        assert text.find(b"y") == -1
        with pytest.raises(NotInPiecesError):
            text.require_unchanged()


def test_a_file_written_over_is_noticed(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"abc")
    with MappedText(path) as text:
        with open(path, "r+b") as file:
            file.write(b"xyz")
        os.utime(path, ns=(1, 1))
        with pytest.raises(NotInPiecesError):
            text.require_unchanged()


def test_views_keep_the_memory(tmp_path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"abc" * 9000)
    with MappedText(path) as text:
        seen = np.frombuffer(text, np.uint8)
    del text
    os.truncate(path, 0)
    assert set(seen.tolist()) <= {0, *b"abc"}


def test_an_empty_file_and_none_are_not_mapped(tmp_path):
    (tmp_path / "a.txt").touch()
    with pytest.raises(ValueError, match=re.escape("cannot mmap an empty file")):
        MappedText(tmp_path / "a.txt")
    with pytest.raises(FileNotFoundError):
        MappedText(tmp_path / "b.txt")


def of_predictions(folder: Path) -> tuple[Path, object]:
    path = folder / "a.json"
    row = {"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}
    path.write_text(json.dumps([row] * 40_000))
    pieces = prediction_pieces(path)
    assert pieces is not None
    return path, pieces.read(None, 2000)


def of_truth(folder: Path) -> tuple[Path, object]:
    path = folder / "a.json"
    row = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "area": 12, "iscrowd": 0}
    path.write_text(json.dumps({"images": [{}], "categories": [{}], "annotations": [row] * 40_000}))
    members = members_of_truth(path)
    assert members is not None
    return path, cut_truth(path, members, b"annotations", folder, 1 << 18)


def arrow(folder: Path, chunk: int) -> Path:
    pyarrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    table = pyarrow.table({"score": np.arange(200_000.0), "label": ["a"] * 200_000})
    path = folder / "a.arrow"
    with pyarrow.OSFile(str(path), "wb") as sink, pyarrow.ipc.new_file(sink, table.schema) as writer:
        for batch in table.to_batches(max_chunksize=chunk):
            writer.write_batch(batch)
    return path


def of_batches(folder: Path) -> tuple[Path, object]:
    path = arrow(folder, 20_000)
    return path, cut_table(path, folder, 7000)


def of_one_batch(folder: Path) -> tuple[Path, object]:
    path = arrow(folder, 200_000)
    return path, cut_table(path, folder, 7000)


@pytest.mark.parametrize("begun", [of_predictions, of_truth, of_batches, of_one_batch])
def test_a_file_cut_between_two_pieces_is_not_read_on(tmp_path, begun):
    path, pieces = begun(tmp_path)
    next(pieces)
    next(pieces)
    os.truncate(path, FEW)
    with pytest.raises(NotInPiecesError):
        list(pieces)


def test_the_pieces_of_a_table_hold_all_its_rows(tmp_path):
    pyarrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    found = []
    for piece in cut_table(arrow(tmp_path, 20_000), tmp_path, 7000):
        with pyarrow.OSFile(str(piece), "rb") as stream:
            found += pyarrow.ipc.open_file(stream).read_all().column("score").to_pylist()
        piece.unlink()
    assert found == list(range(200_000))
    assert texts_of_column(tmp_path / "a.arrow", "label") == ["a"]
