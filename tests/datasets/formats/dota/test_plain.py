"""Detections of plain lines are read as columns: the records are those of the reader of lines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from truebox import read_predictions
from truebox.datasets.formats.dota import reader


def columns(folder: Path, geometry: Any) -> list[object]:
    side = read_predictions(folder, format="dota", geometry=geometry)
    held = side.segmentations
    shapes = (held.kinds, held.numbers, held.part_offsets, held.row_offsets) if held else ()
    return [
        *(side.image.names, side.category.names, side.image.tolist(), side.category.tolist(), side.boxed),
        *(str(side.boxes.tolist()), side.scores.tolist(), side.findings),
        *((each.dtype, each.tolist()) for each in (*shapes, *side.attributes.values())),
    ]


def write(folder: Path, task: int, *, chance: np.random.Generator) -> None:
    for label, count in (("plane", 5), ("ship", 0), ("small-vehicle", 9)):
        rows = [
            [f"P{chance.integers(9):04}", f"{chance.random():.4f}"]
            + [f"{value:.1f}" for value in np.sort(chance.uniform(-9, 900, 8 if task == 1 else 4))]
            for _ in range(count)
        ]
        if task == 1 and count:
            rows += [f"P1 0.5 {zeros}".split() for zeros in ("0.0 1 9 1 -0.0 9 1 9", "-0.0 1 9 1 0.0 9 1 9")]
        text = "".join(" ".join(row) + "\n" for row in rows)
        (folder / f"Task{task}_{label}.txt").write_text(text)


@pytest.mark.parametrize(("task", "geometry"), [(1, "rotated"), (1, "boxes"), (1, "masks"), (2, "boxes")])
def test_columns_and_lines_give_the_same_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, task: int, geometry: str
) -> None:
    write(tmp_path, task, chance=np.random.default_rng(task))
    quick = columns(tmp_path, geometry)
    asked: list[Any] = []
    made = reader.plain_predictions

    def never(*given: Any) -> None:
        asked.append(made(*given))

    monkeypatch.setattr(reader, "plain_predictions", never)
    assert columns(tmp_path, geometry) == quick
    (read,) = asked
    assert len(read) == (18 if task == 1 else 14)


@pytest.mark.parametrize(
    "line",
    [
        "P1 0.5 9 9 1 1",  # upright and inside out
        "P1 0.5 1 1 9 9 5",
        "P1 0.5 1 1 9 1 9 9 1 1e300",
    ],
)
def test_what_the_reader_of_lines_judges_is_left_to_it(tmp_path: Path, line: str) -> None:
    from truebox.datasets.formats.dota.plain import plain_predictions
    from truebox.datasets.options import ReadOptions
    from truebox.records import Source

    file = tmp_path / "Task1_plane.txt"
    file.write_text(line + "\n")
    assert plain_predictions([file], ["plane"], Source("a", "dota", "c"), ReadOptions()) is None


def test_files_of_both_tasks_are_one_class(tmp_path: Path) -> None:
    (tmp_path / "Task1_plane.txt").write_text("P1 0.5 1 1 9 1 9 9 1 9\n")
    (tmp_path / "Task2_plane.txt").write_text("P1 0.4 1 1 9 9\n")
    found = read_predictions(tmp_path)
    assert (found.category.names, found.scores.tolist()) == (("plane",), [0.5, 0.4])
