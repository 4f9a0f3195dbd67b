"""How long does reading alone take: a results file into columns?"""

from __future__ import annotations

from types import ModuleType

from benchmarks import ours
from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.made_data import Files, made_files
from benchmarks.processes import Program, ProgramError, Runs, python, run_once
from benchmarks.versus import adapters

# Appended to each tool's READ: imports and the truth are outside the clock, a checksum proves what was read.
_TIMED = """
import hashlib, json, sys, time
truth = prepare(sys.argv[1])
begun = time.perf_counter()
loaded = read(truth, sys.argv[2])
seconds = time.perf_counter() - begun
boxes, scores = look(loaded)
digest = hashlib.sha256(np.ascontiguousarray(boxes, dtype="<f8").tobytes())
digest.update(np.ascontiguousarray(scores, dtype="<f8").tobytes())
print(json.dumps({"seconds": seconds, "sha256": digest.hexdigest(), "rows": len(scores)}))
"""

_LIMIT = "the file read once and forgotten"
_READ_ONCE = """
import numpy as np
def prepare(truth):
    pass
def read(truth, predictions):
    with open(predictions, "rb", buffering=0) as file:
        while file.read(1 << 18):
            pass
def look(loaded):
    return np.empty((0, 4)), np.empty(0)
"""


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Reading 500,000 detections from JSON into boxes and scores."""
    files = made_files(500 if quick else 5000, 80)
    answer = Answer(
        "read_json",
        "Reading a results file into columns",
        "Fresh processes, interleaved; the clock runs inside, around the reading alone, imports outside. "
        "The columns read are compared bit for bit by their SHA-256. Peak memory is not shown: "
        "the comparison itself would dominate it.",
    )
    modules, absent = adapters(("hotcoco", "orjson", "msgspec", "stdlib_json", "pycocotools"), "READ")
    answer.skipped += absent
    programs = [_program(module, files) for module in (ours, *modules)]
    limit = Program(_LIMIT, python(_READ_ONCE + _TIMED, str(files.truth), str(files.predictions)))
    programs.append(limit)
    digests: dict[str, str] = {}
    samples: dict[str, list[float]] = {}
    for _ in range(rounds or (2 if quick else 5)):
        for program in list(programs):
            try:
                said = _said(program)
            except ProgramError as error:
                answer.skipped.append((program.tool, f"did not run: {str(error).strip().splitlines()[-1]}"))
                programs.remove(program)
                continue
            digests[program.tool] = str(said["sha256"])
            samples.setdefault(program.tool, []).append(float(said["seconds"]))
    exact = digests.get("json (standard library) + NumPy", "")
    if digests.get(ours.TOOL, exact) != exact:
        raise RuntimeError("truebox read other numbers than the standard library")
    for tool, seconds in samples.items():
        verdict = "" if tool == _LIMIT else "identical" if digests[tool] == exact else "differs"
        answer.rows.append(Row(files.title, tool, tuple(seconds), answer=verdict))
    return answer


def _program(module: ModuleType, files: Files) -> Program:
    script = "import numpy as np\n" + module.READ + _TIMED
    return Program(module.TOOL, python(script, str(files.truth), str(files.predictions)))


def _said(program: Program) -> dict[str, float | str]:
    runs = Runs()
    run_once(program, runs)
    return dict(runs.said)


if __name__ == "__main__":
    main(ask)
