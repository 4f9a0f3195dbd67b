"""Truebox: how well predicted boxes overlap the truth, and why the number is what it is.

Names are loaded on first use, so ``import truebox`` stays light and no array framework is
imported unless the caller already has.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # what it is to `typing`, which loads in 5 ms
if TYPE_CHECKING:
    from typing import Any

    from truebox import (
        arrays,
        boxes,
        checking,
        codes,
        datasets,
        diagnosis,
        drawing,
        errors,
        evaluation,
        execution,
        fitting,
        formulas,
        generation,
        integrations,
        losses,
        masks,
        matching,
        overlap,
        plotting,
        records,
        report,
        suppression,
        tracking,
    )
    from truebox.boxes import Box, BoxFormat, box_at_iou, convert_boxes
    from truebox.checking import check
    from truebox.datasets import read_predictions, read_truth
    from truebox.diagnosis import compare
    from truebox.evaluation import Evaluator, evaluate
    from truebox.matching import match_greedy, match_optimal
    from truebox.overlap import (
        ciou,
        diou,
        eiou,
        elementwise_iou,
        giou,
        ioa,
        ios,
        iou,
        mpdiou,
        nwd,
        pairwise_iou,
        siou,
    )
    from truebox.suppression import nms

    __version__: str

__all__ = [
    "Box",
    "BoxFormat",
    "Evaluator",
    "arrays",
    "box_at_iou",
    "boxes",
    "check",
    "checking",
    "ciou",
    "codes",
    "compare",
    "convert_boxes",
    "datasets",
    "diagnosis",
    "diou",
    "drawing",
    "eiou",
    "elementwise_iou",
    "errors",
    "evaluate",
    "evaluation",
    "execution",
    "fitting",
    "formulas",
    "generation",
    "giou",
    "integrations",
    "ioa",
    "ios",
    "iou",
    "losses",
    "masks",
    "match_greedy",
    "match_optimal",
    "matching",
    "mpdiou",
    "nms",
    "nwd",
    "overlap",
    "pairwise_iou",
    "plotting",
    "read_predictions",
    "read_truth",
    "records",
    "report",
    "siou",
    "suppression",
    "tracking",
]

_HOME = {
    "Box": "boxes",
    "BoxFormat": "boxes",
    "box_at_iou": "boxes",
    "check": "checking",
    "ciou": "overlap",
    "compare": "diagnosis",
    "convert_boxes": "boxes",
    "diou": "overlap",
    "eiou": "overlap",
    "elementwise_iou": "overlap",
    "Evaluator": "evaluation",
    "evaluate": "evaluation",
    "giou": "overlap",
    "ioa": "overlap",
    "ios": "overlap",
    "iou": "overlap",
    "match_greedy": "matching",
    "match_optimal": "matching",
    "mpdiou": "overlap",
    "nms": "suppression",
    "nwd": "overlap",
    "pairwise_iou": "overlap",
    "read_predictions": "datasets",
    "read_truth": "datasets",
    "siou": "overlap",
}


if not TYPE_CHECKING:  # where it is seen, every misspelt name is of type Any

    def __getattr__(name: str) -> Any:
        if name in _HOME:
            value = getattr(import_module(f"truebox.{_HOME[name]}"), name)
        elif name == "__version__":
            value = import_module("truebox._native").__version__
        elif name in __all__:
            value = import_module(f"truebox.{name}")
        else:
            raise AttributeError(f"module 'truebox' has no attribute {name!r}{_where(name)}")
        globals()[name] = value
        return value


def _where(name: str) -> str:
    """Where what others call `name` is here, or names that have every word of it, as the end of a message."""
    if name.startswith("_"):
        return ""
    elsewhere = import_module("truebox._elsewhere").ELSEWHERE.get(name)
    if elsewhere:
        return f". There is {' and '.join(elsewhere)}"
    # Every function here takes boxes, and many of them.
    words = set(name.lower().split("_")) - {"box", "boxes", "bbox", "bboxes", "batch"}
    if not words:
        return ""
    rooms = [room for room in __all__ if room.islower() and room not in _HOME]
    known = {
        public: f"truebox.{room}.{public}"
        for room in rooms
        for public in getattr(import_module(f"truebox.{room}"), "__all__", ())
    }
    found = [public for public in known if public == name and "formulas" not in known[public]]
    found = found or [public for public in known if words <= set(public.lower().split("_"))]
    # Measures before what is made of them, and the fewest words more.
    nearest = sorted(found, key=lambda public: ("overlap" not in known[public], public.count("_")))[:3]
    return f". There is {' and '.join(known[public] for public in nearest)}" if found else ""


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
