"""How long does it take from two files of the size of LVIS to its thirteen numbers?"""

from __future__ import annotations

from benchmarks.answer import Answer
from benchmarks.asking import main
from benchmarks.made_shapes import made_federated_files
from benchmarks.whole_process import measure

_MOST_ROUNDS = {"lvis": 1}


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """Whole process, LVIS: 1,000 images, 1,203 classes and 300,000 boxes to the thirteen numbers."""
    files = made_federated_files(30 if quick else 1000, 1203, 300)
    answer = Answer(
        "eval_lvis",
        "From two files of LVIS to its thirteen numbers: 1,000 images",
        "Fresh processes: start, read both files, evaluate boxes by the LVIS protocol, print the thirteen "
        "numbers, end. 300 detections an image; a twentieth of the images of LVIS, for the reference's sake. "
        "All numbers are compared with those of the lvis package, all digits.",
    )
    count = rounds or (2 if quick else 5)
    measure(answer, files, ("lvis",), count, _MOST_ROUNDS, reference="lvis", protocol="lvis")
    case = files.title
    answer.promise_speed(case, "truebox eval", ["lvis"], 20)
    return answer


if __name__ == "__main__":
    main(ask)
