"""How long does it take from two files to AP, and how much memory, at the size of Objects365?"""

from __future__ import annotations

from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.made_data import made_files
from benchmarks.whole_process import measure


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process, boxes: 80,000 images, 365 classes and 8 million detections to the COCO numbers."""
    files = made_files(2000 if quick else 80_000, 365)
    answer = Answer(
        "eval_80k",
        "From two files to AP: 80,000 images",
        "Fresh processes, as for 5,000 images; only the two fastest tools. "
        "The twelve numbers are compared with hotcoco's, all digits.",
    )
    measure(answer, files, ("hotcoco",), rounds or (2 if quick else 5), {}, reference="hotcoco")
    answer.promise_share(files.title, "truebox eval", "hotcoco", 0.18)
    answer.promise_share(files.title, "truebox eval", "hotcoco", 0.35, memory=True)
    return answer


if __name__ == "__main__":
    main(ask)
