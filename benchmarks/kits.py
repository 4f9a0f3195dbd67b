"""How fast are protocols beside the kits whose numbers they give?"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

import truebox as tb
from benchmarks.answer import OURS, Answer, Row
from benchmarks.asking import main
from benchmarks.made_data import made_files, made_folder
from benchmarks.stopwatch import interleave

_FASTER = 10.0
_WITHOUT = (
    ("VOCdevkit, VisDrone toolkit, Caltech toolbox", "MATLAB"),
    ("KITTI object development kit, Waymo metrics library", "C++ sources that no package index has"),
    ("DOTA_devkit, CrowdDet, WiderFace-Evaluation, MhLiao/DB, eval_MR_multisetup", "in no package index"),
    ("Total-Text, CTW1500 and ICDAR scripts", "in no package index"),
    ("ActivityNet, LUNA16, CAMELYON16 scripts", "Python 2, in no package index"),
    ("cityscapesscripts", "takes pictures from folders: compared in `tests/parity`, not timed"),
    ("Open Images (`object_detection` of TensorFlow)", "in no package index by itself"),
    ("Ultralytics, YOLOv5, MMDetection", "compared beside each protocol, not timed"),
    ("COCO, LVIS, TrackEval", "questions of their own: `eval_5k`, `eval_lvis`, `tracks`"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kit:
    """A kit that the package index has, and what it is asked.

    Parameters
    ----------
    package : str
        As it is imported.
    protocol : str
        Ours.
    made : callable
        From ``quick`` to both sides as we take them, the title of the case, and the kit's call on its own
        arrays, which gives its mean AP.
    within : float
        How far the kit's number may lie from ours: it rounds, or counts in single precision.
    """

    package: str
    protocol: str
    made: Callable[[bool], tuple[Any, Any, str, Callable[[], float]]]
    within: float


def ask(quick: bool = False, rounds: int | None = None) -> Answer:
    """One process, interleaved, arrays in memory on both sides: the same mean AP first, then the time."""
    answer = Answer(
        "kits",
        "Protocols beside their kits",
        "Each kit evaluates its own arrays in memory, Truebox its records; strict mode, with what it "
        "computes again for its warnings. Where the means of AP differ by more than the kit's own rounding "
        "nothing is timed. Reading files is not part of it.",
    )
    answer.skipped += [(name, reason) for name, reason in _WITHOUT]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for kit in _KITS:
            if find_spec(kit.package) is None:
                answer.skipped.append((kit.package, "not installed"))
                continue
            try:
                truth, found, title, theirs = kit.made(quick)
            except (ImportError, RuntimeError) as error:  # a package that does not fit another one
                answer.skipped.append((kit.package, f"cannot be imported: {error}"))
                continue
            _time(answer, kit, (truth, found, title, theirs), rounds or (2 if quick else 5))
    return answer


def _time(answer: Answer, kit: _Kit, made: tuple[Any, Any, str, Callable[[], float]], rounds: int) -> None:
    truth, found, title, theirs = made

    def ours() -> float:
        return float(tb.evaluate(truth, found, protocol=kit.protocol).metrics["AP"])

    own, other = ours(), theirs()
    case = f"{kit.protocol}: {title}"
    if abs(own - other) > kit.within:
        answer.skipped.append((f"{kit.package}, {case}", f"AP {other:.6f}, and ours is {own:.6f}"))
        return
    verdict = "identical" if own == other else f"AP within {kit.within:g}"
    for tool, samples in interleave({OURS: ours, kit.package: theirs}, rounds).items():
        answer.rows.append(Row(case, tool, tuple(samples), answer=verdict))
    answer.promise_speed(case, OURS, [kit.package], _FASTER)


def _boxes(quick: bool) -> tuple[Any, Any, str, list[Any], list[Any]]:
    """Both sides as records, and as one table of boxes, classes and scores for each image."""
    images = 50 if quick else 200
    files = made_files(images, 80, 100)
    truth, found = tb.read_truth(files.truth), tb.read_predictions(files.predictions)
    # Kits differ in what they do with crowds, and so do these protocols: nobody has any here.
    plain = truth.crowd == 0
    truth_rows, found_rows = _rows(truth, plain), _rows(found, np.ones(len(found), dtype=bool))
    ids = truth.images.ids.tolist()
    empty = {"boxes": np.empty((0, 4)), "labels": np.empty(0, int), "scores": np.empty(0)}
    sides = [[each.get(image, empty) for image in ids] for each in (truth_rows, found_rows)]
    names = truth.categories.names
    given = [
        [
            {
                "boxes": each["boxes"],
                "labels": [names[label - 1] for label in each["labels"].tolist()],
                **({"scores": each["scores"]} if place else {}),
            }
            for each in side
        ]
        for place, side in enumerate(sides)
    ]
    records = tb.read_truth(given[0], box_format="xyxy"), tb.read_predictions(given[1], box_format="xyxy")
    return *records, f"{images:,} images, 80 classes, {len(found):,} detections", *sides


def _rows(side: Any, kept: Any) -> dict[Any, dict[str, Any]]:
    """Corners, classes from 1 and scores by image."""
    corners = np.concatenate([side.boxes[:, :2], side.boxes[:, :2] + side.boxes[:, 2:]], axis=1)[kept]
    image, label = np.array(side.image.tolist())[kept], np.array(side.category.tolist())[kept]
    scores = side.scores[kept] if hasattr(side, "scores") else np.ones(len(image))
    order = np.argsort(image, kind="stable")
    bounds = np.flatnonzero(np.append(True, np.diff(image[order]) != 0))
    return {
        image[rows[0]].item(): {"boxes": corners[rows], "labels": label[rows], "scores": scores[rows]}
        for rows in np.split(order, bounds[1:])
    }


def _map_boxes(quick: bool) -> tuple[Any, Any, str, Callable[[], float]]:
    from map_boxes import mean_average_precision_for_boxes

    truth, found, title, true, predicted = _boxes(quick)
    tables = [_table(side, scored=bool(place)) for place, side in enumerate((true, predicted))]
    return truth, found, title, lambda: float(mean_average_precision_for_boxes(*tables, verbose=False)[0])


def _table(side: Sequence[Mapping[str, Any]], *, scored: bool) -> Any:
    """Image, class, score, x1, x2, y1, y2, as map-boxes takes them."""
    rows = [
        [str(image), str(label), *([score] if scored else []), box[0], box[2], box[1], box[3]]
        for image, each in enumerate(side)
        for box, label, score in zip(each["boxes"], each["labels"], each["scores"], strict=True)
    ]
    return np.array(rows, dtype=object)


def _supervision(quick: bool) -> tuple[Any, Any, str, Callable[[], float]]:
    import supervision
    from supervision.metrics import MeanAveragePrecision

    truth, found, title, true, predicted = _boxes(quick)

    def side(rows: Sequence[Mapping[str, Any]]) -> list[Any]:
        return [
            supervision.Detections(xyxy=each["boxes"], class_id=each["labels"], confidence=each["scores"])
            for each in rows
        ]

    sides = side(predicted), side(true)
    return truth, found, title, lambda: float(MeanAveragePrecision().update(*sides).compute().map50_95)


def _torchmetrics(quick: bool) -> tuple[Any, Any, str, Callable[[], float]]:
    import torch
    from torchmetrics.detection import MeanAveragePrecision

    truth, found, title, true, predicted = _boxes(quick)

    def side(rows: Sequence[Mapping[str, Any]]) -> list[Any]:
        return [
            {
                "boxes": torch.tensor(each["boxes"], dtype=torch.float32),
                "labels": torch.tensor(each["labels"]),
                "scores": torch.tensor(each["scores"], dtype=torch.float32),
            }
            for each in rows
        ]

    sides = side(predicted), side(true)

    def run() -> float:
        metric = MeanAveragePrecision()
        metric.update(*sides)
        return float(metric.compute()["map"])

    return truth, found, title, run


def _nuscenes(quick: bool) -> tuple[Any, Any, str, Callable[[], float]]:
    from nuscenes.eval.common.data_classes import EvalBoxes
    from nuscenes.eval.common.utils import center_distance
    from nuscenes.eval.detection.algo import accumulate, calc_ap, calc_tp
    from nuscenes.eval.detection.config import config_factory
    from nuscenes.eval.detection.constants import TP_METRICS
    from nuscenes.eval.detection.data_classes import DetectionBox

    images = 20 if quick else 100
    folder = made_folder(f"kits-nuscenes-{images}", _MAKE_NUSCENES, images)
    rules = config_factory("detection_cvpr_2019")
    sides = []
    for name in ("truth", "found"):
        held = json.loads((folder / name).read_text(encoding="utf-8"))["results"]
        boxes = EvalBoxes.deserialize(held, DetectionBox)
        for sample in boxes.sample_tokens:  # as the kit does after it has asked its database for places
            near = [box for box in boxes[sample] if box.ego_dist < rules.class_range[box.detection_name]]
            boxes.boxes[sample] = near
        sides.append(boxes)

    def run() -> float:
        values = []
        for name in rules.class_names:
            for threshold in rules.dist_ths:
                curve = accumulate(*sides, name, center_distance, threshold)
                values.append(calc_ap(curve, rules.min_recall, rules.min_precision))
                if threshold == rules.dist_th_tp:
                    for metric in TP_METRICS:
                        calc_tp(curve, rules.min_recall, metric)
        return float(np.mean(values))

    records = tb.read_truth(folder / "truth"), tb.read_predictions(folder / "found")
    return *records, f"{images:,} samples, {len(records[1]):,} cuboids", run


_MAKE_NUSCENES = """
import sys
from pathlib import Path
from benchmarks.protocol_files import write

