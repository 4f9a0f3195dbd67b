"""Small faults put into the kernels, one at a time: how many do the C++ tests notice?

    python fuzz/kernel_mutants.py evaluation/accumulation matching masks/run_lengths [--count 15] [--seed 1]

Each fault is one operator, number or name of one header, changed in a copy that is found before the header.
The tests asked are those that include the header by name, or one of its folder that does. Faults that do
not compile are not counted, nor what `no_difference.txt` holds. It needs doctest.h; CXX says which compiler
(c++).
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KERNELS = ROOT / "native" / "kernels"
TESTS = ROOT / "native" / "tests"
NO_DIFFERENCE = Path(__file__).with_name("no_difference.txt")

# The code's style puts spaces round operators, and none round the brackets of templates.
_CHANGES = [
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "), (r" == ", " != "),
    (r" != ", " == "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" / ", " * "),
    (r" \+= ", " -= "), (r" -= ", " += "), (r" && ", " || "), (r" \|\| ", " && "), (r" & ", " | "),
    (r" \| ", " & "), (r" << ", " >> "), (r" >> ", " << "), (r"\+\+", "--"), (r"--", "++"),
    (r"\bmin\(", "max("), (r"\bmax\(", "min("), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"\bcontinue;", ";"), (r"\bbreak;", ";"), (r"if \(!", "if ("), (r"lower_bound", "upper_bound"),
    (r"(?<![\w.])0(?![\w.'])", "1"), (r"(?<![\w.])1(?![\w.'])", "0"), (r"(?<![\w.])1(?![\w.'])", "2"),
    (r"(?<![\w.])64(?![\w.'])", "63"),
]  # fmt: skip


@dataclass(frozen=True)
class Fault:
    """One changed place of one header."""

    header: Path
    line: int
    start: int
    old: str
    new: str

    def text(self) -> str:
        """The header with the fault in it."""
        lines = self.header.read_text(encoding="utf-8").split("\n")
        lines[self.line] = self.lines()[1]
        return "\n".join(lines)

    def lines(self) -> tuple[str, str]:
        """The line as it is, and with the fault in it."""
        here = self.header.read_text(encoding="utf-8").split("\n")[self.line]
        return here, here[: self.start] + self.new + here[self.start + len(self.old) :]

    def said(self) -> tuple[str, str, str]:
        """What tells it from others even when lines have moved."""
        here = self.header.read_text(encoding="utf-8").split("\n")[self.line].strip()
        place = self.start - (len(self.header.read_text(encoding="utf-8").split("\n")[self.line]) - len(here))
        return (
            str(self.header.relative_to(KERNELS)),
            here,
            f"{self.old.strip()} -> {self.new.strip()} at {place}",
        )


def faults_of(header: Path) -> list[Fault]:
    """Every fault that can be put into a header, but for comments, includes and what a type says."""
    found = []
    for number, line in enumerate(header.read_text(encoding="utf-8").split("\n")):
        code = line.partition("//")[0]
        if code.lstrip().startswith(("#", "template", "static_assert", "using", "throw")):
            continue
        for pattern, new in _CHANGES:
            found += [
                Fault(header, number, match.start(), match.group(), new)
                for match in re.finditer(pattern, code)
            ]
    return found


class Compiler:
    """Builds the tests of a header with a fault in it, and runs them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.command = [
            *shlex.split(os.environ.get("CXX", "c++")),
            "-std=c++20",
            "-O1",
            "-ffp-contract=off",
            "-pthread",
        ]
        self.main = folder / "main.o"
        self._run([*self.command, "-c", str(TESTS / "test_main.cpp"), "-o", str(self.main)], 600)

    def outcome(self, header: Path, text: str, seconds: float = 60) -> str:
        """Return "killed", "survived", "timeout", "no test" or "no code", where it does not compile."""
        tests = tests_of(header)
        if not tests:
            return "no test"
        copy = self.folder / "kernels" / header.relative_to(KERNELS)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(text, encoding="utf-8")
        ready = self.folder / "tests"
        try:
            paths = [f"-I{self.folder / 'kernels'}", f"-I{KERNELS}", f"-I{TESTS}"]
            if self._run([*self.command, *paths, str(self.main), *map(str, tests), "-o", str(ready)], 600):
                return "no code"
            return "killed" if self._run([str(ready), "--abort-after=1"], seconds) else "survived"
        except subprocess.TimeoutExpired:
            return "timeout"
        finally:
            copy.unlink()

    def _run(self, command: list[str], seconds: float) -> int:
        return subprocess.run(command, timeout=seconds, capture_output=True, check=False).returncode


def tests_of(header: Path) -> list[Path]:
    """The tests that include a header, themselves or by another header of its folder."""
    name = header.relative_to(KERNELS)
    near = {
        str(each.relative_to(KERNELS))
        for each in header.parent.glob("*.hpp")
        if f'"{name}"' in each.read_text(encoding="utf-8")
    }
    asked = {str(name), *near}
    texts = {test: test.read_text(encoding="utf-8") for test in sorted(TESTS.rglob("test_*.cpp"))}
    return [test for test, text in texts.items() if any(f'#include "{each}"' in text for each in asked)]


def main() -> None:
    """Score the kernels that are named."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("kernels", nargs="+", help="folders or headers of native/kernels")
    parser.add_argument("--count", type=int, default=15, help="faults of each (15)")
    parser.add_argument("--seed", type=int, default=1, help="which are drawn (1)")
    options = parser.parse_args()
    rows = [line.split(" | ") for line in NO_DIFFERENCE.read_text(encoding="utf-8").splitlines()]
    known = {tuple(row[:3]) for row in rows}
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(Path(folder))
        for name in options.kernels:
            place = KERNELS / name
            headers = sorted(place.rglob("*.hpp")) if place.is_dir() else [place.with_suffix(".hpp")]
            chosen = [fault for header in headers if tests_of(header) for fault in faults_of(header)]
            random.Random(options.seed).shuffle(chosen)
            untested = ", ".join(each.stem for each in headers if not tests_of(each))
            print(f"{name}: {untested or 'nothing'} without C++ tests")
            noticed = counted = equal = 0
            for fault in chosen:
                if counted + equal == options.count:
                    break
                if fault.said() in known:
                    equal += 1
                    continue
                outcome = compiler.outcome(fault.header, fault.text())
                if outcome == "no code":
                    continue
                counted += 1
                noticed += outcome != "survived"
                if outcome == "survived":
                    header, text, what = fault.said()
                    print(f"{outcome} {header}:{fault.line + 1}  {what}\n    {text}", flush=True)
            same = f", {equal} make no difference" if equal else ""
            print(f"{name}: {noticed} of {counted} noticed{same}", flush=True)


if __name__ == "__main__":
    main()
