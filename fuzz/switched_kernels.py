"""Small faults put into the kernels, one at a time: how many do the tests in Python notice?

    python fuzz/switched_kernels.py evaluation masks --tests tests/evaluation tests/masks [--count 24]
    python fuzz/switched_kernels.py --by-hand faults.txt --tests tests/evaluation

The faults are those of kernel_mutants.py, compiled into one module, each behind a switch of its own.
A first fork learns which tests pass which switches; then each is switched on in a fork, and those tests are
asked, the quickest first. Faults by hand are lines of a file: header | line as it is | line with the fault.
It needs cmake, ninja, a C++ compiler and nanobind.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import importlib
import os
import pickle
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from forked_tests import ForkedTests, Run
from kernel_mutants import KERNELS, NO_DIFFERENCE, faults_of
from kernel_switches import MOST, Switch, SwitchedBuild, switched_line
from mutants import PACKAGE, ROOT, CopiedPackage

_MOST_MEMORY = 6 << 30  # of one fork


class SwitchedTests(ForkedTests):
    """Tests that are asked about switches; a fault is a switch's number."""

    def __init__(self, numbers: list[int], ask: Any) -> None:
        super().__init__([], PACKAGE, ask)
        library = ctypes.CDLL(importlib.import_module(f"{PACKAGE.name}._native._core").__file__)
        self.switched = ctypes.c_int.in_dll(library, "truebox_switched")
        self.passed = (ctypes.c_ubyte * MOST).in_dll(library, "truebox_passed")
        self.numbers = numbers

    @contextlib.contextmanager
    def watching(self, _watched: set[str], run: Run) -> Iterator[None]:
        """Note the switches a test passes."""
        ctypes.memset(self.passed, 0, MOST)
        yield
        run.lines.update(("", number) for number in self.numbers if self.passed[number])

    def tests_of(self, fault: int) -> list[Any]:
        """The tests that pass a switch, quickest first."""
        runs = self.runs
        asked = [
            item for item in self.items if runs[item.nodeid].passed and ("", fault) in runs[item.nodeid].lines
        ]
        return sorted(asked, key=lambda item: runs[item.nodeid].seconds)

    def put_in(self, fault: int) -> bool:
        """Switch a fault on; a loop that asks for memory without end is refused it."""
        resource.setrlimit(resource.RLIMIT_DATA, (_MOST_MEMORY, _MOST_MEMORY))
        self.switched.value = fault
        return True


def drawn(folder: str, count: int, seed: int, known: set[tuple[str, ...]]) -> Iterator[Switch]:
    """So many faults of a folder that have switches, one a line."""
    place = KERNELS / folder
    headers = sorted(place.rglob("*.hpp")) if place.is_dir() else [place.with_suffix(".hpp")]
    chosen = [fault for header in headers for fault in faults_of(header)]
    random.Random(seed).shuffle(chosen)
    taken: set[tuple[Path, int]] = set()
    for fault in chosen:
        old, new = fault.lines()
        if (fault.header, fault.line) in taken or fault.said() in known or switched_line(1, old, new) is None:
            continue
        taken.add((fault.header, fault.line))
        yield Switch(str(fault.header.relative_to(KERNELS)), fault.line, old, new, fault.said()[2])
        if len(taken) == count:
            return


def by_hand(file: Path) -> Iterator[Switch]:
    """The faults written into a file."""
    for row in file.read_text(encoding="utf-8").splitlines():
        if not row or row.startswith("#"):
            continue
        header, old, new = row.split(" | ")
        lines = (KERNELS / header).read_text(encoding="utf-8").split("\n")
        places = [number for number, line in enumerate(lines) if line.strip() == old.strip()]
        if len(places) != 1 or switched_line(1, old, new) is None:
            raise SystemExit(f"{header}: {old}: stands {len(places)} times, or has no switch")
        yield Switch(header, places[0], lines[places[0]], new, "by hand")


def ask(numbered: dict[int, Switch], tests: list[str], slowest: float) -> None:
    """Print what becomes of each fault; runs in a process that imports the copy."""

    def each(asked: ForkedTests) -> None:
        counts: dict[str, list[str]] = {}
        for number, switch in numbered.items():
            outcome = asked.outcome(number, slowest)
            counts.setdefault(switch.header.partition("/")[0], []).append(outcome)
            if outcome not in ("killed", "timeout"):
                print(
                    f"{outcome:9} {switch.header}:{switch.line + 1}  {switch.what}\n"
                    f"{'':10}{switch.old.strip()}\n{'':10}{switch.new.strip()}",
                    file=out, flush=True,
                )  # fmt: skip
        for folder, outcomes in counts.items():
            noticed = sum(one in ("killed", "timeout") for one in outcomes)
            print(f"{folder}: {noticed} of {len(outcomes)} noticed", file=out, flush=True)

    with tempfile.TemporaryDirectory() as folder, open(os.dup(1), "w", encoding="utf-8") as out:
        options = ["-q", "-n", "0", "-p", "no:cacheprovider", "--no-summary", f"--basetemp={folder}/tests"]
        pytest.main([*options, *tests], plugins=[SwitchedTests(list(numbered), each)])


def main() -> None:
    """Build the faults that are asked for, and ask."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kernels", nargs="*", help="folders or headers of native/kernels")
    parser.add_argument("--by-hand", type=Path, help="a file of faults")
    parser.add_argument("--tests", nargs="+", required=True, help="files and folders of tests")
    parser.add_argument("--count", type=int, default=24, help="faults of each (24)")
    parser.add_argument("--seed", type=int, default=1, help="which are drawn (1)")
    parser.add_argument(
        "--slowest", type=float, default=30.0, help="seconds of tests asked of one fault (30)"
    )
    parser.add_argument("--ready", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.ready:
        ask(pickle.loads(options.ready.read_bytes()), options.tests, options.slowest)
        return
    rows = [line.split(" | ") for line in NO_DIFFERENCE.read_text(encoding="utf-8").splitlines()]
    known = {tuple(row[:3]) for row in rows}
    chosen = [each for name in options.kernels for each in drawn(name, options.count, options.seed, known)]
    chosen += by_hand(options.by_hand) if options.by_hand else []
    with tempfile.TemporaryDirectory() as folder:
        (built := Path(folder) / "built").mkdir()
        compiled, numbered = SwitchedBuild(built)(chosen)
        print(f"{len(numbered)} of {len(chosen)} faults compile", flush=True)
        (ready := Path(folder) / "ready").write_bytes(pickle.dumps(numbered))
        package = CopiedPackage(Path(folder), compiled)
        command = [sys.executable, __file__, "--ready", str(ready), "--slowest", str(options.slowest)]
        subprocess.run([*command, "--tests", *options.tests], cwd=ROOT, env=package.environment(), check=True)


if __name__ == "__main__":
    main()
