"""Running an example as its reader does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from project_tree import ROOT


@pytest.fixture
def quick_training(tmp_path: Path) -> Callable[[str], dict[str, Any]]:
    """``quick_training("train_torch.py")``: what it wrote into history.json; its pictures are checked."""

    def run(script: str) -> dict[str, Any]:
        out = tmp_path / "results"
        outcome = subprocess.run(
            [sys.executable, str(ROOT / "examples" / script), "--quick", "--out", str(out)],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
            env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )
        assert outcome.returncode == 0, outcome.stderr
        for picture in ("history.png", "predictions.png"):
            assert (out / picture).read_bytes()[1:4] == b"PNG"
        history: dict[str, Any] = json.loads((out / "history.json").read_text(encoding="utf-8"))
        assert outcome.stdout.count("\nepoch") + outcome.stdout.startswith("epoch") == len(
            history["training"]
        )
        return history

    return run
