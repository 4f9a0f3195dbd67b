"""What does a truth of very many classes cost, of which most never occur?"""

from __future__ import annotations

from benchmarks import ours
from benchmarks.answer import Answer, Target
from benchmarks.asking import main
from benchmarks.made_data import files_in, made_folder
from benchmarks.processes import Program, interleave, python
from benchmarks.whole_process import COMMAND, FUNCTION, process_row

# Classes are drawn alike: most truths have one of their own. Every second detection is of one that occurs.
_MAKE = """
import sys
from pathlib import Path
import msgspec
import numpy as np
from dataclasses import replace
from truebox.generation import make_dataset, to_coco, to_coco_results
from truebox.records import Ids

folder, images, classes, detections = Path(sys.argv[1]), *map(int, sys.argv[2:])
truth, predictions = make_dataset(images, classes, detections, 7.4, 1)
chance = np.random.default_rng(0)
ids = truth.categories.ids.values
true = ids[chance.integers(0, classes, len(truth))]
near = true[chance.integers(0, len(true), len(predictions))]
far = ids[chance.integers(0, classes, len(predictions))]
found = np.where(chance.random(len(predictions)) < 0.5, near, far)
truth = replace(truth, category=Ids(true))
predictions = replace(predictions, category=Ids(found))
(folder / "truth.json").write_bytes(msgspec.json.encode(to_coco(truth)))
(folder / "predictions.json").write_bytes(msgspec.json.encode(to_coco_results(predictions)))
"""


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process, boxes: 100,000 classes in the truth."""
    images, classes = (300, 2_000) if quick else (5_000, 100_000)
    folder = made_folder(f"classes-1-{images}-{classes}-100", _MAKE, images, classes, 100)
    files = files_in(folder, images, classes, images * 100)
    answer = Answer(
        "many_classes",
        f"A truth of {classes:,} classes",
        "Fresh processes: start, read both files, evaluate boxes, print the numbers, end. Tools that hold "
        "the table of every class, threshold, recall, size and number of detections need ten gigabytes for "
        "it, so that none but ours is run. Both ways say the same numbers.",
    )
    paths = str(files.truth), str(files.predictions)
    programs = [
        Program(COMMAND, (ours.command(), "eval", *paths, "--json")),
        Program(FUNCTION, python(ours.EVALUATE, *paths, "bbox", "coco")),
    ]
    runs = interleave(programs, rounds or (1 if quick else 5))
    said = [ours.stats_of_document(runs[COMMAND].said), [float(each) for each in runs[FUNCTION].said]]
    if said[0] != said[1]:
        raise RuntimeError(f"{COMMAND}: {said[0]}, {FUNCTION}: {said[1]}")
    for tool, found in runs.items():
        answer.rows.append(process_row(files.title, tool, found))
    row = answer.row(files.title, FUNCTION)
    assert row is not None
    answer.targets.append(Target(files.title, f"{FUNCTION} \u2264 2 s", row.time, 2.0))
    answer.targets.append(Target(files.title, f"{FUNCTION} \u2264 1 GB", (row.memory or 0) / 1e9, 1.0))
    return answer


if __name__ == "__main__":
    main(ask)
