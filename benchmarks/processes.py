"""Whole programs in fresh processes, interleaved: wall seconds, processor seconds and peak memory."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_LAUNCHER = Path(__file__).with_name("launch.py")
# The kernel counts in kilobytes, macOS in bytes.
_PEAK_UNIT = 1 if sys.platform == "darwin" else 1024


@dataclass(frozen=True, slots=True)
class Program:
    """What is started; its last line on stdout is JSON, unless it says nothing of use."""

    tool: str
    command: tuple[str, ...]
    most_rounds: int = 1000


@dataclass(slots=True)
class Runs:
    """Samples of one program, and what its last line said."""

    seconds: list[float] = field(default_factory=list)
    cpu_seconds: list[float] = field(default_factory=list)
    peak_bytes: list[int] = field(default_factory=list)
    said: Any = None


class ProgramError(RuntimeError):
    """A measured program failed; the message ends with what it printed."""


def python(script: str, *arguments: str) -> tuple[str, ...]:
    """The command that runs `script` in this environment's interpreter."""
    return (sys.executable, "-c", script, *arguments)


_TOUCH = """
import sys
import numpy
for path in sys.argv[1:]:
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 18):
            pass
"""


def least(*paths: object) -> Program:
    """What no Python program that answers in NumPy arrays can do without: a limit of the machine."""
    tool = "python, NumPy imported" + (", files read once and forgotten" if paths else "")
    return Program(tool, python(_TOUCH, *map(str, paths)))


def run_once(program: Program, runs: Runs) -> None:
    """Start the program once and add the sample."""
    with tempfile.TemporaryDirectory() as folder:
        note = Path(folder) / "note"
        launcher = [sys.executable, "-I", "-S", str(_LAUNCHER), str(note), *program.command]
        outcome = subprocess.run(launcher, capture_output=True, text=True, check=False, cwd=folder)
        seconds, peak, cpu, status = note.read_text(encoding="utf-8").split()
    if int(status) != 0:
        raise ProgramError(f"{program.tool} ended with status {status}:\n{outcome.stderr[-2000:]}")
    runs.seconds.append(float(seconds))
    runs.cpu_seconds.append(float(cpu))
    runs.peak_bytes.append(int(peak) * _PEAK_UNIT)
    runs.said = _last_json(outcome.stdout)


def _last_json(text: str) -> Any:
    for candidate in (text, text.rstrip().rpartition("\n")[2]):
        try:
            return json.loads(candidate)
        except ValueError:
            continue
    return None


def interleave(programs: list[Program], rounds: int) -> dict[str, Runs]:
    """Run all programs `rounds` times in turn (a slow one fewer times, as it says), forwards and backwards.

    Who runs behind a program that has just freed much memory is served faster where a host takes freed pages
    back: so nobody runs behind the same one always.
    """
    runs = {program.tool: Runs() for program in programs}
    for number in range(rounds):
        for program in programs if number % 2 == 0 else programs[::-1]:
            if number < program.most_rounds:
                run_once(program, runs[program.tool])
    return runs
