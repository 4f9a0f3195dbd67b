"""How long does it take from two files of masks to AP, and how much memory?"""

from __future__ import annotations

from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.made_shapes import made_shape_files
from benchmarks.whole_process import measure

# The reference takes most of a minute: one run of it says enough.
_MOST_ROUNDS = {"pycocotools": 1, "faster-coco-eval": 2, "ultrafast-pycocotools": 2}


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process, masks: 5,000 images, 36,000 polygons, 600,000 run lengths to the COCO numbers."""
    files = made_shape_files("masks", 300 if quick else 5000, 80, 120)
    answer = Answer(
        "eval_masks",
        "From two files of masks to AP: 5,000 images",
        "Fresh processes: start, read both files, evaluate masks, print the twelve numbers, end. Truths are "
        "polygons, detections compressed run lengths without boxes. Every tool's twelve numbers are compared "
        "with the reference's, all digits.",
    )
    rivals = ("hotcoco", "ultrafast_pycocotools", "vernier", "faster_coco_eval", "pycocotools")
    count = rounds or (2 if quick else 9)
    measure(answer, files, rivals, count, _MOST_ROUNDS, reference="pycocotools", overlap="segm")
    case = files.title
    answer.promise_share(case, "truebox eval", "hotcoco", 0.25)
    answer.promise_share(case, "truebox eval", "hotcoco", 0.45, memory=True)
    return answer


if __name__ == "__main__":
    main(ask)
