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


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("flag", ["--json", "--csv", "--md", "--latex", "--junit", "--report"])
def test_every_result_that_cannot_be_written_ends_with_4(folder, flag):
    gate = ["--fail-under", "AP=0.1"] if flag == "--junit" else []
    command = [*EVAL, f"{flag}=/dev/full", *gate]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False)
    assert done.returncode == 4
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="who is not bound by permissions can write"
)
def test_no_permission_to_write_ends_with_4(folder):
    (folder / "closed").mkdir(mode=0o500)
    done = subprocess.run(
        [*EVAL, "--json=closed/a.json"], cwd=folder, capture_output=True, timeout=60, check=False
    )
    assert (done.returncode, b"ermission denied" in done.stderr) == (4, True)


@pytest.mark.skipif(os.name != "posix", reason="Windows locks a file that is mapped")
def test_a_file_cut_while_it_is_read_ends_no_process(folder):
    """The pages that are gone read as zeros; the file is then read again, and refused as cut."""
    script = (
        "import os, sys, threading, truebox as tb\n"
        'rows = \'{"image_id":7,"category_id":3,"bbox":[10,10,20,20],"score":0.5},\' * 400_000\n'
        "for cut in range(12):\n"
        "    open('big.json', 'w').write('[' + rows[:-1] + ']')\n"
        "    timer = threading.Timer(0.004 * cut, os.truncate, ('big.json', 5000))\n"
        "    timer.start()\n"
        "    try:\n"
        "        tb.read_predictions('big.json')\n"
        "    except tb.errors.InputError as error:\n"
        "        print(error.code)\n"
        "    timer.join()\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert set(done.stdout.split()) <= {b"E-104"}
