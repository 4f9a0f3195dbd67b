"""A short run of `fuzz/differential.py`: damaged data gives what the reference gives, or is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from project_tree import ROOT


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="pairs run in forked children")
def test_damaged_pairs_are_identical_or_refused(tmp_path: Path) -> None:
    pytest.importorskip("pycocotools")
    command = [
        sys.executable,
        "fuzz/differential.py",
        "--pairs",
        "300",
        "--seed",
        "7",
        "--findings",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "identical" in done.stdout
