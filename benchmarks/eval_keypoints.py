"""How long does it take from two files of keypoints to AP, and how much memory?"""

from __future__ import annotations

from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.made_shapes import made_shape_files
from benchmarks.whole_process import measure

_MOST_ROUNDS = {"pycocotools": 2, "faster-coco-eval": 3, "ultrafast-pycocotools": 2}


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process, keypoints: 5,000 images, 36,000 people, 310,000 detections to the ten COCO numbers."""
    files = made_shape_files("keypoints", 300 if quick else 5000, 1, 62)
    answer = Answer(
        "eval_keypoints",
        "From two files of keypoints to AP: 5,000 images",
        "Fresh processes: start, read both files, evaluate keypoints, print the ten numbers, end. Seventeen "
        "points a person. Every tool's ten numbers are compared with the reference's, all digits.",
    )
    rivals = ("hotcoco", "ultrafast_pycocotools", "vernier", "faster_coco_eval", "pycocotools")
    count = rounds or (2 if quick else 9)
    measure(answer, files, rivals, count, _MOST_ROUNDS, reference="pycocotools", overlap="keypoints")
    case = files.title
    answer.promise_share(case, "truebox eval", "hotcoco", 0.35)
    answer.promise_share(case, "truebox eval", "hotcoco", 0.6, memory=True)
    return answer


if __name__ == "__main__":
    main(ask)
