"""--geometry: as given, else what the predictions allow, and a sentence that says so."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from truebox.cli.options.geometry import choose_geometry, said_in

MASK = {"size": [1, 1], "counts": "01"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("eval t p", None),
        ("eval t p --geometry masks", "masks"),
        ("eval t p --geometry=boundary -q", "boundary"),
        ("eval t p --geometry", None),
    ],
)
def test_what_was_said(arguments: str, said: str | None) -> None:
    assert said_in(arguments.split()) == said


@pytest.mark.parametrize(
    ("row", "chosen", "words"),
    [
        ({"bbox": [0, 0, 1, 1]}, "boxes", ""),
        ({"segmentation": MASK}, "masks", "the predictions hold nothing else"),
        ({"keypoints": [1, 1, 1]}, "keypoints", "the predictions hold nothing else"),
        ({"bbox": [0, 0, 1, 1], "segmentation": MASK}, "boxes", "--geometry masks"),
    ],
)
def test_what_the_files_allow(tmp_path: Path, row: dict[str, Any], chosen: str, words: str) -> None:
    path = tmp_path / "p.json"
    path.write_text(json.dumps([{"image_id": 1, "category_id": 1, "score": 1, **row}]))
    geometry, why = choose_geometry(None, [str(path)])
    assert geometry == chosen
    assert why.endswith(words)
    assert choose_geometry("boundary", [str(path)]) == ("boundary", "")
