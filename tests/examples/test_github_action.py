"""The composite action: its script runs, and its inputs cannot run as commands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from planted_files import write_planted
from project_tree import ROOT

ACTION = (ROOT / "examples/github-action/action.yml").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(shutil.which("bash") is None, reason="the action's shell is bash")


def script() -> str:
    """The last `run` block: the evaluation itself."""
    block = ACTION.rsplit("      run: |\n", 1)[1]
    return textwrap.dedent(block)


def run(folder: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    tools = folder / "bin"
    tools.mkdir(exist_ok=True)
    command = tools / "truebox"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m truebox.cli "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    named = dict.fromkeys(re.findall(r"^        ([A-Z_]+): \$\{\{", ACTION, flags=re.MULTILINE), "")
    given = {
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "GITHUB_OUTPUT": str(folder / "output"),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
    }
    environment = {**os.environ, **named, **given, **inputs}
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script()],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_it_evaluates_fails_and_leaves_its_files(tmp_path: Path) -> None:
    truth, a, b = write_planted(tmp_path)
    good = run(tmp_path, TRUTH=truth, PREDICTIONS=a, FAIL_UNDER="AP=0.1\nAP50[star]=0.1\n")
    assert good.returncode == 0, good.stderr
    assert (tmp_path / "output").read_text(encoding="utf-8") == "json=truebox.json\n"
    assert (tmp_path / "truebox.xml").exists()
    assert "| Gate |" in (tmp_path / "summary.md").read_text(encoding="utf-8")
    (tmp_path / "truebox.json").rename(tmp_path / "last.json")
    options = {"BASELINE": "last.json", "MAX_DROP": "AP=0\nAP50=0", "SIGNIFICANT": "false"}
    assert run(tmp_path, TRUTH=truth, PREDICTIONS=a, **options).returncode == 0
    worse = run(tmp_path, TRUTH=truth, PREDICTIONS=b, FAIL_UNDER="AP=0.99", **options)
    assert worse.returncode == 1
    assert "GATE FAILED" in worse.stdout


def test_no_gate_is_an_evaluation(tmp_path: Path) -> None:
    truth, a, _ = write_planted(tmp_path)
    assert run(tmp_path, TRUTH=truth, PREDICTIONS=a).returncode == 0
    assert (tmp_path / "truebox.md").exists()


def test_inputs_are_variables_and_run_nothing(tmp_path: Path) -> None:
    truth, a, _ = write_planted(tmp_path)
    ran = run(tmp_path, TRUTH=truth, PREDICTIONS=a, FAIL_UNDER="$(touch hacked)`touch hacked`; touch hacked")
    assert ran.returncode == 2
    assert not (tmp_path / "hacked").exists()
    assert "${{" not in script()
