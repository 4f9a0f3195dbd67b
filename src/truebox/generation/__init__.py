"""Made data: a small world with known faults, and plain datasets of any size."""

from __future__ import annotations

from truebox.generation.coco_dicts import to_coco, to_coco_results
from truebox.generation.dataset import make_dataset
from truebox.generation.demo_folder import write_world
from truebox.generation.detections import Detections, Reason
from truebox.generation.detector import DETECTORS, Detector
from truebox.generation.labelling import Mistake
from truebox.generation.planted import Planted
from truebox.generation.shape_dataset import make_shape_dataset
from truebox.generation.world import CLASSES, World, make_world

__all__ = [
    "CLASSES",
    "DETECTORS",
    "Detections",
    "Detector",
    "Mistake",
    "Planted",
    "Reason",
    "World",
    "make_dataset",
    "make_shape_dataset",
    "make_world",
    "to_coco",
    "to_coco_results",
    "write_world",
]
