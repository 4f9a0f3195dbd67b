"""Made data: small worlds with known faults, and plain datasets of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.generation.datasets.coco_dicts import to_coco, to_coco_results
    from truebox.generation.datasets.dataset import make_dataset
    from truebox.generation.datasets.shape_dataset import make_shape_dataset
    from truebox.generation.demo_folder import write_world
    from truebox.generation.detectors.detections import Detections, Reason
    from truebox.generation.detectors.detector import DETECTORS, Detector
    from truebox.generation.planted import Planted
    from truebox.generation.scenes.labelling import Mistake
    from truebox.generation.toy_boxes import ToyBoxes, make_toy_boxes
    from truebox.generation.tracks.track_folder import write_track_world
    from truebox.generation.tracks.track_world import TrackWorld, make_track_world
    from truebox.generation.tracks.tracker import TRACKERS, ImaginaryTracker
    from truebox.generation.world import CLASSES, World, make_world

__all__ = [
    "CLASSES",
    "DETECTORS",
    "TRACKERS",
    "Detections",
    "Detector",
    "ImaginaryTracker",
    "Mistake",
    "Planted",
    "Reason",
    "ToyBoxes",
    "TrackWorld",
    "World",
    "make_dataset",
    "make_shape_dataset",
    "make_toy_boxes",
    "make_track_world",
    "make_world",
    "to_coco",
    "to_coco_results",
    "write_track_world",
    "write_world",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "datasets.coco_dicts": "to_coco to_coco_results",
        "datasets.dataset": "make_dataset",
        "datasets.shape_dataset": "make_shape_dataset",
        "demo_folder": "write_world",
        "detectors.detections": "Detections Reason",
        "detectors.detector": "DETECTORS Detector",
        "scenes.labelling": "Mistake",
        "planted": "Planted",
        "toy_boxes": "ToyBoxes make_toy_boxes",
        "tracks.track_folder": "write_track_world",
        "tracks.track_world": "TrackWorld make_track_world",
        "tracks.tracker": "TRACKERS ImaginaryTracker",
        "world": "CLASSES World make_world",
    },
)
