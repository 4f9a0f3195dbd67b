"""Files of predictions in pieces: the rows of the whole, in their order, and its refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox.datasets import prediction_pieces, read_predictions, read_truth
from truebox.errors import InputError

ROWS = 250


def _rows() -> list[dict[str, Any]]:
    chance = np.random.default_rng(2)
    return [
        {
            "image_id": int(chance.integers(1, 9)),
            "category_id": 1,
            "bbox": [float(row), 1.5, 2.0, 3.0],
            "score": row / ROWS,
            "note": 'a "}]," in a text \\',
        }
        for row in range(ROWS)
    ]


def _truth() -> Any:
    return read_truth(
        {
            "images": [{"id": each} for each in range(1, 9)],
            "annotations": [],
            "categories": [{"id": 1, "name": "cat"}],
        }
    )


def _texts(rows: list[dict[str, Any]]) -> dict[str, str]:
    plain = json.dumps(rows)
    return {
        "plain": plain,
        "indented": json.dumps(rows, indent=2) + "\n",
        "tight": json.dumps(rows, separators=(",", ":")),
        "blanks": " \n" + plain.replace("}, {", "}\t ,\r\n{") + "\n\n",
    }


@pytest.mark.parametrize("name", ["plain", "indented", "tight", "blanks"])
@pytest.mark.parametrize("rows", [1, 7, 100, 100_000])
def test_pieces_of_json_are_the_whole_in_order(tmp_path: Path, name: str, rows: int) -> None:
    path = tmp_path / "found.json"
    path.write_text(_texts(_rows())[name])
    pieces = prediction_pieces(path)
    assert pieces is not None
    found = list(pieces.read(_truth(), rows))
    whole = read_predictions(path)
    assert (len(found) > 1) == (rows < ROWS)
    assert np.array_equal(np.concatenate([each.boxes for each in found]), whole.boxes)
    assert np.array_equal(np.concatenate([each.scores for each in found]), whole.scores)
    assert [each for piece in found for each in piece.image.tolist()] == whole.image.tolist()


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_pieces_of_tables_are_the_whole_in_order(tmp_path: Path, kind: str) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet needs pyarrow")
    rows = _rows()
    table = pyarrow.table(
        {
            "image_id": [each["image_id"] for each in rows],
            "category_id": [each["category_id"] for each in rows],
            **{name: [each["bbox"][at] for each in rows] for at, name in enumerate(("x", "y", "w", "h"))},
            "score": [each["score"] for each in rows],
        }
    )
    path = tmp_path / f"found.{kind}"
    if kind == "parquet":
        parquet.write_table(table, path, row_group_size=60)
    else:
        with pyarrow.OSFile(str(path), "wb") as sink, pyarrow.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table, max_chunksize=60)
    pieces = prediction_pieces(path)
    assert pieces is not None
    assert pieces.rows == ROWS
    found = list(pieces.read(_truth(), 40))
    whole = read_predictions(path)
    assert len(found) > 4
    assert np.array_equal(np.concatenate([each.boxes for each in found]), whole.boxes)
    assert [each for piece in found for each in piece.image.tolist()] == whole.image.tolist()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-1],
        lambda text: text[:-30],
        lambda text: text.replace("}, {", "} {", 100).replace("} {", "}, {", 99),
        lambda text: text[:-1] + ",]",
        lambda text: text + "]",
        lambda text: text.replace('"bbox": [200.0', '"bbox": ["x"'),
        lambda text: text.replace('"image_id"', '"picture"', 150).replace('"picture"', '"image_id"', 149),
    ],
)
def test_what_is_wrong_anywhere_is_refused_by_the_name_of_the_file(tmp_path: Path, spoil: Any) -> None:
    path = tmp_path / "found.json"
    path.write_text(spoil(json.dumps(_rows())))
    pieces = prediction_pieces(path)
    assert pieces is not None
    with pytest.raises(InputError) as refused:
        list(pieces.read(_truth(), 20))
    assert refused.value.place.startswith(str(path))
    with pytest.raises(InputError) as of_whole:
        read_predictions(path)
    assert refused.value.code == of_whole.value.code
    assert refused.value.row == of_whole.value.row


def test_an_empty_list_is_one_piece_without_rows(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    path.write_text("[]")
    pieces = prediction_pieces(path, format="coco")
    assert pieces is not None
    assert [len(each) for each in pieces.read(_truth(), 10)] == [0]


def test_other_files_cannot_be_cut(tmp_path: Path) -> None:
    path = tmp_path / "found.csv"
    path.write_text("image,label,x1,y1,x2,y2,score\na,cat,1,1,2,2,0.5\n")
    assert prediction_pieces(path) is None
    assert prediction_pieces(tmp_path) is None
