"""xtcocotools, whose rules of CrowdPose MMPose calls: AP of keypoints, from the files that both read."""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import shutil
import tempfile
from pathlib import Path

import numpy as np

import truebox as tb
from benchmarks.beside.dropped_names import with_dropped_names
from benchmarks.beside.kit import Case, Kit

__all__ = ["KIT"]


_SIGMAS = (0.79, 0.79, 0.72, 0.72, 0.62, 0.62, 1.07, 1.07, 0.87, 0.87, 0.89, 0.89, 0.79, 0.79)


def _made(quick: bool) -> Case:
    from xtcocotools.coco import COCO
    from xtcocotools.cocoeval import COCOeval

    with_dropped_names()
    images = 50 if quick else 1000
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    people = _write(folder, images)
    truth, found = str(folder / "truth.json"), str(folder / "found.json")

    def theirs() -> float:
        with contextlib.redirect_stdout(io.StringIO()):
            kit = COCO(truth)
            scores = np.array(_SIGMAS) / 10
            asked = COCOeval(kit, kit.loadRes(found), "keypoints_crowd", scores, use_area=False)
            asked.evaluate()
            asked.accumulate()
            asked.summarize()
        return float(asked.stats[0])

    def ours() -> float:
        result = tb.evaluate(truth, found, protocol=KIT.protocol, geometry="keypoints")
        return float(result.metrics["AP"])

    return Case(f"{images:,} images, {people:,} poses", ours, theirs)


def _write(folder: Path, images: int) -> int:
    chance = np.random.default_rng(1)
    listed, annotations, found = [], [], []
    for image in range(1, images + 1):
        listed.append({"id": image, "width": 640, "height": 480, "crowdIndex": float(chance.random())})
        for _ in range(int(chance.integers(1, 9))):
            left, top, width, height = (*chance.uniform(0, 400, 2), *chance.uniform(40, 200, 2))
            points = np.round((left, top) + chance.random((14, 2)) * (width, height), 2)
            place = {"image_id": image, "category_id": 1}
            box = [round(float(each), 2) for each in (left, top, width, height)]
            marked = np.column_stack([points, np.full(14, 2)]).ravel().tolist()
            shape = {"bbox": box, "keypoints": marked, "num_keypoints": 14, "iscrowd": 0, "area": 0}
            annotations.append({"id": len(annotations) + 1, **place, **shape})
            for spread in (2.0, 9.0):
                moved = np.round(points + chance.normal(0, spread, (14, 2)), 2)
                marked = np.column_stack([moved, np.ones(14)]).ravel().tolist()
                found.append({**place, "keypoints": marked, "score": round(float(chance.random()), 6)})
    person = {"id": 1, "name": "person", "keypoints": [f"p{place}" for place in range(14)], "skeleton": []}
    whole = {"images": listed, "annotations": annotations, "categories": [person]}
    (folder / "truth.json").write_text(json.dumps(whole), encoding="utf-8")
    (folder / "found.json").write_text(json.dumps(found), encoding="utf-8")
    return len(found)


KIT = Kit(package="xtcocotools", distribution="xtcocotools", protocol="crowdpose", made=_made, within=1e-9)
