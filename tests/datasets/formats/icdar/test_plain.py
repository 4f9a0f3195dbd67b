"""Detections of plain lines are read as columns: the records are those of the reader of lines."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from truebox import read_predictions
from truebox.datasets.formats.icdar import reader


def _read(folder: Path, geometry: str) -> list[object]:
    side = read_predictions(folder, format="icdar", geometry=geometry)
    held = side.segmentations
    columns = (
        (held.kinds, held.sizes, held.text_offsets, held.numbers, held.part_offsets, held.row_offsets)
        if held
        else ()
    )
    names = side.image.names, side.category.names, side.image.tolist(), side.category.tolist(), side.boxed
    return [
        *names,
        side.boxes.tolist(),
        side.scores.tolist(),
        *((each.dtype, each.tolist()) for each in columns),
    ]


@pytest.mark.parametrize("geometry", ["rotated", "boxes"])
@pytest.mark.parametrize("score", ["", ",0.25", ",1", ",7"])
def test_columns_and_lines_give_the_same_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, geometry: str, score: str
) -> None:
    chance = np.random.default_rng(2)
    for k in range(9):
        rows = chance.integers(-20, 300, (k % 4, 8)).tolist()
        text = "\r\n".join(",".join(map(str, row)) + score for row in rows)
        (tmp_path / f"res_img_{k}.txt").write_text(text)
    columns = _read(tmp_path, geometry)
    asked = []
    monkeypatch.setattr(reader, "plain_predictions", lambda *each: asked.append(each))

    assert _read(tmp_path, geometry) == columns
    assert asked


def test_a_transcription_is_no_score(tmp_path: Path) -> None:
    (tmp_path / "res_img_1.txt").write_text("1,1,5,1,5,3,1,3,0.5\n1,1,5,1,5,3,1,3,word\n")

    assert read_predictions(tmp_path, format="icdar").scores.tolist() == [1.0, 1.0]
