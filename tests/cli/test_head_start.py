"""Reading begun before modules load: only of plain files, and never the reason for another answer."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from truebox._native import begun, datasets
from truebox.cli.head_start import begin_plainly

BOX = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9]}
POINTS = {"image_id": 1, "category_id": 1, "keypoints": [1, 2, 2]}
MASK = {"image_id": 1, "category_id": 1, "segmentation": [[0, 0, 9, 0, 9, 9]]}


@pytest.fixture
def begun_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Writes a truth and results, begins by these arguments, and gives the readings by their files."""
    monkeypatch.chdir(tmp_path)
    truth = {"images": [{"id": 1}], "categories": [{"id": 1, "name": "cat"}], "annotations": []}
    Path("t.json").write_text(json.dumps(truth))
    for name, row in (("boxes", BOX), ("points", POINTS), ("masks", MASK), ("both", {**BOX, **MASK})):
        Path(f"{name}.json").write_text(json.dumps([{**row, "score": 0.5}]))
    Path("empty.json").write_text("[]")
    Path("text.json").write_text("neither")
    Path("folder").mkdir()
    begun._begun.clear()

    def begin(arguments: str) -> dict[str, str]:
        begin_plainly(arguments.split())
        return {path: reading.__name__ for reading, path in begun._begun}

    yield begin
    for reading in begun._begun.values():
        reading.take()
    begun._begun.clear()


@pytest.mark.parametrize(
    ("file", "truth", "reading"),
    [
        ("boxes", "TruthReading", "PredictionsReading"),
        ("both", "TruthReading", "PredictionsReading"),
        ("masks", "MaskTruthReading", "MaskPredictionsReading"),
        ("points", "KeypointTruthReading", "KeypointPredictionsReading"),
    ],
)
def test_the_first_row_says_what_is_read(begun_names: Any, file: str, truth: str, reading: str) -> None:
    assert begun_names(f"eval t.json {file}.json --json") == {"t.json": truth, f"{file}.json": reading}


def test_several_files_are_read_as_what_all_hold(begun_names: Any) -> None:
    found = begun_names("eval t.json both.json masks.json -q")
    assert found["both.json"] == found["masks.json"] == "MaskPredictionsReading"


@pytest.mark.parametrize(
    "arguments",
    [
        "eval",
        "eval t.json",
        "eval -q t.json boxes.json",
        "eval t.json none.json",
        "eval none.json boxes.json",
        "eval folder boxes.json",
        "eval t.json folder",
        "eval boxes.json t.json",
        "eval text.json boxes.json",
        "eval t.json text.json",
        "eval t.json boxes.json points.json",
        "eval t.json boxes.json --threads 1",
        "eval t.json boxes.json --geometry=masks",
        "eval t.json boxes.json --protocol lvis",
        "eval t.json boxes.json --box-format xyxy",
        "eval t.json boxes.json --max-memory 1GB",
        "eval t.json boxes.json --lenient",
    ],
)
def test_nothing_is_begun_where_it_is_not_plain(begun_names: Any, arguments: str) -> None:
    assert begun_names(arguments) == {}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_a_pipe_is_left_alone(begun_names: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert begun_names("eval t.json pipe") == {}


def test_the_keys_are_those_of_the_reader() -> None:
    assert datasets.first_keys_of_text(json.dumps([{**BOX, "score": 1}]).encode())[2] == "bbox"


def test_it_comes_before_what_takes_long_to_load() -> None:
    code = (
        "import sys\nbefore = set(sys.modules)\n"
        "import truebox.cli.process, truebox.cli.head_start\n"
        "slow = {'typing', 'dataclasses', 'pathlib', 're', 'enum', 'click', 'numpy'}\n"
        "print(slow & (set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
