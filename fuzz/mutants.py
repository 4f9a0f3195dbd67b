"""Small faults put into the code, one at a time: how many of them do its own tests notice?

    python fuzz/mutants.py diagnosis/gating fitting [--tests tests/cli/commands] [--count 40] [--seed 1]

Each fault is one changed operator, number, name or condition of one module. The tests of the folder of the
same name under `tests` are asked, and what --tests adds. What survives is a gap in the tests or makes no
difference: it is listed with its line, to be read by a person. What was read and makes no difference stands
in `no_difference.txt` with the reason, and is not counted.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from forked_tests import ForkedTests
from small_faults import Fault, faults_of

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "truebox"
TESTS = ROOT / "tests"
NO_DIFFERENCE = Path(__file__).with_name("no_difference.txt")


def said(fault: Fault) -> tuple[str, str, str]:
    """What tells a fault from others even when lines have moved: module, text of the line, what changed."""
    text = fault.module.read_text(encoding="utf-8").splitlines()[fault.lines.start - 1]
    return str(fault.module.relative_to(PACKAGE)), text.strip(), fault.what


def without_difference() -> dict[tuple[str, ...], str]:
    """The faults that were read and change nothing, with the reason: four fields a line, between " | "."""
    lines = NO_DIFFERENCE.read_text(encoding="utf-8").splitlines()
    rows = [line.split(" | ") for line in lines if line and not line.startswith("#")]
    return {tuple(row[:3]): row[3] for row in rows}


# An editable install finds the package before any path does: in the copy's processes it is not asked.
_ONLY_PATHS = """import sys
sys.meta_path[:] = [each for each in sys.meta_path if "editable" not in type(each).__module__]
"""


class CopiedPackage:
    """The package in a folder of its own, where a module can be replaced; for what is run at import."""

    def __init__(self, folder: Path, compiled: Path | None = None) -> None:
        self.source = folder / "src"
        shutil.copytree(PACKAGE.parent, self.source)
        place = self.source / PACKAGE.name / "_native"
        loaded = importlib.import_module(f"{PACKAGE.name}._native._core").__file__ or ""
        shutil.copy(compiled or loaded, place / Path(loaded).name)
        (self.source / "sitecustomize.py").write_text(_ONLY_PATHS, encoding="utf-8")
        self.clock = time.time()
        self.sound: dict[str, bool] = {}

    def outcome(self, fault: Fault, tests: list[str], seconds: float) -> str:
        """Return "killed", "survived", "timeout", or "no test" where no file passes without the fault."""
        for file in set(tests) - self.sound.keys():
            self.sound[file] = self._asked([file], seconds) == "survived"
        asked = [file for file in tests if self.sound[file]]
        if not asked:
            return "no test"
        place = self.source / fault.module.relative_to(PACKAGE.parent)
        self._write(place, ast.unparse(fault.tree()))
        try:
            return self._asked(asked, seconds)
        finally:
            self._write(place, fault.module.read_text(encoding="utf-8"))

    def environment(self) -> dict[str, str]:
        """The variables under which a new process imports the copy."""
        path = os.pathsep.join([str(self.source), *filter(None, [os.environ.get("PYTHONPATH")])])
        return {**os.environ, "PYTHONPATH": path}

    def _asked(self, tests: list[str], seconds: float) -> str:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider"]
        try:
            done = subprocess.run(
                [*command, *tests],
                cwd=ROOT, env=self.environment(), timeout=5 * seconds, capture_output=True, check=False,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 5)),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return "timeout"
        if done.returncode == -signal.SIGXCPU:
            return "timeout"
        return "killed" if done.returncode else "survived"

    def _write(self, place: Path, text: str) -> None:
        """Put a text in place of a module; never of the age of the one before, which may be compiled."""
        place.write_text(text, encoding="utf-8")
        self.clock += 2
        os.utime(place, (self.clock, self.clock))


class Score:
    """Asks a room's tests about so many of its faults, and counts."""

    def __init__(self, room: str, package: CopiedPackage, options: argparse.Namespace) -> None:
        self.room, self.package, self.options = room, package, options
        self.modules = [path for path in sorted((PACKAGE / room).rglob("*.py")) if path.name != "__init__.py"]
        self.noticed = self.counted = self.equal = 0

    def __call__(self, tests: ForkedTests) -> None:
        """Print what becomes of each fault drawn."""
        known = without_difference()
        chosen = [fault for module in self.modules for fault in faults_of(module)]
        random.Random(self.options.seed).shuffle(chosen)
        until = time.monotonic() + 60 * self.options.minutes
        for fault in chosen[: self.options.count]:
            if time.monotonic() > until:
                break
            if said(fault) in known:
                self.equal += 1
                continue
            outcome = self._outcome(tests, fault)
            self.counted += 1
            self.noticed += outcome in ("killed", "timeout")
            module, text, what = said(fault)
            if outcome not in ("killed", "timeout") or self.options.every:
                print(
                    f"{outcome:9} {module}:{fault.lines.start}  {what}\n{'':10}{text}",
                    file=self.out,
                    flush=True,
                )

    def run(self) -> None:
        """Collect the tests and ask them."""
        asked = [*(self.options.tests or []), str(TESTS / self.room)]
        with tempfile.TemporaryDirectory() as folder, open(os.dup(1), "w", encoding="utf-8") as self.out:
            pytest.main(
                [
                    "-q",
                    "-n",
                    "0",
                    "-p",
                    "no:cacheprovider",
                    "--no-summary",
                    f"--basetemp={folder}/tests",
                    *asked,
                ],
                plugins=[ForkedTests(self.modules, PACKAGE, self)],
            )
            same = f", {self.equal} make no difference" if self.equal else ""
            print(f"{self.room}: {self.noticed} of {self.counted} noticed{same}", file=self.out, flush=True)

    def _outcome(self, tests: ForkedTests, fault: Fault) -> str:
        outcome = tests.outcome(fault, self.options.slowest)
        if outcome != "not loaded":
            return outcome
        asked = tests.tests_of(fault)
        files = sorted({item.nodeid.partition("::")[0] for item in asked})
        return self.package.outcome(fault, files, 300) if files else "no test"


def main() -> None:
    """Score the rooms that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("rooms", nargs="+", help="folders of src/truebox, such as diagnosis/gating")
    parser.add_argument("--tests", nargs="*", help="tests asked besides those of the room's folder")
    parser.add_argument("--count", type=int, default=40, help="faults of each room (40)")
    parser.add_argument("--seed", type=int, default=1, help="which faults are drawn (1)")
    parser.add_argument("--minutes", type=float, default=60.0, help="of each room, at most (60)")
    parser.add_argument(
        "--slowest", type=float, default=20.0, help="seconds of tests asked of one fault (20)"
    )
    parser.add_argument("--every", action="store_true", help="list what was noticed too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        package = CopiedPackage(Path(folder))
        for room in options.rooms:  # each from a process of its own: a room's tests import what they like
            child = os.fork()
            if child == 0:
                Score(room, package, options).run()
                os._exit(0)
            os.waitpid(child, 0)


if __name__ == "__main__":
    main()
