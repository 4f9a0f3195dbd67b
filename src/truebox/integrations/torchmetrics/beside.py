"""What `MeanAveragePrecision` keeps beside its evaluators: classes without an image, and overlaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch

from truebox.integrations.pycocotools import mask
from truebox.integrations.torchmetrics.tensor_entries import prediction_entries, truth_entries

__all__ = ["Beside"]


@dataclass(slots=True, eq=False)
class Beside:
    """What is known of images that torchmetrics does not list, and overlaps of those that it does.

    Parameters
    ----------
    labels : set of int
        Classes of detections on images whose target has no mask; they have neither truth nor numbers.
    found : bool
        Whether any detection came.
    arrived : int
        How many images came.
    overlaps : dict
        By kind, image and class; made for an extended summary only.
    images : list of int
        Those listed, by arrival.
    whole : bool
        Whether the overlaps of every image are here: not of images that came as bytes.
    """

    labels: set[int] = field(default_factory=set)
    found: bool = False
    arrived: int = 0
    overlaps: dict[tuple[str, int, int], Any] = field(default_factory=dict)
    images: list[int] = field(default_factory=list)
    whole: bool = True

    def see(
        self, preds: Sequence[Mapping[str, Any]], target: Sequence[Mapping[str, Any]], listed: Sequence[bool]
    ) -> None:
        """Take notice of a batch."""
        for place, (found, chosen) in enumerate(zip(preds, listed, strict=True)):
            self.found = self.found or len(found["labels"]) > 0
            if chosen:
                self.images.append(self.arrived + place)
            else:
                self.labels.update(found["labels"].tolist(), target[place]["labels"].tolist())
        self.arrived += len(preds)

    def measure(
        self,
        kind: str,
        batch: tuple[Sequence[Mapping[str, Any]], Sequence[Mapping[str, Any]]],
        *,
        layout: str,
        one_class: bool,
        limit: int,
    ) -> None:
        """Keep the overlaps of a batch that was just seen, detections by falling score."""
        preds, target = batch
        places = self.images[len(self.images) - len(preds) :]
        found = prediction_entries(preds, kind, layout, one_class=one_class)
        true = truth_entries(target, kind, layout, one_class=one_class, by_mask=kind == "segm")
        for place, each, truth in zip(places, found, true, strict=True):
            scores = each["scores"].detach().cpu().double().numpy()
            order = np.argsort(-scores, kind="stable")
            labels = each["labels"].cpu().numpy()[order]
            true_labels = truth["labels"].cpu().numpy()
            crowd = truth["iscrowd"].cpu().numpy() if "iscrowd" in truth else np.zeros(len(true_labels))
            rows, columns = _objects(each, kind), _objects(truth, kind)
            for label in np.intersect1d(labels, true_labels).tolist():
                mine, theirs = order[labels == label][:limit], np.flatnonzero(true_labels == label)
                table = mask.iou(
                    [rows[row] for row in mine],
                    [columns[column] for column in theirs],
                    crowd[theirs].astype(int).tolist(),
                )
                held = torch.tensor(table, dtype=torch.float32)
                # As torchmetrics gives whatever is one number.
                self.overlaps[kind, place, label] = held.squeeze() if held.numel() == 1 else held

    def tables(self, kind: str, classes: Sequence[int]) -> dict[tuple[int, int], Any]:
        """Overlaps of every listed image and class; an empty list where one side is empty."""
        return {
            (image, label): self.overlaps.get((kind, image, label), [])
            for image in self.images
            for label in classes
        }

    def copy(self) -> Beside:
        """The same, to go on by itself."""
        images = list(self.images)
        return Beside(set(self.labels), self.found, self.arrived, dict(self.overlaps), images, self.whole)

    def take(self, other: Beside) -> None:
        """Add what another one knows; its images are numbered on."""
        shift = self.arrived
        self.labels |= other.labels
        self.found = self.found or other.found
        self.arrived += other.arrived
        self.whole = self.whole and other.whole
        self.images += [image + shift for image in other.images]
        self.overlaps |= {
            (kind, image + shift, label): table for (kind, image, label), table in other.overlaps.items()
        }

    def to_bytes(self) -> bytes:
        """Without overlaps: whether any detection came, how many images were listed, and the labels."""
        return np.array([self.found, len(self.images), *sorted(self.labels)], dtype=np.int64).tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Beside:
        """What `to_bytes` wrote."""
        found, listed, *labels = np.frombuffer(data, dtype=np.int64).tolist()
        return cls(set(labels), bool(found), listed, {}, list(range(listed)), whole=not listed)


def _objects(entry: Mapping[str, Any], kind: str) -> list[Any]:
    if kind == "bbox":
        boxes: list[Any] = entry["boxes"].detach().cpu().double().tolist()
        return boxes
    return [mask.encode(np.asfortranarray(each)) for each in entry["masks"].cpu().numpy().astype(np.uint8)]
