"""The command in this process and as a process, with reading and evaluating faked."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import faked_command
import pytest
from project_tree import TESTS

# Loaded before anything is faked: loaded later, they would keep the faked ``evaluate`` for good.
import truebox.checking.checking_files
import truebox.diagnosis.reconciling.reconcile  # noqa: F401
from truebox.cli import main

MADE = TESTS / "made"
Outcome = tuple[int, str, str]


@pytest.fixture
def real_command(capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """Run ``truebox ...`` in this process as it is; returns exit code, stdout, stderr."""

    def run(*arguments: str) -> Outcome:
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Outcome]:
    """The same with reading and evaluating faked."""
    from truebox import datasets, evaluation

    monkeypatch.setattr(datasets, "start_reading", faked_command.FakedReading, raising=False)
    monkeypatch.setattr(evaluation, "evaluate", faked_command.evaluate, raising=False)
    faked_command.CALLS.clear()

    def run(*arguments: str, how: str = "") -> Outcome:
        monkeypatch.setenv("FAKED", how)
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return code, out, err

    return run


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run the faked command as a process of its own."""

    def run(
        *arguments: str, how: str = "", env: dict[str, str] | None = None, **options: Any
    ) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [sys.executable, str(MADE / "faked_command.py"), *arguments],
            env={**os.environ, "FAKED": how, **(env or {})},
            capture_output=True,
            timeout=30,
            check=False,
            **options,
        )

    return run
