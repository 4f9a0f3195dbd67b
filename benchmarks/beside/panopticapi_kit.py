"""panopticapi (as panopticapi-lite packs it): PQ, from the pictures that both read, in one process."""

from __future__ import annotations

import atexit
import contextlib
import io
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.beside.kit import Case, Kit
from benchmarks.pixel_data import CATEGORIES, panoptic_scenes
from truebox.evaluation import evaluate_panoptic

__all__ = ["KIT"]


def _made(quick: bool) -> Case:
    from panopticapi.evaluation import pq_compute_single_core

    images = 4 if quick else 40
    scenes = panoptic_scenes(images)
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for name in ("truth", "predictions"):
        _write(folder / name, getattr(scenes, name))
    classes = {each["id"]: each for each in CATEGORIES}

    def theirs() -> float:
        sides = [
            json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))["annotations"]
            for name in ("truth", "predictions")
        ]
        with contextlib.redirect_stdout(io.StringIO()):
            counted = pq_compute_single_core(
                *(
                    0,
                    list(zip(*sides, strict=True)),
                    str(folder / "truth"),
                    str(folder / "predictions"),
                    classes,
                )
            )
        return float(counted.pq_average(classes, isthing=None)[0]["pq"])

    def ours() -> float:
        sides = (folder / f"{name}.json" for name in ("truth", "predictions"))
        return float(evaluate_panoptic(*sides).metrics["PQ"])

    return Case(f"{images:,} pictures of 640 × 480", ours, theirs)


def _write(folder: Path, document: dict[str, Any]) -> None:
    """A document, and a folder of its pictures beside it."""
    from PIL import Image

    folder.mkdir()
    listed = []
    for each in document["annotations"]:
        ids = each["segmentation"]
        colours = np.stack([ids & 255, ids >> 8 & 255, ids >> 16], axis=-1).astype(np.uint8)
        Image.fromarray(colours).save(folder / f"{each['image_id']}.png", compress_level=1)
        segments = [
            {**segment, "iscrowd": 0, "area": int((ids == segment["id"]).sum())}
            for segment in each["segments_info"]
        ]
        named = {"image_id": each["image_id"], "file_name": f"{each['image_id']}.png"}
        listed.append(named | {"segments_info": segments})
    images = [{"id": each["image_id"], "file_name": each["file_name"]} for each in listed]
    whole = {"categories": CATEGORIES, "images": images, "annotations": listed}
    folder.with_suffix(".json").write_text(json.dumps(whole), encoding="utf-8")


KIT = Kit(
    package="panopticapi",
    distribution="panopticapi-lite",
    protocol="panoptic",
    made=_made,
    number="PQ",
    within=1e-12,
)
