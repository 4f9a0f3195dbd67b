"""Fresh processes: time and memory are the program's own, and a failure is not a sample."""

from __future__ import annotations

import sys

import pytest

from benchmarks.processes import Program, ProgramError, Runs, interleave, python, run_once

pytestmark = pytest.mark.skipif(
    not hasattr(sys, "getdlopenflags"), reason="processes are measured with wait4 (POSIX)"
)


def test_runs_are_interleaved_and_the_last_line_is_kept():
    programs = [
        Program("one", python("print('chatter'); print('[1]')")),
        Program("two", python("print('[2]')"), most_rounds=1),
    ]
    runs = interleave(programs, 2)
    assert (runs["one"].said, len(runs["one"].seconds)) == ([1], 2)
    assert (runs["two"].said, len(runs["two"].seconds)) == ([2], 1)


def test_peak_memory_is_the_programs_own_not_ours():
    ours = bytearray(150_000_000)
    runs = interleave(
        [Program("small", python("pass")), Program("large", python("bytearray(80_000_000)"))], 1
    )
    assert len(ours) > runs["small"].peak_bytes[0]
    assert runs["small"].peak_bytes[0] < 40_000_000
    assert runs["large"].peak_bytes[0] > 80_000_000


def test_wall_and_processor_time_are_told_apart():
    runs = interleave([Program("sleeper", python("import time; time.sleep(0.2)"))], 1)["sleeper"]
    assert runs.seconds[0] >= 0.2
    assert runs.cpu_seconds[0] < 0.2


def test_a_failing_program_is_an_error_with_its_last_words():
    with pytest.raises(ProgramError, match="no such luck"):
        run_once(Program("unlucky", python("raise SystemExit('no such luck')")), Runs())
