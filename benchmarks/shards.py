"""What do shards cost that are evaluated apart and put together, beside one evaluation of all?"""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks import ours
from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.made_data import Files, made_files, made_folder
from benchmarks.processes import Program, Runs, interleave, python, run_once
from benchmarks.whole_process import process_row

_WHOLE = "truebox eval, all at once"

_CUT = """
import json, sys
from pathlib import Path
home, images, shards = Path(sys.argv[1]), *map(int, sys.argv[2:4])
from benchmarks.made_data import made_files
files = made_files(images, 80)
truth, rows = (json.loads(path.read_text()) for path in (files.truth, files.predictions))
place = {image["id"]: number * shards // images for number, image in enumerate(truth["images"])}
def cut(entries, key):
    lots = [[] for _ in range(shards)]
    for entry in entries:
        lots[place[entry[key]]].append(entry)
    return lots
lots = zip(cut(truth["images"], "id"), cut(truth["annotations"], "image_id"), cut(rows, "image_id"))
for number, (some, annotations, found) in enumerate(lots):
    part = {"images": some, "annotations": annotations, "categories": truth["categories"]}
    (home / f"truth-{number}.json").write_text(json.dumps(part))
    (home / f"found-{number}.json").write_text(json.dumps(found))
"""

_PARTS = """
import sys
from pathlib import Path
from truebox.execution import part
home, out, shards = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])
for number in range(shards):
    paths = home / f"truth-{number}.json", home / f"found-{number}.json"
    made = part(*paths, save=out / f"{number}.tbx")
print(len(made))
"""


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole processes: parts of 1 and of all shards, their merging, and one evaluation of all."""
    images, shards = (400, 4) if quick else (5000, 8)
    files = made_files(images, 80)
    home = made_folder(f"shards-1-{images}-{shards}", _CUT, images, shards)
    answer = Answer(
        "shards",
        f"Shards beside one evaluation: {images:,} images in {shards} shards",
        "Fresh processes that start, read JSON and end. The parts of all shards are made one after the other "
        "in one process; machines would make them side by side. What is put together has the twelve numbers "
        "of one evaluation, all digits.",
        baseline=_WHOLE,
    )
    with tempfile.TemporaryDirectory() as folder:
        programs = _programs(files, home, Path(folder), shards)
        first = {program.tool: Runs() for program in programs}
        for program in programs:
            run_once(program, first[program.tool])
        merged = _merging(shards)
        numbers = [ours.stats_of_document(first[tool].said) for tool in (_WHOLE, merged)]
        if numbers[0] != numbers[1]:
            raise RuntimeError(f"all at once: {numbers[0]}, put together: {numbers[1]}")
        verdicts = {_WHOLE: "identical", merged: "identical"}
        for tool, runs in interleave(programs, rounds or (2 if quick else 7)).items():
            answer.rows.append(process_row(files.title, tool, runs, verdicts.get(tool, "")))
    answer.promise_share(files.title, merged, _WHOLE, 1.0)
    answer.promise_share(files.title, merged, _WHOLE, 1.0, memory=True)
    answer.promise_share(files.title, _making(shards), _WHOLE, 2.0)
    return answer


def _programs(files: Files, home: Path, out: Path, shards: int) -> list[Program]:
    parts = [str(out / f"{number}.tbx") for number in range(shards)]
    return [
        Program(_WHOLE, (ours.command(), "eval", str(files.truth), str(files.predictions), "--json")),
        Program(_making(shards), python(_PARTS, str(home), str(out), str(shards))),
        Program(_making(1), python(_PARTS, str(home), str(out), "1")),
        Program(_merging(shards), (ours.command(), "merge", *parts, "--json")),
    ]


def _making(shards: int) -> str:
    return f"truebox part, {shards} {'shard' if shards == 1 else 'shards'}"


def _merging(parts: int) -> str:
    return f"truebox merge, {parts} parts"


if __name__ == "__main__":
    main(ask)
