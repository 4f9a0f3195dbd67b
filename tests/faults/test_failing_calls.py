"""Harnesses that let allocations and calls of the system fail in turn: a small part of each, on every run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="the library is loaded by LD_PRELOAD"),
    pytest.mark.skipif(shutil.which(os.environ.get("CXX", "c++")) is None, reason="it is built here"),
    pytest.mark.skipif("LD_PRELOAD" in os.environ, reason="something else is loaded before"),
]


def said_by(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_every_allocation_of_suppression_fails_once_in_turn() -> None:
    said = said_by("fuzz/failing_memory.py", "--only", "suppression.", "--rooms", "suppression")
    last = said.splitlines()[0]
    assert " 0 findings" in last
    assert int(last.partition(" functions, ")[2].partition(" ")[0].replace(",", "")) > 100


def test_every_call_of_the_reader_of_coco_files_fails_once_in_turn() -> None:
    said = said_by("fuzz/failing_files.py", "--side", "readers", "--case", "coco-")
    last = said.splitlines()[-1]
    assert " 0 findings" in last
    assert int(last.partition(" ")[0]) >= 8
