"""The argument and the environment variable."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from project_tree import TESTS

from truebox._native.threads import thread_count, usable_threads
from truebox.errors import ArgumentError


def test_values() -> None:
    assert thread_count(None) == 0
    assert thread_count(3) == 3


@pytest.mark.parametrize("value", [0, -1, 1.0, "2", True])
def test_refused(value: Any) -> None:
    with pytest.raises(ArgumentError, match="threads: expected a whole number"):
        thread_count(value)


def test_threads_shown_follow_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUEBOX_NUM_THREADS", "1")
    assert usable_threads() == 1
    monkeypatch.setenv("TRUEBOX_NUM_THREADS", "nonsense")
    assert 1 <= usable_threads() <= (os.cpu_count() or 1)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")
def test_evaluation_after_a_fork() -> None:
    """A forked child has none of its parent's workers; it must neither hang nor differ."""
    program = """
import os, sys, warnings
warnings.simplefilter("ignore")
sys.path.insert(0, sys.argv[1])
import numpy as np
import coco_worlds
from coco_records import prediction_records, truth_records
from truebox.evaluation import evaluate
truth, found = coco_worlds.world(np.random.default_rng(1), images=60, classes=4, detections=80)
truth, found = truth_records(truth), prediction_records(found)
here = evaluate(truth, found, threads=3).stats
child = os.fork()
if child == 0:
    there = evaluate(truth, found, threads=3).stats
    os._exit(0 if np.array_equal(here, there) else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
    done = subprocess.run([sys.executable, "-c", program, str(TESTS / "made")], timeout=60, check=False)
    assert done.returncode == 0


def test_usable_threads_follow_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUEBOX_NUM_THREADS", "1")
    assert usable_threads() == 1
    monkeypatch.setenv("TRUEBOX_NUM_THREADS", "nonsense")
    assert 1 <= usable_threads() <= (os.cpu_count() or 1)
