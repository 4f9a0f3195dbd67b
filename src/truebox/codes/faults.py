"""What is wrong with an input as a whole, whatever its format (E-480 to E-489)."""

from __future__ import annotations

from truebox.codes.code import Code

__all__ = ["CODES_HERE"]

CODES_HERE = (
    Code(
        "E-480",
        "archive",
        "Archives are not opened: names inside one can lead out of its folder, and a small one can hold "
        "more than memory does.",
        "Unpack it and give the file or folder inside; `.gz` and `.zst` of one file are read.",
        example="truebox eval truth.zip predictions.json",
    ),
    Code(
        "E-481",
        "pickle",
        "Loading a pickle runs the code in it, so pickles, and the PyTorch files that hold them, are never "
        "loaded.",
        "Write the detections as JSON, CSV or `.npz` in the program that made them.",
        example="truebox eval truth.json predictions.pkl",
    ),
    Code(
        "E-482",
        "no annotations",
        "The file is a picture, or an array alone: nothing in it says what is annotated.",
        "Give the file or folder of annotations; pictures go to `--images`, arrays into one `.npz`.",
        example="truebox eval street.jpg predictions.json",
    ),
    Code(
        "E-483",
        "more memory than there is",
        "The estimate of what the evaluation needs is beyond the limit, so it was not begun.",
        "Evaluate fewer classes, images, thresholds or detections per image, or raise `--max-memory`. COCO "
        "results, Parquet and Arrow are read in pieces, but for rotated boxes, where the truth lists its "
        "classes, each annotation has an id of its own and the protocol does not order equal scores as in "
        "the file.",
        example=(
            "truebox eval truth.json predictions.json --max-memory 100MB      (for 10 million detections)"
        ),
    ),
)
