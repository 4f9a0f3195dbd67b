"""COCO-exact numbers beside those of Ultralytics, in ``model.val()`` and ``model.train()``: one line.

Examples
--------
>>> from truebox.integrations.ultralytics import report_coco
>>> class Model:
...     def add_callback(self, event, function):
...         print(event)
>>> report_coco(Model())
on_val_start
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from truebox import datasets
from truebox.errors import ArgumentError
from truebox.integrations.streams import Streams
from truebox.integrations.tensors import as_array, corner_and_size

__all__ = ["report_coco"]

_NAMES = ("AP", "AP50", "AP75", "APs", "APm", "APl")


def report_coco(model: Any, truth: Any = None, **how: Any) -> None:
    """Report the numbers of pycocotools with every validation of `model`.

    They are printed in one line below the table of Ultralytics, and stand as ``coco/AP``, ``coco/AP50`` ...
    in what its validator returns and in ``results.csv`` of a training; NaN where one is undefined.

    Parameters
    ----------
    model : ultralytics.YOLO
        Or a trainer or validator: whatever has ``add_callback``; of its tasks those with plain boxes.
    truth : path or parsed COCO data, optional
        The annotations: classes are found by name, images by file name. Without, boxes are those of the
        labels after loading, in pixels of the picture, and an object's area is that of its box.
    **how
        Further arguments of `truebox.Evaluator`.

    Notes
    -----
    Ultralytics starts training on several devices as new programs, which know nothing of callbacks: there is
    no line then. Detections are those of its validation, after its non-maximum suppression.
    """
    model.add_callback("on_val_start", lambda validator: _Beside(validator, truth, how))


class _Beside:
    """Listens to one validator, for one validation."""

    def __init__(self, validator: Any, truth: Any, how: Mapping[str, Any]) -> None:
        # On the object, not in a subclass: trainers make validators themselves.
        self.validator, self.truth, self.how = validator, truth, how
        self.streams: Streams | None = None
        self.category_of: dict[int, Any] = {}
        self.image_of: dict[str, Any] = {}
        self.numbers: dict[str, float] = {}
        self.theirs = {
            name: getattr(type(validator), name).__get__(validator)
            for name in ("update_metrics", "gather_stats", "get_stats", "print_results")
            if hasattr(validator, name)
        }
        for name in self.theirs:
            setattr(validator, name, getattr(self, name))

    def update_metrics(self, preds: Any, batch: Any) -> None:
        """Match a batch, and hand it on."""
        if self.streams is None:
            self._begin()
        found: dict[Any, Any] = {}
        true: dict[Any, Any] = {}
        for place, predicted in enumerate(preds):
            held = self.validator._prepare_batch(place, batch)
            image = self._image(held["im_file"])
            found[image] = {"bbox": self._found(predicted, held)}
            if self.truth is None:
                true[image] = {"bbox": self._true(held)}
        assert self.streams is not None
        self.streams.update(found, None if self.truth is not None else true)
        self.theirs["update_metrics"](preds, batch)

    def gather_stats(self) -> None:
        """Gather what all processes have seen, and let Ultralytics do so."""
        if self.streams is not None:
            self.streams = self.streams.gathered()
        self.theirs["gather_stats"]()

    def get_stats(self) -> dict[str, Any]:
        """Its numbers, and ours."""
        stats: dict[str, Any] = self.theirs["get_stats"]()
        if self.streams is not None:
            metrics = self.streams.results()["bbox"].metrics
            self.numbers = {
                name: math.nan if metrics[name] is None else metrics[name]
                for name in _NAMES
                if name in metrics
            }
        return {**stats, **{f"coco/{name}": value for name, value in self.numbers.items()}}

    def print_results(self) -> None:
        """Its table, and our line."""
        self.theirs["print_results"]()
        line = "  ".join(f"{name} {value:.4f}" for name, value in self.numbers.items())
        logging.getLogger("ultralytics").info("%22s  %s", "COCO-exact", line)

    def _begin(self) -> None:
        names = dict(self.validator.names)
        if self.truth is None:
            self.category_of = {number: number for number in names}
            self.streams = Streams(["bbox"], categories=names, **self.how)
            return
        truth = datasets.read_truth(self.truth)
        by_name = dict(zip(truth.categories.names, truth.categories.ids.tolist(), strict=True))
        missing = [name for name in names.values() if name not in by_name]
        if missing:
            raise ArgumentError(
                f"truth: no category is called {missing[0]!r}, as a class of the model is. "
                "Fix: give the categories of the truth the names of the data set's YAML file."
            )
        self.category_of = {number: by_name[name] for number, name in names.items()}
        files = (truth.images.file_names[place] for place in range(len(truth.images)))
        self.image_of = {
            Path(file).name: image for file, image in zip(files, truth.images.ids.tolist(), strict=True)
        }
        self.streams = Streams(["bbox"], truth=truth, **self.how)

    def _image(self, file: str) -> Any:
        if self.truth is None:
            return str(file)
        name = Path(file).name
        stem = Path(file).stem
        return self.image_of.get(name, int(stem) if stem.isnumeric() else stem)

    def _found(self, predicted: Mapping[str, Any], held: Mapping[str, Any]) -> dict[str, Any]:
        if predicted["bboxes"].shape[-1] != 4:
            raise ArgumentError("report_coco: turned boxes. Fix: use it with models of plain boxes.")
        scaled = self.validator.scale_preds(self.validator._prepare_pred(dict(predicted)), held)
        labels = as_array(scaled["cls"]).astype(int).tolist()
        return {
            "boxes": corner_and_size(scaled["bboxes"]),
            "labels": [self.category_of[label] for label in labels],
            "scores": as_array(scaled["conf"]),
        }

    def _true(self, held: Mapping[str, Any]) -> dict[str, Any]:
        # The same scaling as that of the detections.
        scaled = self.validator.scale_preds({"bboxes": held["bboxes"]}, held)
        labels = as_array(held["cls"]).astype(int).tolist()
        return {"boxes": corner_and_size(scaled["bboxes"]), "labels": labels}
