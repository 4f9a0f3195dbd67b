"""Made data: a small world with known faults, and plain datasets of any size."""

from __future__ import annotations

from truebox.generation.coco_dicts import to_coco, to_coco_results
from truebox.generation.coco_files import write_coco_results, write_coco_truth
from truebox.generation.dataset import make_dataset

__all__ = ["make_dataset", "to_coco", "to_coco_results", "write_coco_results", "write_coco_truth"]
