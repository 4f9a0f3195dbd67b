"""How long does it take until anything happens: imports and the first help page?"""

from __future__ import annotations

import json
import subprocess
import sys

from benchmarks import ours
from benchmarks.answer import Answer, Target
from benchmarks.asking import main
from benchmarks.processes import Program, ProgramError, interleave, python, run_once
from benchmarks.whole_process import process_row

_FRAMEWORKS = ("numpy", "torch", "tensorflow", "keras", "jax", "pandas", "matplotlib", "rich", "PIL")
_CASE = "fresh process"

_OURS = {
    "import truebox": python("import truebox"),
    "import truebox, first IoU of arrays (NumPy)": python(
        "import truebox, numpy as np; truebox.pairwise_iou(np.zeros((1, 4)), np.ones((1, 4)))"
    ),
    "truebox --help": (ours.command(), "--help"),
    "truebox --version": (ours.command(), "--version"),
}
_OTHERS = {
    "python, nothing imported": "pass",
    "import numpy": "import numpy",
    "import hotcoco": "from hotcoco import COCO, COCOeval",
    "import pycocotools": "from pycocotools.cocoeval import COCOeval",
    "import faster_coco_eval": "from faster_coco_eval import COCOeval_faster",
    "import torch": "import torch",
}


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Imports and help pages in fresh processes; and what came with the import."""
    answer = Answer(
        "start_up",
        "Starting up",
        "Fresh processes, interleaved, start to end, the interpreter included. "
        "Before anything is timed, the modules that come with `import truebox` are looked through: no array "
        "library and no framework may be among them.",
    )
    answer.baseline = "import truebox"
    _refuse_frameworks()
    programs = [Program(tool, command) for tool, command in _OURS.items()]
    programs += [Program(tool, python(script)) for tool, script in _OTHERS.items()]
    for program in list(programs):
        try:
            run_once(program, interleave([program], 0)[program.tool])
        except (ProgramError, OSError) as error:
            answer.skipped.append((program.tool, f"did not run: {str(error).strip().splitlines()[-1]}"))
            programs.remove(program)
    for tool, runs in interleave(programs, rounds or (3 if quick else 15)).items():
        answer.rows.append(process_row(_CASE, tool, runs))
    _promise(answer)
    return answer


def _promise(answer: Answer) -> None:
    for tool, limit in (("import truebox, first IoU of arrays (NumPy)", 0.120), ("truebox --help", 0.200)):
        row = answer.row(_CASE, tool)
        if row:
            answer.targets.append(Target(_CASE, f"{tool}: at most {limit * 1000:.0f} ms", row.time, limit))


def _refuse_frameworks() -> None:
    script = "import sys, json, truebox; print(json.dumps(sorted(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    came = set(json.loads(shown)) & set(_FRAMEWORKS)
    if came:
        raise RuntimeError(f"import truebox brought {', '.join(sorted(came))}")


if __name__ == "__main__":
    main(ask)
