"""How long does it take until anything happens: imports, the first help page, the first IoU?"""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np

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

_FIRST = "first IoU in a fresh process"
_FIRST_OURS = "truebox.pairwise_iou()"
_BARE_NUMPY = "import numpy, no IoU: the limit"
_LATER_THAN_NUMPY = 0.005

# The same 2 × 3 boxes for every tool, and the matrix as JSON.
_BOXES = """
import numpy as np
a = np.array([[0.0, 0.0, 10.0, 10.0], [5.0, 5.0, 20.0, 30.0]])
b = np.array([[0.0, 0.0, 10.0, 10.0], [2.0, 3.0, 11.0, 9.0], [40.0, 40.0, 50.0, 60.0]])
"""
_SIZED = "a[:, 2:] -= a[:, :2]\nb[:, 2:] -= b[:, :2]\n"
_SHOWN = "print([[float(each) for each in row] for row in found])"
_FIRST_CALLS = {
    _FIRST_OURS: f"import truebox\n{_BOXES}found = truebox.pairwise_iou(a, b)\n",
    "hotcoco": f"from hotcoco import primitives\n{_BOXES}{_SIZED}"
    "found = primitives.bbox_iou(a, b, [False] * 3)\n",
    "pycocotools": f"from pycocotools import mask\n{_BOXES}{_SIZED}found = mask.iou(a, b, [0] * 3)\n",
    "faster-coco-eval": f"from faster_coco_eval.core import mask\n{_BOXES}{_SIZED}"
    "found = mask.iou(a, b, [0] * 3)\n",
    "powerboxes": f"import powerboxes\n{_BOXES}found = 1 - powerboxes.iou_distance(a, b)\n",
    "supervision": f"import supervision\n{_BOXES}found = supervision.box_iou_batch(a, b)\n",
    "shapely": f"import shapely\n{_BOXES}boxes = [shapely.box(*each.T) for each in (a, b)]\n"
    "left, right = boxes[0][:, None], boxes[1][None]\n"
    "found = shapely.area(shapely.intersection(left, right)) / shapely.area(shapely.union(left, right))\n",
    "torch, torchvision's formula": f"import torch\n{_BOXES}a, b = torch.from_numpy(a), torch.from_numpy(b)\n"
    "low, high = torch.max(a[:, None, :2], b[:, :2]), torch.min(a[:, None, 2:], b[:, 2:])\n"
    "both = (high - low).clamp(min=0).prod(2)\n"
    "size = [(each[:, 2] - each[:, 0]) * (each[:, 3] - each[:, 1]) for each in (a, b)]\n"
    "found = both / (size[0][:, None] + size[1] - both)\n",
}
# Shared area of all that either box covers: 48 of 106; 25 of 450; 24 of 405; nothing.
_EXPECTED = ((1.0, 48 / 106, 0.0), (25 / 450, 24 / 405, 0.0))


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Imports and help pages in fresh processes; and what came with the import."""
    answer = Answer(
        "start_up",
        "Starting up",
        "Fresh processes, interleaved, start to end, the interpreter included. "
        "Before anything is timed, the modules that come with `import truebox` are looked through: no array "
        "library and no framework may be among them. The first IoU is that of two boxes with three, imports "
        "included, and every answer is compared; a bare import of NumPy, which all of these tools need, is "
        "the limit and no rival.",
    )
    answer.baseline = "import truebox"
    _refuse_frameworks()
    programs = [Program(tool, command) for tool, command in _OURS.items()]
    programs += [Program(tool, python(script)) for tool, script in _OTHERS.items()]
    rounds = rounds or (3 if quick else 15)
    for tool, runs in interleave(_running(programs, answer), rounds).items():
        answer.rows.append(process_row(_CASE, tool, runs))
    _ask_first(answer, rounds)
    _promise(answer)
    return answer


def _ask_first(answer: Answer, rounds: int) -> None:
    """The first IoU of every tool; whose answer is another is not timed."""
    programs = [Program(tool, python(script + _SHOWN)) for tool, script in _FIRST_CALLS.items()]
    ran = _running(programs, answer)
    limit = Program(_BARE_NUMPY, python("import numpy\nprint([])"))
    for tool, runs in interleave([*ran, limit], rounds).items():
        if tool != _BARE_NUMPY and not np.allclose(runs.said, _EXPECTED, rtol=0, atol=1e-6):
            if tool == _FIRST_OURS:
                raise RuntimeError(f"the first IoU is {runs.said}")
            answer.skipped.append((tool, f"another answer: {runs.said}"))
            continue
        exact = np.array_equal(runs.said, _EXPECTED)
        verdict = "" if tool == _BARE_NUMPY else "identical" if exact else "to 1e-6"
        answer.rows.append(process_row(_FIRST, tool, runs, verdict))


def _running(programs: list[Program], answer: Answer) -> list[Program]:
    """Those that run; what stops the others is noted."""
    found = []
    for program in programs:
        try:
            run_once(program, interleave([program], 0)[program.tool])
            found.append(program)
        except (ProgramError, OSError) as error:
            answer.skipped.append((program.tool, f"did not run: {str(error).strip().splitlines()[-1]}"))
    return found


def _promise(answer: Answer) -> None:
    mine, least = answer.row(_FIRST, _FIRST_OURS), answer.row(_FIRST, _BARE_NUMPY)
    if mine and least:
        promise = f"{_FIRST_OURS}: at most {_LATER_THAN_NUMPY * 1000:.0f} ms after a bare import of NumPy"
        answer.targets.append(Target(_FIRST, promise, mine.time - least.time, _LATER_THAN_NUMPY))
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
