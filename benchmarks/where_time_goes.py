"""Where does the time of ``truebox eval TRUTH PREDICTIONS --json`` go, and what would be the limit?"""

from __future__ import annotations

from itertools import pairwise

from benchmarks.answer import Answer, Row
from benchmarks.asking import main
from benchmarks.made_data import Files, made_files
from benchmarks.processes import Program, Runs, python, run_once
from benchmarks.whole_process import process_row

# The steps of `truebox.cli.process.run_process`, with marks between them: wall clock and processor time.
_STAGES = """
import json, resource, sys, time
marks = []
def mark(stage):
    used = resource.getrusage(resource.RUSAGE_SELF)
    marks.append((stage, time.perf_counter(), used.ru_utime + used.ru_stime))
mark("begun")
from truebox.cli.process import prepare
prepare()
arguments = ["eval", sys.argv[1], sys.argv[2], "--json", "--quiet"]
from truebox.cli.runs import read_ahead
read_ahead.begin(arguments)
mark("what begins the reading is imported")
from truebox.cli.run import run
mark("the command line is imported (files are read meanwhile)")

def marking(module, name, after, before=None, then=None):
    original = getattr(module, name)
    def marked(*given, **named):
        if before:
            mark(before)
        found = original(*given, **named)
        mark(after)
        if then:
            then()
        return found
    setattr(module, name, marked)

def watch_evaluation():
    from truebox.cli.runs import ending, evaluation
    from truebox.evaluation.detection import run as detection
    for name, after in (
        ("survey", "boxes and scores are looked at"),
        ("align", "ids are joined"),
        ("match", "detections are matched"),
        ("tables_of_state", "precision and recall are accumulated"),
        ("summarise", "means are taken"),
        ("_result", "quirks are weighed, numbers of classes made"),
    ):
        marking(detection, name, after)
    marking(evaluation, "_oddities", "oddities are looked for", "fit, limits and zeros are tested")
    marking(evaluation, "end_run", "the outputs are written", "ties and gates are looked at")
    marking(ending, "write_outputs", "the text is written", "the document is made, the truth hashed")

from truebox.datasets.background import StartedReading
imported = "NumPy and the evaluation are imported"
marking(StartedReading, "result", "the rest of the files is read", imported, watch_evaluation)
code = run(arguments)
mark("all is ended")
print(json.dumps({"code": code, "marks": marks}))
"""

_WHOLE = "truebox eval, the whole"
_PASS, _NUMPY = "pass", "import numpy"
_TOUCH = """
import sys
for path in sys.argv[1:]:
    with open(path, "rb", buffering=0) as file:
        while file.read(1 << 18):
            pass
"""


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Stages of the command, and what no way of doing it can avoid."""
    answer = Answer(
        "where_time_goes",
        "Where the time of the main job goes",
        "`truebox eval truth.json predictions.json --json` in fresh processes, with a mark of the clock "
        "after every stage; a stage is what lies between two marks, so that the stages and the start and end "
        "of the interpreter add up to the whole. Medians of each, the shortest first. Processor time above "
        "the time of a stage is of other threads: files are read from the moment the first stage ends, while "
        "modules are imported. Below, the limit: what no such command can do without, each measured alone, "
        "in turn with the others. What it means: [what bounds it](where-the-time-goes.md).",
    )
    answer.baseline = _WHOLE
    for files in (made_files(200, 80),) if quick else (made_files(5000, 80), made_files(80_000, 365)):
        _measure(answer, files, rounds or (2 if quick else 9))
    return answer


def _measure(answer: Answer, files: Files, rounds: int) -> None:
    paths = str(files.truth), str(files.predictions)
    whole = Program("stages", python(_STAGES, *paths))
    limits = {
        "python, nothing imported": Program("start", python(_PASS)),
        "python, NumPy imported": Program("numpy", python(_NUMPY)),
        "python, both files read once and forgotten": Program("touch", python(_TOUCH, *paths)),
    }
    stages: dict[str, tuple[list[float], list[float]]] = {}
    runs, others = Runs(), {name: Runs() for name in limits}
    for _ in range(rounds):
        run_once(whole, runs)
        _add_stages(stages, runs)
        for name, program in limits.items():
            run_once(program, others[name])
    case = files.title
    for name, (seconds, processor) in stages.items():
        answer.rows.append(Row(case, f"truebox: {name}", tuple(seconds), (), tuple(processor), ""))
    answer.rows.append(process_row(case, _WHOLE, runs))
    for name, found in others.items():
        answer.rows.append(process_row(f"the limit: {case}", name, found))


def _add_stages(stages: dict[str, tuple[list[float], list[float]]], runs: Runs) -> None:
    """The last run's stages to the samples; the start and the end of the interpreter are what is left."""
    said = runs.said
    if said["code"] != 0:
        raise RuntimeError(f"the command ended with {said['code']}")
    marks = said["marks"]
    found = {
        name: (now - before, used - used_before)
        for (_, before, used_before), (name, now, used) in pairwise(marks)
    }
    whole = runs.seconds[-1], runs.cpu_seconds[-1]
    left = [all_of_it - sum(part[i] for part in found.values()) for i, all_of_it in enumerate(whole)]
    for name, (seconds, processor) in {"the interpreter starts and ends": tuple(left), **found}.items():
        held = stages.setdefault(name, ([], []))
        held[0].append(seconds)
        held[1].append(processor)


if __name__ == "__main__":
    main(ask)