write(Path(sys.argv[1]), "nuScenes", int(sys.argv[2]))
"""


def _argoverse2(quick: bool) -> tuple[Any, Any, str, Callable[[], float]]:
    import pandas
    from av2.evaluation.detection.eval import evaluate
    from av2.evaluation.detection.utils import DetectionCfg

    sweeps, each = (10, 40) if quick else (40, 60)
    sides = _cuboids(sweeps, each)
    frames = [pandas.DataFrame(side) for side in sides]
    rules = DetectionCfg(eval_only_roi_instances=False)

    def run() -> float:
        return float(
            evaluate(frames[1].copy(), frames[0].copy(), rules, n_jobs=1)[2].loc["AVERAGE_METRICS", "AP"]
        )

    records = tb.read_truth(sides[0]), tb.read_predictions(sides[1])
    return *records, f"{sweeps:,} sweeps, {len(sides[1]['score']):,} cuboids", run


_CUBOID = ("tx_m", "ty_m", "tz_m", "length_m", "width_m", "height_m", "qw", "qx", "qy", "qz")


def _cuboids(sweeps: int, each: int) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
    """Columns of both sides: objects, and three detections near each of them."""
    chance = np.random.default_rng(1)
    count = sweeps * each
    center, size = chance.uniform(-60, 60, (count, 3)), chance.uniform(0.5, 5, (count, 3))
    yaw = chance.uniform(-3, 3, count)
    names = np.array(["REGULAR_VEHICLE", "PEDESTRIAN", "BOLLARD", "BUS"])[chance.integers(0, 4, count)]
    sweep = np.repeat(np.arange(sweeps), each)
    sides = []
    for copies in (1, 3):
        rows = np.repeat(np.arange(count), copies)
        spread = 0.0 if copies == 1 else 0.6
        turned = yaw[rows] + chance.normal(0, spread, len(rows))
        columns = np.column_stack(
            [
                center[rows] + chance.normal(0, spread, (len(rows), 3)),
                size[rows],
                *(np.cos(turned / 2), np.zeros(len(rows)), np.zeros(len(rows)), np.sin(turned / 2)),
            ]
        )
        named = dict(zip(_CUBOID, columns.T, strict=True))
        sides.append(
            {key: column.tolist() for key, column in named.items()}
            | {"log_id": ["log"] * len(rows), "timestamp_ns": (10**9 + sweep[rows]).tolist()}
            | {"category": names[rows].tolist()}
        )
    sides[0]["num_interior_pts"] = [9] * count
    sides[1]["score"] = chance.random(3 * count).tolist()
    return sides[0], sides[1]


_KITS = (
    _Kit(package="map_boxes", protocol="map_boxes", made=_map_boxes, within=1e-9),
    _Kit(package="supervision", protocol="supervision", made=_supervision, within=1e-6),
    _Kit(package="torchmetrics", protocol="torchmetrics", made=_torchmetrics, within=1e-6),
    _Kit(package="nuscenes", protocol="nuscenes", made=_nuscenes, within=1e-9),
    _Kit(package="av2", protocol="argoverse2", made=_argoverse2, within=5e-4),
)


if __name__ == "__main__":
    main(ask)
