"""Outlines of plain lines are read as columns: the records are those of the readers of lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox import read_predictions
from truebox.datasets.formats.ctw1500 import reader as ctw1500
from truebox.datasets.formats.total_text import reader as total_text

READERS: dict[str, Any] = {"ctw1500": ctw1500, "total-text": total_text}


def columns(folder: Path, form: str, geometry: Any) -> list[object]:
    side = read_predictions(folder, format=form, geometry=geometry)
    held = side.segmentations
    shapes = (
        (
            held.kinds,
            held.sizes,
            held.text,
            held.text_offsets,
            held.numbers,
            held.part_offsets,
            held.row_offsets,
        )
        if held
        else ()
    )
    return [
        *(side.image.names, side.category.names, side.image.tolist(), side.category.tolist(), side.boxed),
        *(str(side.boxes.tolist()), side.scores.tolist(), side.findings, dict(side.attributes)),
        *((each.dtype, each.tolist()) for each in shapes),
    ]


def write(folder: Path, form: str, between: str = ",") -> None:
    chance = np.random.default_rng(3)
    for k in range(9):
        rows = [chance.integers(-20, 300, 2 * count).tolist() for count in chance.integers(3, 20, k % 4)]
        rows += [["0.0", "5", "-0.0", "0.0", "9", "-0.0"], ["-0.0", "5", "0.0", "-0.0", "9", "0.0"]]
        name = f"img{k}.txt" if form == "total-text" else f"{1000 + k:07}.txt"
        (folder / name).write_text("".join(between.join(map(str, row)) + "\r\n" for row in rows))


@pytest.mark.parametrize("form", READERS)
@pytest.mark.parametrize("geometry", ["rotated", "boxes", "masks"])
@pytest.mark.parametrize("between", [",", ", "])
def test_columns_and_lines_give_the_same_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, geometry: str, between: str
) -> None:
    write(tmp_path, form, between)
    quick = columns(tmp_path, form, geometry)
    asked: list[Any] = []
    made = READERS[form].outline_predictions

    def never(*given: Any, **named: Any) -> None:
        asked.append(made(*given, **named))

    monkeypatch.setattr(READERS[form], "outline_predictions", never)
    assert columns(tmp_path, form, geometry) == quick
    (read,) = asked
    assert len(read) == len(quick[6])  # type: ignore[arg-type]
    assert "-0.0" in str(quick[5])


@pytest.mark.parametrize("line", ["1,2,3,4", "1,2,3,4,5,6,7", "1,2,3,4,5,1e300"])
def test_what_the_reader_of_lines_judges_is_left_to_it(tmp_path: Path, line: str) -> None:
    from truebox.datasets.columns.plain.outlines import outline_predictions
    from truebox.datasets.options import ReadOptions
    from truebox.records import Source

    (tmp_path / "img1.txt").write_text(f"1,2,3,4,5,6\n{line}\n")
    files, source = [tmp_path / "img1.txt"], Source("a", "b", "c")
    assert outline_predictions(files, ["img1"], "text", source, ReadOptions(geometry="rotated")) is None
