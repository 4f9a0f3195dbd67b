"""How long does it take from two files to AP, and how much memory, at the size of COCO's validation set?"""

from __future__ import annotations

from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.made_data import made_files
from benchmarks.whole_process import measure

# The reference takes half a minute: one run of it says enough.
_MOST_ROUNDS = {"pycocotools": 1, "faster-coco-eval": 3}


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process, boxes: files of 5,000 images and 500,000 detections to the twelve COCO numbers."""
    files = made_files(500 if quick else 5000, 80)
    answer = Answer(
        "eval_5k",
        "From two files to AP: 5,000 images",
        "Fresh processes: start, read both files, evaluate boxes, print the twelve numbers, end. "
        "Every tool's twelve numbers are compared with the reference's, all digits.",
    )
    rivals = ("hotcoco", "ultrafast_pycocotools", "vernier", "faster_coco_eval", "pycocotools")
    measure(answer, files, rivals, rounds or (2 if quick else 9), _MOST_ROUNDS, reference="pycocotools")
    case = files.title
    answer.promise_share(case, "truebox eval", "hotcoco", 0.25)
    answer.promise_share(case, "truebox eval", "hotcoco", 0.6, memory=True)
    answer.promise_speed(case, "truebox eval", ["pycocotools"], 150)
    return answer


if __name__ == "__main__":
    main(ask)
