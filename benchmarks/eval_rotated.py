"""How much longer does an evaluation of rotated boxes take than one of upright boxes?"""

from __future__ import annotations

from benchmarks import ours
from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.made_data import files_in, made_folder
from benchmarks.processes import Program, Runs, interleave
from benchmarks.whole_process import process_row

_EDITION = 1
_UPRIGHT, _ROTATED = "truebox eval, upright boxes", "truebox eval, rotated boxes"
_DOTA = "truebox eval, rotated boxes by DOTA's rules"

# Each row has an upright box and, as its segmentation, the four corners of a rotated one in it.
_MAKE = """
import sys
from pathlib import Path
import msgspec
import numpy as np
from truebox.generation import make_dataset, to_coco, to_coco_results

folder, images, categories, detections = Path(sys.argv[1]), *map(int, sys.argv[2:])
truth, found = make_dataset(images, categories, detections, 7.4, 1)
truth, found = to_coco(truth), to_coco_results(found)
for rows in (truth["annotations"], found):
    for row in rows:
        x, y, w, h = row["bbox"]
        a, b = 0.15 * w, 0.35 * h
        corners = [x + a, y, x + w, y + h - b, x + w - a, y + h, x, y + b]
        row["segmentation"] = [[round(number, 3) for number in corners]]
        if "iscrowd" in row:
            row["iscrowd"] = 0
(folder / "truth.json").write_bytes(msgspec.json.encode(truth))
(folder / "predictions.json").write_bytes(msgspec.json.encode(found))
"""


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process, rotated boxes: 5,000 images, 500,000 detections, beside the upright boxes around."""
    images, categories, detections = 300 if quick else 5000, 80, 100
    folder = made_folder(f"rotated-{_EDITION}-{images}", _MAKE, images, categories, detections)
    files = files_in(folder, images, categories, images * detections)
    answer = Answer(
        "eval_rotated",
        "Rotated boxes beside upright ones: 5,000 images",
        "Fresh processes: start, read both files, evaluate, print the numbers, end. Every row has an upright "
        "box and four corners inside it; the area that two outlines share is computed for each pair that may "
        "meet. No other tool evaluates such files.",
    )
    paths = (str(files.truth), str(files.predictions))
    command = (ours.command(), "eval", *paths, "--json")
    programs = [
        Program(_UPRIGHT, (*command, "--geometry", "boxes", "--no-fit-test")),
        Program(_ROTATED, (*command, "--geometry", "rotated")),
        Program(_DOTA, (*command, "--geometry", "rotated", "--protocol", "dota")),
    ]
    runs: dict[str, Runs] = interleave(programs, rounds or (2 if quick else 7))
    for tool, found in runs.items():
        answer.rows.append(process_row(files.title, tool, found))
    answer.promise_share(files.title, _ROTATED, _UPRIGHT, 5)
    answer.promise_share(files.title, _DOTA, _UPRIGHT, 5)
    return answer


if __name__ == "__main__":
    main(ask)
