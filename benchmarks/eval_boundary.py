"""How long does it take from two files of masks to boundary AP?"""

from __future__ import annotations

from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.made_shapes import made_shape_files
from benchmarks.whole_process import measure

_MOST_ROUNDS = {"faster-coco-eval": 2}


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process, boundaries: 500 images, 3,600 polygons and 15,000 run lengths to twelve numbers."""
    files = made_shape_files("masks", 60 if quick else 500, 80, 30)
    answer = Answer(
        "eval_boundary",
        "From two files of masks to boundary AP: 500 images",
        "Fresh processes: start, read both files, evaluate boundaries (a fiftieth of the diagonal wide), "
        "print the twelve numbers, end. All numbers are compared with those of faster-coco-eval, which takes "
        "its means in another order than the reference of masks: the last digit may differ.",
    )
    count = rounds or (2 if quick else 5)
    measure(
        answer,
        files,
        ("faster_coco_eval",),
        count,
        _MOST_ROUNDS,
        reference="faster-coco-eval",
        overlap="boundary",
        tolerance=1e-15,
    )
    case = files.title
    answer.promise_speed(case, "truebox eval", ["faster-coco-eval"], 5)
    return answer


if __name__ == "__main__":
    main(ask)
