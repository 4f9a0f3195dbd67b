"""The metric: arguments, keys and dtypes of torchmetrics 1.9, the evaluation of Truebox."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib import import_module
from itertools import compress
from typing import Any, Literal

import numpy as np
import torch

from truebox.errors import ArgumentError, InputError, TrueboxWarning
from truebox.evaluation import Evaluator
from truebox.integrations.torchmetrics.beside import Beside
from truebox.integrations.torchmetrics.coco_files import coco_to_tm
from truebox.integrations.torchmetrics.far_labels import FarLabels, all_far_or_none
from truebox.integrations.torchmetrics.metric_base import MetricBase, uncompiled
from truebox.integrations.torchmetrics.tensor_entries import (
    prediction_entries,
    refuse_bad_entries,
    truth_entries,
)

__all__ = ["MeanAveragePrecision"]

_GEOMETRIES: dict[str, Literal["boxes", "masks"]] = {"bbox": "boxes", "segm": "masks"}
_LAYOUTS = ("xyxy", "xywh", "cxcywh")
_OF_BOXES = ("E-121", "E-122")
_SAID = ("W-570",)
"""What is said of the data every epoch; the rest is in `result`."""


class MeanAveragePrecision(MetricBase):  # type: ignore[misc]
    """Average precision and recall of detections, for `torchmetrics.detection.MeanAveragePrecision`.

    Takes its arguments, gives its keys, shapes and dtypes, and, in one process, its numbers. A batch is
    matched when it comes: no tensor is kept, neither on the device nor off it, and an epoch ends with one
    gathering of a few bytes a detection, also where processes saw unequal numbers of images, or none.

    Parameters
    ----------
    box_format : {"xyxy", "xywh", "cxcywh"}
    iou_type : {"bbox", "segm"} or a tuple of both
    iou_thresholds, rec_thresholds : list of float or None
        Default: those of torchmetrics, 0.5 to 0.95 and 0 to 1 in single precision.
    max_detection_thresholds : list of three int or None
    class_metrics : bool
        Whether ``map_per_class`` and ``mar_100_per_class`` are of each class; else they are -1.
    extended_summary : bool
        With ``precision``, ``recall`` and ``scores``, and with the matrices ``ious`` where one process saw
        all, without a checkpoint between; these are kept from batch to batch then.
    average : {"macro", "micro"}
    backend : {"pycocotools", "faster_coco_eval"}
        Whose rule decides where 100 is not the last of the limits: ``map`` is that at 100, and -1 where it is
        none of them, or with the second that of the highest limit.
    **kwargs
        Of `torchmetrics.Metric`, where that is installed.

    Notes
    -----
    With an ``image_id`` in every target, images that a padding sampler gives to two processes count once and
    are said (W-570), and the numbers are those of one process. Without, images are numbered by process and
    arrival, and padded ones count twice, as in torchmetrics. After ``persistent(True)`` what this process
    has seen is part of `state_dict`, and with it of checkpoints. A batch that is refused changes nothing.

    Examples
    --------
    >>> import torch
    >>> metric = MeanAveragePrecision(class_metrics=True)
    >>> box, label = torch.tensor([[0.0, 0.0, 10.0, 10.0]]), torch.tensor([3])
    >>> metric.update([{"boxes": box, "labels": label, "scores": torch.tensor([0.5])}],
    ...               [{"boxes": box, "labels": label, "image_id": 7}])
    >>> metric.compute()["classes"].item()
    3
    """

    is_differentiable: bool = False
    higher_is_better: bool | None = True
    full_state_update: bool = True
    plot_lower_bound: float = 0.0
    plot_upper_bound: float = 1.0
    warn_on_many_detections: bool = True

    def __init__(  # noqa: PLR0917  the arguments of torchmetrics
        self,
        box_format: str = "xyxy",
        iou_type: str | tuple[str, ...] = "bbox",
        iou_thresholds: list[float] | None = None,
        rec_thresholds: list[float] | None = None,
        max_detection_thresholds: list[int] | None = None,
        class_metrics: bool = False,
        extended_summary: bool = False,
        average: str = "macro",
        backend: str = "pycocotools",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        if box_format not in _LAYOUTS:
            raise ValueError(f"Expected argument `box_format` to be one of {_LAYOUTS} but got {box_format}")
        self.iou_type = (iou_type,) if isinstance(iou_type, str) else tuple(iou_type)
        if not self.iou_type or any(each not in _GEOMETRIES for each in self.iou_type):
            raise ValueError(
                f"Expected argument `iou_type` to be one of {tuple(_GEOMETRIES)}, got {iou_type}"
            )
        for name, given in (
            ("iou_thresholds", iou_thresholds),
            ("rec_thresholds", rec_thresholds),
            ("max_detection_thresholds", max_detection_thresholds),
        ):
            if given is not None and not isinstance(given, list):
                raise ValueError(f"Expected argument `{name}` to either be `None` or a list but got {given}")
        if max_detection_thresholds is not None and len(max_detection_thresholds) != 3:
            raise ValueError(
                "When providing a list of max detection thresholds it should have length 3. "
                f"Got value {len(max_detection_thresholds)}"
            )
        if average not in ("macro", "micro"):
            raise ValueError(f"Expected argument `average` to be one of ('macro', 'micro') but got {average}")
        if backend not in ("pycocotools", "faster_coco_eval"):
            raise ValueError(
                f"Expected argument `backend` to be pycocotools or faster_coco_eval, got {backend}"
            )
        for name, flag in (("class_metrics", class_metrics), ("extended_summary", extended_summary)):
            if not isinstance(flag, bool):
                raise ValueError(f"Expected argument `{name}` to be a boolean")
        self.box_format, self.average, self.backend = box_format, average, backend
        self.iou_thresholds = iou_thresholds or torch.linspace(0.5, 0.95, 10).tolist()
        self.rec_thresholds = rec_thresholds or torch.linspace(0.0, 1.0, 101).tolist()
        self.max_detection_thresholds = sorted(max_detection_thresholds or [1, 10, 100])
        self.class_metrics, self.extended_summary = class_metrics, extended_summary
        self._seen = self._none_seen()
        self._beside = Beside()
        self._together: tuple[dict[tuple[str, str], FarLabels], Beside] | None = None

    def _none_seen(self) -> dict[tuple[str, str], FarLabels]:
        """An evaluator for each geometry, and beside one without classes one that knows those that came."""
        return {
            (kind, average): FarLabels(**self._options(kind))
            for kind in self.iou_type
            for average in dict.fromkeys([self._average_of(kind), "macro"])
        }

    def _options(self, kind: str) -> dict[str, Any]:
        return {
            "geometry": _GEOMETRIES[kind],
            "iou_thresholds": self.iou_thresholds,
            "recall_thresholds": self.rec_thresholds,
            "max_detections": self.max_detection_thresholds,
            "box_format": "xywh",
        }

    def _average_of(self, kind: str) -> str:
        """How one kind is averaged: for numbers of each class torchmetrics puts the classes back for good."""
        return "macro" if self.class_metrics and kind != self.iou_type[0] else self.average

    @uncompiled
    def update(self, preds: Sequence[dict[str, Any]], target: Sequence[dict[str, Any]]) -> None:
        """Match a batch.

        Raises
        ------
        ValueError
            As torchmetrics, for entries of another form.
        """
        refuse_bad_entries(preds, target, self.iou_type)
        self._warn_of_many(preds)
        # torchmetrics lists no image whose target has no mask, so its detections are not counted.
        counted = [self.iou_type != ("segm",) or len(true["masks"]) > 0 for true in target]
        every, of_every = preds, target
        preds, target = list(compress(preds, counted)), list(compress(target, counted))
        ids = [true["image_id"] for true in target if "image_id" in true]
        with all_far_or_none([*self._seen.values()]):
            for (kind, average), seen in self._seen.items() if target else ():
                how: dict[str, Any] = {"layout": self.box_format, "one_class": average == "micro"}
                given = (
                    truth_entries(target, kind, by_mask="segm" in self.iou_type, **how),
                    prediction_entries(preds, kind, **how),
                )
                try:
                    seen.update(*given, images=ids if len(ids) == len(target) else None)
                except InputError as error:
                    if error.code in _OF_BOXES:
                        self._refuse_as_given(preds, target)
                    raise
        self._beside.see(every, of_every, counted)
        for kind, average in self._seen if self.extended_summary and target else ():
            if average == self._average_of(kind):
                how = {"layout": self.box_format, "one_class": average == "micro"}
                limit = self.max_detection_thresholds[-1]
                self._beside.measure(kind, (preds, target), limit=limit, **how)

    def _refuse_as_given(self, preds: Sequence[dict[str, Any]], target: Sequence[dict[str, Any]]) -> None:
        """Raise of bad boxes in the layout in which they came."""
        sides = [
            [{"boxes": each["boxes"], "labels": torch.zeros_like(each["labels"])} for each in side]
            for side in (target, preds)
        ]
        for entry, found in zip(sides[1], preds, strict=True):
            entry["scores"] = found["scores"]
        layout: Any = self.box_format
        Evaluator(None, box_format=layout).update(*sides)

    def _warn_of_many(self, preds: Sequence[dict[str, Any]]) -> None:
        limit = self.max_detection_thresholds[-1]
        if self.warn_on_many_detections and any(len(each["labels"]) > limit for each in preds):
            warnings.warn(
                f"Encountered more than {limit} detections in a single image; those with the lowest scores "
                "do not count. Fix: pass higher max_detection_thresholds, or set "
                "warn_on_many_detections=False.",
                UserWarning,
                stacklevel=3,
            )

    def reset(self) -> None:
        """Forget every batch."""
        if hasattr(super(), "reset"):  # where torchmetrics is installed
            super().reset()
        self._seen, self._beside, self._together = self._none_seen(), Beside(), None

    def compute(self) -> dict[str, Any]:
        """The numbers, with the names of torchmetrics."""
        evaluators, beside = (self._seen, self._beside) if self._together is None else self._together
        answer: dict[str, Any] = {}
        classes: list[int] = sorted(beside.labels)
        for kind in self.iou_type:
            prefix = "" if len(self.iou_type) == 1 else f"{kind}_"
            if not beside.images or (self.iou_type == ("segm",) and not beside.found):
                answer |= self._numbers([-1.0] * 12, prefix)
                classes = sorted({*classes, *(_classes(evaluators[kind, "macro"]) if beside.images else [])})
                continue
            average = self._average_of(kind)
            result = _result(evaluators[kind, average])
            by_class = result if average == "macro" else _result(evaluators[kind, "macro"])
            seen = [int(entry.id) for entry in by_class.per_class]
            classes = sorted({*seen, *beside.labels})
            answer |= self._numbers([self._map(result), *result.stats.tolist()[1:]], prefix)
            if self.extended_summary:
                answer |= self._tables(kind, prefix, result, classes, whole=beside.whole)
            answer |= self._per_class(by_class, prefix, classes)
        answer["classes"] = torch.tensor(classes, dtype=torch.int32)
        # As torchmetrics gives whatever is one number.
        return {
            name: value.squeeze() if isinstance(value, torch.Tensor) and value.numel() == 1 else value
            for name, value in answer.items()
        }

    def _tables(
        self, kind: str, prefix: str, result: Any, classes: list[int], *, whole: bool
    ) -> dict[str, Any]:
        labels = classes if self._average_of(kind) == "macro" else [0]  # one, also where nothing came
        seen = [int(entry.id) for entry in result.per_class]
        tables = {"precision": result.precision, "recall": result.recall, "scores": result.scores}
        if labels != seen:
            places = [labels.index(label) for label in seen]
            for name, table in tables.items():
                wide = np.full((*table.shape[:-3], len(labels), *table.shape[-2:]), -1.0)
                wide[..., places, :, :] = table
                tables[name] = wide
        found = {f"{prefix}{name}": torch.tensor(np.array(table)) for name, table in tables.items()}
        if not whole:
            return found
        return {f"{prefix}ious": self._beside.tables(kind, labels), **found}

    def _map(self, result: Any, place: int | slice = slice(None)) -> float:
        """AP of all classes or of one, at 100 detections an image or, with faster-coco-eval, at the most."""
        if self.backend != "faster_coco_eval":
            value = result.stats[0] if isinstance(place, slice) else result.per_class[place].metrics.get("AP")
            return -1.0 if value is None else float(value)
        table = result.precision[:, :, place, 0, -1]
        held = table[table > -1]
        return float(held.mean()) if held.size else -1.0

    def _numbers(self, values: list[float], prefix: str) -> dict[str, Any]:
        first, second, third = self.max_detection_thresholds
        names = [
            *("map", "map_50", "map_75", "map_small", "map_medium", "map_large"),
            *(f"mar_{first}", f"mar_{second}", f"mar_{third}", "mar_small", "mar_medium", "mar_large"),
        ]
        return {
            f"{prefix}{name}": torch.tensor([value], dtype=torch.float32)
            for name, value in zip(names, values, strict=True)
        }

    def _per_class(self, result: Any, prefix: str, classes: list[int]) -> dict[str, Any]:
        last = self.max_detection_thresholds[-1]
        values: list[list[float]] = [[-1.0], [-1.0]]
        if self.class_metrics:
            held = {int(entry.id): place for place, entry in enumerate(result.per_class)}
            recalls = [entry.metrics.get(f"AR{last}") for entry in result.per_class]
            values[0] = [self._map(result, held[label]) if label in held else -1.0 for label in classes]
            found = [recalls[held[label]] if label in held else None for label in classes]
            values[1] = [-1.0 if value is None else value for value in found]
        return {
            f"{prefix}map_per_class": torch.tensor(values[0], dtype=torch.float32),
            f"{prefix}mar_{last}_per_class": torch.tensor(values[1], dtype=torch.float32),
        }

    def result(self, iou_type: str | None = None) -> Any:
        """The whole `truebox.evaluation.StreamedResult` of this process, with its warnings and curves."""
        kind = iou_type or self.iou_type[0]
        return self._seen[kind, self._average_of(kind)].whole_result()

    def merge_state(self, incoming_state: MeanAveragePrecision | dict[str, Any]) -> None:
        """Take over what another metric has seen."""
        state = incoming_state if isinstance(incoming_state, dict) else incoming_state._copy_state_dict()
        self._take_over(state)

    def _take_over(self, state: dict[str, Any]) -> None:
        for key, other in state["_seen"].items():
            self._seen[key].merge(other)
        self._beside.take(state["_beside"])

    def _copy_state_dict(self) -> dict[str, Any]:
        # What comes after makes new evaluators or adds to a copy: `forward` puts this one back.
        copies = self._none_seen()
        for key, evaluator in self._seen.items():
            copies[key].merge(evaluator)
        return {"_seen": copies, "_beside": self._beside.copy()}

    def _packed(self) -> bytes:
        """Everything seen but overlaps, for another process, or a checkpoint."""
        packed = [*(evaluator.to_bytes() for evaluator in self._seen.values()), self._beside.to_bytes()]
        return np.array([len(each) for each in packed], dtype=np.int64).tobytes() + b"".join(packed)

    def _unpack(self, data: bytes) -> None:
        """Have seen what `_packed` held, and nothing else."""
        self._seen, self._beside = self._none_seen(), Beside()
        self._add_packed(self._seen, self._beside, data)

    @staticmethod
    def _add_packed(seen: dict[tuple[str, str], FarLabels], beside: Beside, data: bytes) -> None:
        head = 8 * (len(seen) + 1)
        sizes = np.frombuffer(data[:head], dtype=np.int64)
        ends = head + np.cumsum(sizes)
        parts = [data[end - size : end] for end, size in zip(ends.tolist(), sizes.tolist(), strict=True)]
        beside.take(Beside.from_bytes(parts.pop()))
        for evaluator, part in zip(seen.values(), parts, strict=True):
            evaluator.merge(part)

    def _sync_dist(self, dist_sync_fn: Any = None, process_group: Any = None) -> None:
        """One gathering of one tensor of bytes a process; every process then holds all images."""
        mine = torch.frombuffer(bytearray(self._packed()), dtype=torch.uint8).to(self.device)
        gather = dist_sync_fn or _gather
        together, beside = self._none_seen(), Beside()
        for tensor in gather(mine, group=process_group):
            self._add_packed(together, beside, tensor.cpu().numpy().tobytes())
        self._together = together, beside

    def unsync(self, should_unsync: bool = True) -> None:
        """Return to what this process alone has seen."""
        super().unsync(should_unsync)
        if should_unsync:
            self._together = None

    coco_to_tm = staticmethod(coco_to_tm)

    def tm_to_coco(self, name: str = "tm_map_input") -> None:
        """Refused: the entries are not kept.

        Parameters
        ----------
        name : str
            Of the files that torchmetrics would write.

        Raises
        ------
        ArgumentError
            Always, with what to do instead.
        """
        raise ArgumentError(
            f"tm_to_coco: this metric keeps outcomes, not boxes, so it cannot write {name}_preds.json and "
            f"{name}_target.json. Fix: keep what you give to update, and write its columns with "
            "truebox.datasets.write_coco_truth and write_coco_predictions."
        )

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """As `torchmetrics.Metric.plot`."""
        return self._plot(val, ax)


def _gather(tensor: Any, group: Any = None) -> list[Any]:
    distributed: Any = import_module("torchmetrics.utilities.distributed")
    gathered: list[Any] = distributed.gather_all_tensors(tensor, group)
    return gathered


def _classes(evaluator: FarLabels) -> list[int]:
    return [int(entry.id) for entry in _result(evaluator).per_class]


def _result(evaluator: FarLabels) -> Any:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = evaluator.result()
    for each in caught:
        if str(each.message).startswith(_SAID):
            warnings.warn(str(each.message), TrueboxWarning, stacklevel=4)
    return result
