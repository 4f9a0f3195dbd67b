"""How long does reading a table of boxes take: CSV of three kinds, and Parquet?"""

from __future__ import annotations

import tempfile
from pathlib import Path
from types import ModuleType

from benchmarks import ours
from benchmarks.answer import Answer, Row, Target
from benchmarks.asking import main
from benchmarks.made_tables import make_tables
from benchmarks.processes import Program, ProgramError, Runs, python, run_once
from benchmarks.versus import adapters

# Appended to each tool's READ_TABLE: imports are outside the clock.
_TIMED = """
import json, sys, time
prepare(sys.argv[2])
begun = time.perf_counter()
rows = read(sys.argv[1], sys.argv[2])
print(json.dumps({"seconds": time.perf_counter() - begun, "rows": rows}))
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
        "has checked every box by then and holds a truth. panlabel is a program: its whole `stats` is timed. "
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
            _measure(answer, f"{title}, {rows:,} rows", programs, rounds or (2 if quick else 5))
    return answer


def _program(module: ModuleType, path: Path, kind: str) -> Program:
    return Program(module.TOOL, python(module.READ_TABLE + _TIMED, str(path), kind))


def _measure(answer: Answer, case: str, programs: list[Program], rounds: int) -> None:
    samples: dict[str, list[float]] = {}
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
    found = [Row(case, tool, tuple(seconds), answer="") for tool, seconds in samples.items()]
    answer.rows += found
    others = [row.time for row in found if row.tool != ours.TOOL]
    if others:
        ratio = next(row.time for row in found if row.tool == ours.TOOL) / min(others)
        answer.targets.append(Target(case, "not slower than the fastest", ratio, 1.0))


if __name__ == "__main__":
    main(ask)
