"""What runs shards elsewhere, and what happens when it dies."""

from __future__ import annotations

import os
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from pickle import PicklingError

import pytest
from dying_worker import killed_always, killed_once

from truebox.errors import ArgumentError
from truebox.execution.engines import engine_for, run_in_processes

pytestmark = pytest.mark.skipif(not hasattr(os, "fork") or sys.platform == "win32", reason="needs SIGKILL")


def test_the_shards_of_a_killed_process_run_again(tmp_path: Path) -> None:
    answers = list(run_in_processes(killed_once, [(str(tmp_path), number) for number in range(5)]))
    assert answers == [bytes([number]) for number in range(5)]
    assert (tmp_path / "killed").exists()


def test_processes_that_always_die_are_given_up(tmp_path: Path) -> None:
    with pytest.raises(BrokenProcessPool):
        list(run_in_processes(killed_always, [(str(tmp_path), 1)]))


@pytest.mark.parametrize("shards", [1, 3, 7])
def test_shards_that_cannot_be_sent_are_an_error_and_not_waited_for(shards: int) -> None:
    for _ in range(3):  # what waited for ever did so in most calls
        with pytest.raises((PicklingError, AttributeError, TypeError), match="pickle"):
            list(run_in_processes(bytes, [lambda: 0] * shards))


def test_an_engine_is_known_by_name_or_by_what_it_can() -> None:
    with pytest.raises(ArgumentError, match="Dask client"):
        engine_for("cluster")
    with pytest.raises(ArgumentError, match="engine"):
        engine_for(object())
