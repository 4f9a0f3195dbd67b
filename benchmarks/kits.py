"""How fast are protocols beside the kits whose numbers they give?"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pkgutil import iter_modules

from benchmarks import beside
from benchmarks.answer import OURS, Answer, Row
from benchmarks.asking import main
from benchmarks.beside.kit import Case, Kit
from benchmarks.stopwatch import interleave

_FASTER = 10.0
_BROKEN = (ImportError, RuntimeError, ValueError, AttributeError, TypeError, LookupError)
"""What a package raises that does not fit another one."""

_WITHOUT = (
    ("VOCdevkit, VisDrone toolkit, Caltech toolbox", "MATLAB"),
    ("KITTI object development kit", "C++ sources that no package index has; its port to Python needs CUDA"),
    ("Waymo metrics library", "wheels of 2023 for Python 3.7 to 3.10 with TensorFlow 2.11 or 2.12"),
    ("DOTA_devkit", "in no package index; compiled by hand, for Python 2"),
    ("CrowdDet, WiderFace-Evaluation, MhLiao/DB, eval_MR_multisetup", "in no package index"),
    ("Total-Text, CTW1500 and ICDAR scripts", "in no package index"),
    ("ActivityNet, LUNA16, CAMELYON16 scripts", "Python 2, in no package index"),
    ("nnDetection", "in no package index; compiled for CUDA"),
    ("MMDetection", "needs mmcv, compiled for each torch"),
    (
        "YOLOv5",
        "its package asks for a release of Ultralytics and one of torch; compared beside the protocol",
    ),
    ("pycocotools, faster-coco-eval, LVIS", "questions of their own: `eval_5k`, `eval_80k`, `eval_lvis`"),
    ("boundary-iou-api, TIDE, TrackEval", "questions of their own: `eval_boundary`, `diagnosis`, `tracks`"),
)


def ask(quick: bool = False, rounds: int | None = None, cases: Sequence[str] | None = None) -> Answer:
    """One process, interleaved: the same number of both first, then the time; `cases` are packages."""
    answer = Answer(
        "kits",
        "Protocols beside their kits",
        "Each kit evaluates its own arrays in memory, Truebox its records; where pictures or files are "
        "named, both read them. Strict mode, with what it computes again for its warnings. Where the numbers "
        "differ by more than the kit's own rounding nothing is timed.",
    )
    versions = []
    kits = [import_module(f"{beside.__name__}.{each.name}") for each in iter_modules(beside.__path__)]
    held: list[Kit] = [each.KIT for each in kits if hasattr(each, "KIT")]
    known = [each.package for each in held]
    for name in cases or ():
        if name not in known:
            raise ValueError(f"no case {name!r}; there are {', '.join(known)}")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kit in held:
            if cases is not None and kit.package not in cases:
                continue
            if find_spec(kit.package) is None:
                answer.skipped.append((kit.package, "not installed"))
                continue
            try:
                case = kit.made(quick)
            except _BROKEN as error:
                answer.skipped.append((kit.package, f"cannot be imported: {error}"))
                continue
            versions.append(f"{kit.distribution} {version(kit.distribution)}")
            _time(answer, kit, case, rounds or (2 if quick else 5))
    answer.how += f" Kits: {', '.join(versions)}."
    answer.skipped += [(name, reason) for name, reason in _WITHOUT]
    return answer


def _time(answer: Answer, kit: Kit, case: Case, rounds: int) -> None:
    own = case.ours()
    try:
        other = case.theirs()
    except _BROKEN as error:
        answer.skipped.append((kit.package, f"does not run: {error}"))
        return
    title = f"{kit.protocol}: {case.title}"
    if abs(own - other) > kit.within:
        answer.skipped.append((f"{kit.package}, {title}", f"{kit.number} {other:.6f}, and ours is {own:.6f}"))
        return
    verdict = "identical" if own == other else f"{kit.number} within {kit.within:g}"
    for tool, samples in interleave({OURS: case.ours, kit.package: case.theirs}, rounds).items():
        answer.rows.append(Row(title, tool, tuple(samples), answer=verdict))
    answer.promise_speed(title, OURS, [kit.package], _FASTER)


if __name__ == "__main__":
    main(ask)
