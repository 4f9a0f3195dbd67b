"""Images and classes of a table in pieces are those of the whole, or there is no such frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from truebox.datasets import NotInPiecesError, read_truth, truth_pieces

pyarrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")


def _written(path: Path, **columns: Any) -> Path:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    count = len(columns["image"])
    boxes = {"x1": [1.0] * count, "y1": [2.0] * count, "x2": [30.0] * count, "y2": [40.0] * count}
    parquet.write_table(pyarrow.table({**columns, **boxes}), path)
    return path


@pytest.mark.parametrize(
    "columns",
    [
        {"image": ["b.jpg", "a.jpg", "b.jpg", "c.jpg"], "label": ["dog", "cat", "cat", "ant"]},
        {"image": [9, 2, 9, 5], "label": [7, 3, 3, 1]},
        {"image": ["b", "a", "b", "c"], "label": ["7", "12", "12", "3"]},
        {
            "image": [1, 2, 3, 1],
            "label": ["x"] * 4,
            "image_width": [5, 6, 7, 5],
            "image_height": [8, 8, 9, 8],
        },
    ],
)
@pytest.mark.parametrize("rows", [1, 2, 10])
def test_the_frame_is_that_of_the_whole(tmp_path: Path, columns: dict[str, Any], rows: int) -> None:
    path = _written(tmp_path / "truth.parquet", **columns)
    pieces, whole = truth_pieces(path), read_truth(path)
    assert pieces is not None
    frame = pieces.frame(rows)
    assert frame.images.ids.tolist() == whole.images.ids.tolist()
    assert list(frame.images.file_names) == list(whole.images.file_names)
    assert frame.images.sizes.tolist() == whole.images.sizes.tolist()
    assert frame.categories.names == whole.categories.names
    assert frame.categories.ids.tolist() == whole.categories.ids.tolist()
    assert (frame.categories.numbered, frame.categories.listed) == (whole.categories.numbered, False)
    found = list(pieces.read(frame, rows))
    assert [value for each in found for value in each.category.tolist()] == whole.category.tolist()
    assert [value for each in found for value in each.ids.tolist()] == whole.ids.tolist()


@pytest.mark.parametrize(
    "columns",
    [
        {"image": ["a.jpg", "a.png"], "label": ["x", "x"]},  # both names stay as they are in the whole
        {"image": ["a", "b"], "label": ["7", "x"]},  # the whole has names, the first piece numbers
        {"image": [1, 1], "label": ["x", "x"], "image_width": [5, 6], "image_height": [8, 8]},
    ],
)
def test_what_the_whole_decides_has_no_frame(tmp_path: Path, columns: dict[str, Any]) -> None:
    pieces = truth_pieces(_written(tmp_path / "truth.parquet", **columns))
    assert pieces is not None
    with pytest.raises(NotInPiecesError):
        pieces.frame(1)
