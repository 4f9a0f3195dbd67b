"""`TrueboxMetric` in the place of mmdet's ``CocoMetric``, for every runner of MMEngine.

``dict(type="TrueboxMetric", ann_file=..., metric=["bbox", "segm"])`` in a configuration whose
``custom_imports`` names this module.

Examples
--------
>>> from truebox.integrations.mmengine import TrueboxMetric
>>> metric = TrueboxMetric()
>>> metric.dataset_meta = {"classes": ("cat",)}
>>> box = {"bboxes": [[0, 0, 50, 50]], "labels": [0]}
>>> metric.process(None, [{"img_id": 7, "pred_instances": {**box, "scores": [0.5]},
...                        "instances": [{"bbox": [0, 0, 50, 50], "bbox_label": 0, "ignore_flag": 0}]}])
>>> round(metric.evaluate(size=1)["coco/bbox_mAP"], 6)
1.0
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from truebox._writing.counted import agreeing, counted
from truebox.errors import ArgumentError, TrueboxWarning
from truebox.integrations.processes import from_everyone, real_base
from truebox.integrations.pycocotools import mask as runs
from truebox.integrations.streams import Streams
from truebox.integrations.tensors import as_array, corner_and_size, hard_masks, listed_classes

__all__ = ["TrueboxMetric"]

_Base: Any = real_base("mmengine.evaluator", "BaseMetric")
_NAMES = {"AP": "mAP", "AP50": "mAP_50", "AP75": "mAP_75", "APs": "mAP_s", "APm": "mAP_m", "APl": "mAP_l"}


class TrueboxMetric(_Base):  # type: ignore[misc]
    """Average precision of detections, for ``CocoMetric`` of mmdet.

    Names are its own (``coco/bbox_mAP``, ``coco/bbox_mAP_50``; -1 where a metric is undefined), values are
    not rounded. An image is matched when it comes, processes send each other a few bytes a detection, and
    images that a sampler pads with count once by their ``img_id``, whatever the sampler.

    Parameters
    ----------
    ann_file : path, optional
        COCO file of the truth; without it boxes are taken from the ``instances`` of the data samples.
    metric : {"bbox", "segm"} or a sequence of both
    classwise : bool
        With ``coco/bbox_cat_precision`` for each class.
    collect_device, collect_dir
        Taken and not looked at.
    prefix : str, optional
        Before each name.
    **how
        Further arguments of `truebox.Evaluator`.

    Notes
    -----
    Limits are those of COCO, 1, 10 and 100 detections an image. ``CocoMetric`` computes all but ``mAP`` with
    1,000; ``max_detections=[100, 300, 1000]`` gives its numbers also where images have more than 100.

    Examples
    --------
    >>> TrueboxMetric(metric="bbox", prefix="val").prefix
    'val'
    """

    default_prefix: Any = "coco"

    def __init__(
        self,
        ann_file: str | PathLike[str] | None = None,
        metric: str | Sequence[str] = "bbox",
        classwise: bool = False,
        *,
        collect_device: str = "cpu",
        prefix: str | None = None,
        collect_dir: str | None = None,
        **how: Any,
    ) -> None:
        self.metrics = (metric,) if isinstance(metric, str) else tuple(metric)
        if not set(self.metrics) <= {"bbox", "segm"}:
            raise ArgumentError(f"metric: {metric!r} is unknown. Fix: pass 'bbox', 'segm' or both.")
        if ann_file is None and "segm" in self.metrics:
            raise ArgumentError("ann_file: needed for 'segm'. Fix: pass the COCO file of the truth.")
        self.ann_file, self.classwise, self._how = ann_file, classwise, how
        self._made: Streams | None = None
        self._labels: list[Any] = []
        if _Base is object:
            self.prefix, self.dataset_meta = prefix or self.default_prefix, None
        else:
            super().__init__(collect_device, prefix, collect_dir)

    def process(self, data_batch: Any, data_samples: Sequence[Mapping[str, Any]]) -> None:
        """Match a batch.

        Parameters
        ----------
        data_batch
            Not looked at.
        data_samples : sequence of mapping
            With ``img_id``, ``pred_instances`` and, where there is no `ann_file`, ``instances``.
        """
        del data_batch
        streams, found = self._streams(), {}
        for sample in data_samples:
            found[sample["img_id"]] = {
                kind: self._entry(sample["pred_instances"], kind) for kind in self.metrics
            }
        if self.ann_file is not None:
            streams.update(found)
            return
        if not all("instances" in sample for sample in data_samples):
            raise ArgumentError(
                "data_samples: no 'instances', and no ann_file. Fix: pass ann_file, or let PackDetInputs "
                "keep them: meta_keys=(..., 'instances')."
            )
        streams.update(
            found, {sample["img_id"]: {"bbox": _truth(sample["instances"])} for sample in data_samples}
        )

    def _streams(self) -> Streams:
        if self._made is None:
            meta: Any = self.dataset_meta
            classes = None if meta is None else meta.get("classes")
            if self.ann_file is None:
                if classes is None:
                    raise ArgumentError("dataset_meta: no 'classes'. Fix: set metric.dataset_meta.")
                self._labels = list(range(len(classes)))
                self._made = Streams(
                    self.metrics, categories=dict(zip(self._labels, classes, strict=True)), **self._how
                )
            else:
                data = json.loads(Path(self.ann_file).read_bytes())
                # As CocoDataset numbers its classes: in the order of the file, those it was given.
                kept = [row for row in data["categories"] if classes is None or row["name"] in classes]
                self._labels = [row["id"] for row in kept]
                if len(kept) < len(data["categories"]):
                    chosen = set(self._labels)
                    data["annotations"] = [row for row in data["annotations"] if row["category_id"] in chosen]
                    data["categories"] = kept
                self._made = Streams(self.metrics, truth=data, **self._how)
        return self._made

    def _entry(self, predicted: Any, kind: str) -> dict[str, Any]:
        scores = predicted["mask_scores" if kind == "segm" and "mask_scores" in predicted else "scores"]
        labels = listed_classes(predicted["labels"], self._labels)
        entry = {"labels": labels, "scores": as_array(scores)}
        if kind == "bbox":
            # CocoMetric subtracts as Python does, in double precision.
            boxes = as_array(predicted["bboxes"]).astype(np.float64)
            return {"boxes": corner_and_size(boxes), **entry}
        masks = predicted["masks"]
        if isinstance(masks, list | tuple):
            masks = np.moveaxis(runs.decode(list(masks)), -1, 0) if masks else []
        return {"masks": hard_masks(masks), **entry}

    def compute_metrics(self, results: list[Any]) -> dict[str, float]:
        """The numbers of what all processes have seen, each in its own form; by name, without prefix."""
        streams = self._streams().together(results)
        unseen = streams.add_unseen()
        if unseen:
            warnings.warn(
                f"{counted(unseen, 'image')} of {self.ann_file} {agreeing(unseen, 'was', 'were')} not given, "
                f"and {agreeing(unseen, 'counts', 'count')} without detections, as in CocoMetric.",
                TrueboxWarning,
                stacklevel=3,
            )
        numbers: dict[str, float] = {}
        for kind, result in streams.results().items():
            for value, name in zip(result.stats.tolist(), _NAMES.values(), strict=False):
                numbers[f"{kind}_{name}"] = value
            for entry in result.per_class if self.classwise else ():
                value = entry.metrics.get("AP")
                numbers[f"{kind}_{entry.name}_precision"] = math.nan if value is None else value
        return numbers

    def evaluate(self, size: int) -> dict[str, float]:
        """Gather, compute, and forget every image.

        Parameters
        ----------
        size : int
            Images of the data set; where fewer came, a warning says so.
        """
        everyone = from_everyone(self._streams().packed())
        seen = len(set().union(*(each[-1] for each in everyone)))
        if seen < size:
            warnings.warn(f"{counted(seen, 'image')} came, of {size}.", TrueboxWarning, stacklevel=2)
        numbers = self.compute_metrics(everyone)
        self._streams().reset()
        return {f"{self.prefix}/{name}" if self.prefix else name: value for name, value in numbers.items()}


def _truth(instances: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    boxes = np.array([each["bbox"] for each in instances], dtype=np.float64).reshape(-1, 4)
    return {
        "boxes": corner_and_size(boxes),
        "labels": np.array([each["bbox_label"] for each in instances], dtype=np.int64),
        "iscrowd": np.array([each.get("ignore_flag", 0) for each in instances], dtype=np.int64),
    }


with suppress(ImportError):
    import_module("mmengine.registry").METRICS.register_module(module=TrueboxMetric, force=True)
