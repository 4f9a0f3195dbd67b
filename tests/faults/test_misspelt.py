"""A misspelt word of a closed list is answered with the nearest, wherever one is taken."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.cli import main
from truebox.errors import ArgumentError

BOX = {"boxes": np.array([[0.0, 0, 9, 9]]), "labels": ["cat"]}
FOUND = {**BOX, "scores": [0.5]}
CALLS: dict[str, tuple[Callable[[str], Any], str]] = {
    "protocol": (lambda word: tb.evaluate([BOX], [FOUND], protocol=word), "coc"),
    "mode": (lambda word: tb.evaluate([BOX], [FOUND], mode=word), "strictt"),  # type: ignore[call-overload]
    "geometry": (lambda word: tb.evaluate([BOX], [FOUND], geometry=word), "mask"),  # type: ignore[call-overload]
    "categories": (lambda word: tb.evaluate("truth.json", "found.json", categories=[word]), "caat"),
    "geometry of a side": (lambda word: tb.read_truth([BOX], geometry=word), "mask"),  # type: ignore[arg-type]
    "box_format": (lambda word: tb.read_truth([BOX], box_format=word), "xyxyy"),  # type: ignore[arg-type]
    "task": (lambda word: tb.read_truth("labels", format="yolo", task=word), "poze"),  # type: ignore[arg-type]
    "format": (lambda word: tb.read_truth("labels", format=word), "yol"),
    "an argument": (lambda word: tb.datasets.options_said(**{word: 1}), "box_formatt"),
    "to": (lambda word: tb.datasets.convert("truth.json", "made", to=word), "yol"),
    "tool": (lambda word: tb.diagnosis.reconcile("truth.json", "found.json", tool=word), "cocoo"),
    "reported": (lambda word: tb.diagnosis.reconcile("truth.json", "found.json", reported={word: 1}), "APP"),
    "a class reported": (
        lambda word: tb.diagnosis.reconcile("truth.json", "found.json", reported={word: 1}),
        "AP50[caat]",
    ),
    "slices": (lambda word: tb.diagnosis.slices(tb.evaluate([BOX], [FOUND]), by=[word]), "sizee"),
    "repeated": (lambda word: tb.Evaluator(categories=[1], repeated=word), "refuze"),  # type: ignore[arg-type]
    "base of a loss": (
        lambda word: tb.losses.alpha_iou_loss(BOX["boxes"], BOX["boxes"], base=word),  # type: ignore[arg-type]
        "gioou",
    ),
}


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    box = {"image_id": 1, "category_id": 1, "bbox": [0, 0, 9, 9]}
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("0 0.5 0.5 0.2 0.2\n")
    (tmp_path / "truth.json").write_text(
        json.dumps(
            {
                "images": [{"id": 1, "width": 9, "height": 9}],
                "categories": [{"id": 1, "name": "cat"}],
                "annotations": [{"id": 1, "area": 81, "iscrowd": 0, **box}],
            }
        )
    )
    (tmp_path / "found.json").write_text(json.dumps([{**box, "score": 0.5}]))


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
@pytest.mark.parametrize("name", CALLS)
@pytest.mark.usefixtures("files")
def test_in_python(name: str) -> None:
    call, word = CALLS[name]
    with pytest.raises(ArgumentError, match="Did you mean '"):
        call(word)


@pytest.mark.parametrize("typed", ["E-13", "e12", "Q-1"])
def test_a_code_is_answered_with_those_that_begin_so(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", typed]) == 2
    begun = typed.upper().replace("-", "")
    guesses = capsys.readouterr().err.partition("Did you mean ")[2].rstrip("?\n").split(", ")
    assert [guess.replace("-", "")[: len(begun)] for guess in guesses] == [begun] * 3
