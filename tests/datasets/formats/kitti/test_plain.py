"""Plain label folders are read as columns: the records are those of the reader of lines, row by row."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from truebox import read_predictions, read_truth
from truebox.datasets.formats.kitti import reader
from truebox.errors import InputError

_WORDS = ("Car", "Pedestrian", "DontCare", "Van")


def _folder(path: Path, *, scored: bool) -> Path:
    chance = np.random.default_rng(5)
    path.mkdir()
    for k in range(12):
        lines = []
        for row in chance.normal(0, 20, (int(chance.integers(0, 6)), 15)):
            row[5:7] = row[3:5] + np.abs(row[5:7])
            lines.append(f"{chance.choice(_WORDS)} " + " ".join(f"{each:.2f}" for each in row[: 14 + scored]))
        (path / f"{k:06d}.txt").write_text("".join(f"{line}\n" for line in lines))
    return path


def _held(side: object) -> dict[str, object]:
    held = {
        name: getattr(side, name) for name in ("boxes", "scores", "area", "ignore") if hasattr(side, name)
    }
    held |= dict(side.attributes)  # type: ignore[attr-defined]
    columns = {name: (column.dtype, column.tolist()) for name, column in held.items()}
    images = side.images.ids.tolist() if hasattr(side, "images") else side.image.names  # type: ignore[attr-defined]
    classes = side.categories.names if hasattr(side, "categories") else side.category.names  # type: ignore[attr-defined]
    return columns | {"image": side.image.tolist(), "class": side.category.tolist(), "all": (images, classes)}  # type: ignore[attr-defined]


@pytest.mark.parametrize("scored", [False, True])
def test_columns_and_lines_give_the_same_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scored: bool
) -> None:
    folder = _folder(tmp_path / "labels", scored=scored)
    read = read_predictions if scored else read_truth
    columns = _held(read(folder))
    asked = []
    monkeypatch.setattr(reader, "plain_predictions", lambda *each: asked.append(each))
    monkeypatch.setattr(reader, "add_plain_truth", lambda *each: bool(asked.append(each)))

    assert _held(read(folder)) == columns
    assert asked


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("Car 0 0 0 9 9 5 20 1 1 1 1 1 1 1 0.5", "E-122"),
        ("Car 0 0 0 1e300 9 2e300 20 1 1 1 1 1 1 1 0.5", "E-121"),
        ("Car 0 0 0 1 9 5 20 1 1 1 1 1 1 1", "E-123"),
        ("Car 0 0 0 1 9 5 20 1 1 1 1 1 1 1 inf", "E-422"),
    ],
)
def test_a_row_that_is_wrong_is_named_with_file_and_line(tmp_path: Path, line: str, code: str) -> None:
    folder = _folder(tmp_path / "found", scored=True)
    (folder / "000003.txt").write_text(f"Car 0 0 0 1 9 5 20 1 1 1 1 1 1 1 0.5\n{line}\n")

    with pytest.raises(InputError, match=code) as caught:
        read_predictions(folder, format="kitti")

    assert "000003.txt line 2" in str(caught.value)
