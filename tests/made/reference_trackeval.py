"""What TrackEval 1.3.0 answers for the files of each benchmark, field by field."""

from __future__ import annotations

import contextlib
import copy
import io
import shutil
import sys
import types
import warnings
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["compare_with_trackeval", "reference_trackeval"]

QUIET = {"PRINT_CONFIG": False}
BOXES = ("HOTA", "CLEAR", "Identity", "VACE", "Count")
SMALL, LARGE = 128**2, 256**2
MOT = {"mot15": "MOT15", "mot16": "MOT16", "mot17": "MOT17", "mot20": "MOT20", "dancetrack": "MOT17"}


def _disk(radius: float) -> np.ndarray:
    steps = np.arange(-radius, radius + 1)
    return (steps[:, None] ** 2 + steps**2 <= radius**2).astype(np.uint8)


def _dataset(trackeval: Any, protocol: str, gt: Path, found: Path) -> tuple[Any, tuple[str, ...], str]:
    """The data set of the reference, the families of numbers it is asked for, and the tracker's name."""
    common = {
        "GT_FOLDER": str(gt),
        "TRACKERS_FOLDER": str(found.parent),
        "TRACKERS_TO_EVAL": ["mine"],
        **QUIET,
    }
    kinds = trackeval.datasets
    if protocol in ("tao", "youtube_vis"):
        home = gt.parent / "for-reference"
        split = "youtube_vis_x" if protocol == "youtube_vis" else ""
        for side, file in (("truths", gt), ("trackers", found)):
            folder = home / side / split / ("mine/data" if side == "trackers" else "")
            folder.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, folder)
        common |= {"GT_FOLDER": f"{home}/truths/", "TRACKERS_FOLDER": f"{home}/trackers/"}
        if protocol == "tao":
            return kinds.TAO(common), ("HOTA", "CLEAR", "Identity", "TrackMAP", "Count"), "mine"
        return kinds.YouTubeVIS({**common, "SPLIT_TO_EVAL": "x"}), (*BOXES[:3], "TrackMAP", "Count"), "mine"
    if protocol == "bdd100k_tracking":
        return kinds.BDD100K(common), BOXES, "mine"
    if protocol == "davis":
        names = sorted(each.name for each in gt.iterdir())
        sys.modules.setdefault("skimage", types.ModuleType("skimage"))
        module = types.ModuleType("skimage.morphology")
        module.disk = _disk  # type: ignore[attr-defined]
        sys.modules.setdefault("skimage.morphology", module)
        return (
            kinds.DAVIS({**common, "SEQ_INFO": dict.fromkeys(names)}),
            ("HOTA", "CLEAR", "Identity", "Count", "JAndF"),
            "mine",
        )
    if protocol == "kitti_tracking":
        return kinds.Kitti2DBox(common), BOXES, "mine"
    if protocol == "kitti_mots":
        lines = (gt / "evaluate_mots.seqmap.val").read_text().split("\n")
        lengths = {line.split()[0]: int(line.split()[3]) + 1 for line in lines if line}
        return kinds.KittiMOTS({**common, "SEQ_INFO": lengths}), BOXES, "mine"
    names = dict.fromkeys(sorted(each.parent.name for each in gt.glob("*/seqinfo.ini")))
    common |= {"SKIP_SPLIT_FOL": True, "SEQ_INFO": names}
    if protocol == "mots":
        return kinds.MOTSChallenge(common), BOXES, "mine"
    if protocol == "head_tracking":
        return kinds.HeadTrackingChallenge(common), BOXES, "mine"
    return kinds.MotChallenge2DBox({**common, "BENCHMARK": MOT[protocol]}), BOXES, "mine"


def _metric(trackeval: Any, name: str, protocol: str) -> Any:
    kind = getattr(trackeval.metrics, name)
    if name == "TrackMAP" and protocol == "youtube_vis":
        areas = [[0, SMALL], [SMALL, LARGE], [LARGE, 1e5**2]]
        return kind({"USE_TIME_RANGES": False, "AREA_RANGES": areas, "MAX_DETECTIONS": 0, **QUIET})
    return kind(dict(QUIET)) if name in ("CLEAR", "Identity", "TrackMAP") else kind()


def reference_trackeval(
    protocol: str, gt: Path, found: Path
) -> dict[str, dict[str, dict[str, dict[str, Any]]]]:
    """By sequence (and ``COMBINED_SEQ``), class (and means and groups of classes), family, field.

    VACE of a sequence without any track divides by nothing in the reference; that sequence is left out of it.
    """
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        import trackeval

        data, families, tracker = _dataset(trackeval, protocol, gt, found)
        metrics = {name: _metric(trackeval, name, protocol) for name in families}
        answers: dict = {name: {} for name in (*sorted(data.seq_list), "COMBINED_SEQ")}
        for name in sorted(data.seq_list):
            raw = data.get_raw_seq_data(tracker, name)
            for kind in data.class_list:
                ready = data.get_preprocessed_seq_data(copy.deepcopy(raw), kind)
                answers[name][kind] = {}
                for family, metric in metrics.items():
                    with contextlib.suppress(ZeroDivisionError):
                        answers[name][kind][family] = metric.eval_sequence(copy.deepcopy(ready))
        summed = answers["COMBINED_SEQ"]
        for kind in data.class_list:
            summed[kind] = {}
            for family, metric in metrics.items():
                parts = {
                    name: answers[name][kind][family]
                    for name in sorted(data.seq_list)
                    if family in answers[name][kind]
                }
                if parts:
                    summed[kind][family] = metric.combine_sequences(parts)
        families = tuple(each for each in families if each not in ("Count", "VACE"))
        classes = {kind: summed[kind] for kind in data.class_list}
        if data.should_classes_combine:
            for label, way in (
                ("cls_comb_cls_av", "combine_classes_class_averaged"),
                ("cls_comb_det_av", "combine_classes_det_averaged"),
            ):
                summed[label] = {
                    family: getattr(metrics[family], way)(
                        {kind: each[family] for kind, each in classes.items()}
                    )
                    for family in families
                }
        if data.use_super_categories:
            for label, members in data.super_categories.items():
                own = {kind: each for kind, each in classes.items() if kind in members}
                summed[label] = {
                    family: metrics[family].combine_classes_det_averaged(
                        {kind: each[family] for kind, each in own.items()}
                    )
                    for family in families
                }
    return answers


def compare_with_trackeval(expected: dict, found: dict) -> tuple[int, list[str]]:
    """How many fields were compared, and those that differ in any bit; NaN equals NaN."""
    compared, differ = 0, []
    for sequence, classes in expected.items():
        for kind, families in classes.items():
            for family, fields in families.items():
                if family == "TrackMAP" and sequence != "COMBINED_SEQ":
                    continue  # there it holds matches
                for field, value in fields.items():
                    if field in ("precision", "recall") or (field == "Frames" and sequence == "COMBINED_SEQ"):
                        continue
                    want = np.asarray(np.nan if value is None else value, dtype=float)
                    place = f"{sequence} {kind} {family} {field}"
                    try:
                        got = np.asarray(found[sequence][kind][family][field], dtype=float)
                    except KeyError as missing:
                        differ.append(f"{place}: missing {missing}")
                        continue
                    compared += 1
                    if got.shape != want.shape or not np.array_equal(got, want, equal_nan=True):
                        differ.append(f"{place}: {got.tolist()} for {want.tolist()}"[:300])
    return compared, differ
