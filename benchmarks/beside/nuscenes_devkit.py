"""The nuScenes devkit: AP and the five errors of every class."""

from __future__ import annotations

import json

import numpy as np

import truebox as tb
from benchmarks.beside.kit import Case, Kit, average_precision
from benchmarks.made_data import made_folder

__all__ = ["KIT"]


_MAKE = """
import sys
from pathlib import Path
from benchmarks.protocol_files import write

write(Path(sys.argv[1]), "nuScenes", int(sys.argv[2]))
"""


def _made(quick: bool) -> Case:
    from nuscenes.eval.common.data_classes import EvalBoxes
    from nuscenes.eval.common.utils import center_distance
    from nuscenes.eval.detection.algo import accumulate, calc_ap, calc_tp
    from nuscenes.eval.detection.config import config_factory
    from nuscenes.eval.detection.constants import TP_METRICS
    from nuscenes.eval.detection.data_classes import DetectionBox

    images = 20 if quick else 100
    folder = made_folder(f"kits-nuscenes-{images}", _MAKE, images)
    rules = config_factory("detection_cvpr_2019")
    sides = []
    for name in ("truth", "found"):
        held = json.loads((folder / name).read_text(encoding="utf-8"))["results"]
        boxes = EvalBoxes.deserialize(held, DetectionBox)
        for sample in boxes.sample_tokens:  # as the kit does after it has asked its database for places
            near = [box for box in boxes[sample] if box.ego_dist < rules.class_range[box.detection_name]]
            boxes.boxes[sample] = near
        sides.append(boxes)

    def theirs() -> float:
        values = []
        for name in rules.class_names:
            for threshold in rules.dist_ths:
                curve = accumulate(*sides, name, center_distance, threshold)
                values.append(calc_ap(curve, rules.min_recall, rules.min_precision))
                if threshold == rules.dist_th_tp:
                    for metric in TP_METRICS:
                        calc_tp(curve, rules.min_recall, metric)
        return float(np.mean(values))

    truth, found = tb.read_truth(folder / "truth"), tb.read_predictions(folder / "found")
    title = f"{images:,} samples, {len(found):,} cuboids"
    return Case(title, average_precision(truth, found, KIT.protocol), theirs)


_MAKE = """
import sys
from pathlib import Path
from benchmarks.protocol_files import write

write(Path(sys.argv[1]), "nuScenes", int(sys.argv[2]))
"""


KIT = Kit(package="nuscenes", distribution="nuscenes-devkit", protocol="nuscenes", made=_made, within=1e-9)
