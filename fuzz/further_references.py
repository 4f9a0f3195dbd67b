"""Pairs for lvis 0.5.3 and panopticapi, and what they give, where they are installed.

panopticapi is on no package index: put a checkout of github.com/cocodataset/panopticapi on ``PYTHONPATH``.
"""

from __future__ import annotations

import contextlib
import copy
import importlib
import io
import json
import logging
import random
import shutil
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from federated_worlds import federated_world
from panoptic_scenes import scene, write_scene

__all__ = ["FURTHER", "available", "of_lvis", "of_panopticapi", "written_pair"]

FURTHER = {"lvis": "lvis", "panoptic": "panopticapi.evaluation"}
"""Kinds of pairs, and the module that is their reference."""


def available(kind: str) -> bool:
    """Whether the reference is here; lvis is older than NumPy 1.24, and wants OpenCV only to draw."""
    if kind == "lvis":
        sys.modules.setdefault("cv2", types.ModuleType("cv2"))
        np.float = float  # type: ignore[attr-defined]
        logging.disable(logging.WARNING)
    with contextlib.suppress(ImportError):
        importlib.import_module(FURTHER[kind])
        return True
    return False


def written_pair(
    kind: str, chance: random.Random, folder: Path, change: Callable[..., None]
) -> tuple[Any, Any]:
    """A pair with up to four changes, and its files ``t.json`` and ``p.json``."""
    changes = chance.randint(0, 4)
    if kind == "lvis":
        truth, found = federated_world(np.random.default_rng(chance.randrange(2**32)), images=2)
        for _ in range(changes):
            change(truth, found, chance)
        for name, data in (("t.json", truth), ("p.json", found)):
            (folder / name).write_text(json.dumps(data))
        return truth, found
    sides = scene(chance.randrange(2**31), images=2)
    for name, side in zip("tp", sides, strict=True):
        shutil.rmtree(folder / name, ignore_errors=True)
        write_scene(folder, name, side)
    truth, found = (json.loads((folder / f"{name}.json").read_text()) for name in "tp")
    segments = [
        one for side in (truth, found) for each in side["annotations"] for one in each["segments_info"]
    ]
    predicted = [one for each in found["annotations"] for one in each["segments_info"]]
    rows = {"annotations": segments, "images": truth["annotations"], "categories": truth["categories"]}
    for _ in range(changes):
        change(rows, predicted, chance)
    for name, side in (("t", truth), ("p", found)):
        (folder / f"{name}.json").write_text(json.dumps(side))
    return truth, found


def of_lvis(folder: Path, found: Any) -> Callable[[Any], str]:
    """Runs lvis; what is returned says where our result differs, if it does."""
    import lvis

    loaded = lvis.LVIS(str(folder / "t.json"))
    theirs = lvis.LVISEval(loaded, lvis.LVISResults(loaded, copy.deepcopy(found), max_dets=300), "bbox")
    theirs.run()

    def difference(ours: Any) -> str:
        arrays = ours.to_coco_eval()
        for name in ("precision", "recall"):
            if not np.array_equal(arrays[name][..., 0], theirs.eval[name]):
                return name
        metrics = [-1.0 if value is None else value for value in ours.metrics.values()]
        return "" if metrics == list(theirs.results.values()) else "metrics"

    return difference


def of_panopticapi(folder: Path, truth: Any, found: Any) -> Callable[[Any], str]:
    """The same of panopticapi, whose core runs in this process."""
    from panopticapi.evaluation import pq_compute_single_core

    categories = {each["id"]: each for each in truth["categories"]}
    predicted = {each["image_id"]: each for each in copy.deepcopy(found)["annotations"]}
    pairs = [(each, predicted[each["image_id"]]) for each in copy.deepcopy(truth)["annotations"]]
    with contextlib.redirect_stdout(io.StringIO()):
        state = pq_compute_single_core(0, pairs, str(folder / "t"), str(folder / "p"), categories)
    means, _ = state.pq_average(categories, isthing=None)

    def difference(ours: Any) -> str:
        for each in ours.per_class:
            one = state[each.id]
            if (each.true_positives, each.false_positives, each.false_negatives) != (one.tp, one.fp, one.fn):
                return f"counts of class {each.id}"
            if abs(each.iou_sum - one.iou) > 1e-12:
                return f"sum of overlaps of class {each.id}"
        values = {name: ours.metrics[name.upper()] for name in ("pq", "sq", "rq")}
        return next((name for name, value in values.items() if abs((value or 0.0) - means[name]) > 1e-12), "")

    return difference
