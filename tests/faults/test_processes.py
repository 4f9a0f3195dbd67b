"""Faults of the world around a run: closed pipes, full disks, interrupts, locales."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

TRUTH = {
    "images": [{"id": 7, "width": 100, "height": 100, "file_name": "7.png"}],
    "categories": [{"id": 3, "name": "cat"}],
    "annotations": [
        {"id": 1, "image_id": 7, "category_id": 3, "bbox": [10, 10, 20, 20], "area": 400, "iscrowd": 0}
    ],
}
FOUND = [{"image_id": 7, "category_id": 3, "bbox": [10, 10, 20, 20], "score": 0.5}]
EVAL = [sys.executable, "-m", "truebox.cli", "eval", "truth.json", "found.json"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "truth.json").write_text(json.dumps(TRUTH))
    (tmp_path / "found.json").write_text(json.dumps(FOUND))
    return tmp_path


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_case_45_a_full_disk_is_said(folder):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(EVAL, cwd=folder, stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert done.returncode == 4
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="pipes are closed so on POSIX")
def test_case_45_a_closed_pipe_is_silent(folder):
    run = subprocess.Popen([*EVAL, "--json"], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    run.stdout.close()
    err = run.stderr.read()
    run.stderr.close()
    run.wait(timeout=60)
    assert run.returncode not in (0, 4)
    assert b"Traceback" not in err
    assert b"BrokenPipe" not in err


@pytest.mark.skipif(os.name != "posix", reason="a FIFO holds the reader until it is interrupted")
def test_case_45_an_interrupt_ends_with_130_and_leaves_no_report(folder):
    os.mkfifo(folder / "slow.csv")
    command = [*EVAL[:-1], "slow.csv", "--json=out.json"]
    run = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with pytest.raises(subprocess.TimeoutExpired):
        run.wait(timeout=1.5)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert run.returncode in (130, -signal.SIGINT)
    assert b"Traceback" not in out + err
    assert not (folder / "out.json").exists()


@pytest.mark.parametrize("settings", [{"LC_ALL": "C"}, {"PYTHONHASHSEED": "1"}, {"PYTHONUTF8": "0"}])
def test_case_46_the_same_bytes_in_every_surrounding(folder, settings):
    plain, other = (
        subprocess.run(
            [*EVAL, "--json"],
            cwd=folder,
            capture_output=True,
            timeout=60,
            check=True,
            env={**os.environ, **more},
        ).stdout
        for more in ({}, settings)
    )
    assert plain == other
