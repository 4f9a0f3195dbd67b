"""On a terminal: the result first, the diagnosis after it, and Ctrl-C between the two."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time

import pytest

from truebox.cli.runs import result_first
from truebox.cli.runs.outputs import Output
from truebox.cli.runs.result_first import may_skip, said_or_skipped
from truebox.cli.runs.saying import Said

TABLE, CSV, JSON = Output("table", "-"), Output("csv", "a.csv"), Output("json", "a.json")


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(result_first, "both_on_screen", lambda: True)


@pytest.mark.usefixtures("screen")
def test_what_was_asked_for_or_goes_into_a_file_is_not_skipped() -> None:
    assert may_skip([TABLE, CSV], asked=None)
    assert not may_skip([TABLE], asked=True)
    assert not may_skip([TABLE, JSON], asked=None)


def test_nothing_is_skipped_on_a_pipe() -> None:
    assert not may_skip([TABLE], asked=None)


def interrupted() -> Said:
    raise KeyboardInterrupt


def test_an_interrupt_leaves_a_note_or_goes_on() -> None:
    assert said_or_skipped(lambda: Said(difference="x"), skippable=True).difference == "x"
    assert said_or_skipped(interrupted, skippable=True).notes[0].startswith("diagnosis skipped: ")
    with pytest.raises(KeyboardInterrupt):
        said_or_skipped(interrupted, skippable=False)


# Runs with a diagnosis that takes long, whatever the machine: it waits where a real one computes.
# The terminal becomes the one that controls it, so that Ctrl-C arrives; without a fork, of which JAX warns.
SCRIPT = """
import fcntl, os, sys, termios, time
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from truebox.cli.runs import evaluation, result_first
from truebox.cli import main
result_first._QUICK = 0
real = evaluation.say
def slow(*values, **named):
    if "--wait" in sys.argv: time.sleep(60)
    return real(*values, **named)
evaluation.say = slow
raise SystemExit(main([each for each in sys.argv[1:] if each != "--wait"]))
"""


def on_terminal(folder, *arguments: str, interrupt_after: bytes = b"") -> tuple[int, str, float]:
    """Exit code, what the terminal shows, and seconds from Ctrl-C to the end."""
    pty = pytest.importorskip("pty")
    terminal, other_end = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, *arguments],
        cwd=folder,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120", "NO_COLOR": "1"},
        stdin=other_end,
        stdout=other_end,
        stderr=other_end,
    )
    os.close(other_end)
    shown, sent, started = b"", 0.0, time.monotonic()
    while time.monotonic() - started < 50:
        if select.select([terminal], [], [], 0.01)[0]:
            try:
                more = os.read(terminal, 65536)
            except OSError:  # Linux: the other end is closed
                break
            if not more:
                break
            shown += more
        if interrupt_after and not sent and interrupt_after in shown:
            sent = time.monotonic()
            os.write(terminal, b"\x03")
    took = time.monotonic() - sent
    os.close(terminal)
    return process.wait(20), shown.decode(), took


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    folder = tmp_path_factory.mktemp("world")
    command = [sys.executable, "-m", "truebox.cli", "demo", "d", "--images", "20", "--no-pictures"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return folder / "d"


FILES = ("eval", "truth.json", "detector_a.json")


@pytest.mark.skipif(os.name != "posix", reason="terminals are made so on POSIX")
def test_the_result_stands_before_the_diagnosis(world) -> None:
    code, shown, _ = on_terminal(world, *FILES)
    assert code == 0
    before, _, after = shown.partition("AR100")
    assert "95 % interval" not in before
    assert after.index("APs") < after.index("95 % interval") < after.index("Lost AP at IoU")


@pytest.mark.skipif(os.name != "posix", reason="terminals are made so on POSIX")
def test_ctrl_c_skips_the_diagnosis_alone(world) -> None:
    code, shown, took = on_terminal(world, *FILES, "--wait", interrupt_after=b"Ctrl-C skips")
    assert code == 0
    assert "AR100" in shown
    assert "diagnosis skipped: " in shown
    assert "Lost AP" not in shown
    assert took < 5  # 0.03 s on an idle machine


@pytest.mark.skipif(os.name != "posix", reason="terminals are made so on POSIX")
def test_gates_are_held_after_a_skipped_diagnosis(world) -> None:
    gate = ("--fail-under", "AP=0.99")
    code, shown, _ = on_terminal(world, *FILES, *gate, "--wait", interrupt_after=b"Ctrl-C skips")
    assert code == 1
    assert "AP" in shown.rpartition("diagnosis skipped")[2]


@pytest.mark.skipif(os.name != "posix", reason="terminals are made so on POSIX")
def test_ctrl_c_ends_a_run_whose_diagnosis_was_asked_for(world) -> None:
    code, shown, took = on_terminal(world, *FILES, "--diagnosis", "--wait", interrupt_after=b"Diagnosing")
    assert (code, took < 5) == (130, True)
    assert "Interrupted." in shown
