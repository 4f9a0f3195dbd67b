"""How long does reading a table of boxes take: CSV of three kinds, and Parquet?"""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import ModuleType

import numpy as np

from benchmarks import ours
from benchmarks.answer import Answer, Row, Target
from benchmarks.asking import main
from benchmarks.made_tables import make_tables
from benchmarks.processes import Program, ProgramError, Runs, python, run_once
from benchmarks.versus import adapters

# Appended to each tool's READ_TABLE: imports, and what says what was read, are outside the clock.
_TIMED = """
import json, sys, time
prepare(sys.argv[2])
begun = time.perf_counter()
loaded = read(sys.argv[1], sys.argv[2])
seconds = time.perf_counter() - begun
seen = look(loaded)
if seen is not None:
    import numpy as np
    boxes, images, classes = np.asarray(seen[0], dtype=float), *seen[1:]
    seen = [len(boxes), images, classes, *boxes.sum(axis=0).tolist(), *(boxes**2).sum(axis=0).tolist()]
print(json.dumps({"seconds": seconds, "seen": seen}))
"""

_LIMIT = "the file read once and forgotten"
_READ_ONCE = """
def prepare(kind):
    pass
def read(path, kind):
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 18):
            pass
def look(loaded):
    return None
"""

_CASES = {
    "openimages": ("Open Images CSV", ("pandas_tables", "pyarrow_tables", "globox")),
    "parquet": ("Parquet", ("pandas_tables", "pyarrow_tables")),
    "tfod": ("TFOD CSV", ("panlabel",)),
}


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Reading 1,000,000 rows into boxes, images and classes."""
    rows = 50_000 if quick else 1_000_000
    answer = Answer(
        "read_tables",
        "Reading a table of boxes",
        "Fresh processes, interleaved; the clock runs inside, around the reading alone, imports outside. "
        "Every tool ends with one array [N, 4] and a code for the image and the class of each row; truebox "
        "has checked every box by then and holds a truth. What was read is compared: rows, images, classes, "
        "and sums of corners and of their squares. panlabel is a program: its whole `stats` is timed. "
        "pandas rounds decimals its own way, not correctly, unless told otherwise.",
    )
    with tempfile.TemporaryDirectory() as folder:
        files = make_tables(Path(folder), rows)
        for kind, (title, rivals) in _CASES.items():
            if kind not in files:
                answer.skipped.append((title, "pyarrow is not installed"))
                continue
            modules, absent = adapters(rivals, "READ_TABLE")
            answer.skipped += absent
            programs = [_program(module, files[kind], kind) for module in (ours, *modules)]
            programs.append(Program(_LIMIT, python(_READ_ONCE + _TIMED, str(files[kind]), kind)))
            _measure(answer, f"{title}, {rows:,} rows", programs, rounds or (2 if quick else 5))
    return answer


def _program(module: ModuleType, path: Path, kind: str) -> Program:
    return Program(module.TOOL, python(module.READ_TABLE + _TIMED, str(path), kind))


def _measure(answer: Answer, case: str, programs: list[Program], rounds: int) -> None:
    samples: dict[str, list[float]] = {}
    seen: dict[str, list[float] | None] = {}
    for _ in range(rounds):
        for program in list(programs):
            runs = Runs()
            try:
                run_once(program, runs)
            except ProgramError as error:
                answer.skipped.append((program.tool, f"did not run: {str(error).strip().splitlines()[-1]}"))
                programs.remove(program)
                continue
            samples.setdefault(program.tool, []).append(float(runs.said["seconds"]))
            seen[program.tool] = runs.said["seen"]
    verdicts = {tool: _verdict(values, seen[ours.TOOL]) for tool, values in seen.items()}
    found = [Row(case, tool, tuple(seconds), answer=verdicts[tool]) for tool, seconds in samples.items()]
    answer.rows += found
    others = [row.time for row in found if row.tool not in (ours.TOOL, _LIMIT)]
    if others:
        ratio = next(row.time for row in found if row.tool == ours.TOOL) / min(others)
        answer.targets.append(Target(case, "not slower than the fastest", ratio, 1.0))


def _verdict(values: list[float] | None, expected: list[float] | None) -> str:
    """Sums are taken in any order, and pandas rounds decimals its own way: they agree to ten digits."""
    if values is None or expected is None:
        return ""
    equal = values[:3] == expected[:3] and np.allclose(values[3:], expected[3:], rtol=1e-10, atol=0)
    if not equal:
        raise RuntimeError(f"other rows were read: {values}, truebox: {expected}")
    return "equal"


if __name__ == "__main__":
    main(ask)
