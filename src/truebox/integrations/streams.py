"""What the metrics of frameworks share: a truth known beforehand, or given with each batch, and one
`Evaluator` for each kind of overlap; several processes together.
"""

from __future__ import annotations

import copy
import warnings
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from truebox import datasets
from truebox._writing.counted import agreeing, counted
from truebox._writing.nearest import did_you_mean
from truebox.errors import ArgumentError, InputError, TrueboxWarning
from truebox.evaluation import Evaluator
from truebox.integrations.all_or_none import all_or_none
from truebox.integrations.processes import from_everyone
from truebox.integrations.tensors import as_array
from truebox.records import Ids, Images, Strings
from truebox.records.taking import take_truth

if TYPE_CHECKING:
    from truebox.records import Predictions, Truth
    from truebox.typing import Geometry, Int64Array

__all__ = ["GEOMETRIES", "Streams"]

GEOMETRIES: dict[str, Geometry] = {"bbox": "boxes", "segm": "masks", "keypoints": "keypoints"}
"""What pycocotools calls ``iouType``, and our word for it."""


Packed: TypeAlias = tuple[list[bytes], dict[Any, int], set[Any]]


class Streams:
    """An evaluator for each kind of overlap.

    Parameters
    ----------
    iou_types : sequence of {"bbox", "segm", "keypoints"}
    truth : path, parsed COCO data, an object with ``dataset`` (``COCO``), or None
        Known beforehand; None: it comes with each batch.
    categories : ids, names or mapping of id to name, optional
        Where the truth comes with each batch.
    **how
        Every other argument of `Evaluator`. ``max_detections`` is not handed to keypoints, whose limit is 20.

    Examples
    --------
    >>> streams = Streams(["bbox"], categories=[1])
    >>> box = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
    >>> streams.update({5: {"bbox": {**box, "scores": [0.5]}}}, {5: {"bbox": box}})
    >>> len(streams), round(streams.results()["bbox"].metrics["AP50"], 6)
    (1, 1.0)
    """

    def __init__(
        self, iou_types: Sequence[str], *, truth: Any = None, categories: Any = None, **how: Any
    ) -> None:
        unknown = [each for each in iou_types if each not in GEOMETRIES]
        if unknown or not iou_types:
            raise ArgumentError(
                f"iou_types: {unknown or iou_types!r} is unknown."
                f"{did_you_mean(unknown[0], GEOMETRIES) if unknown else ''} "
                f"Fix: pass some of {', '.join(GEOMETRIES)}."
            )
        # Samplers pad, and the same image in another batch differs in its last bits on a device.
        how = {"repeated": "lowest", **how}
        if truth is not None and categories is not None:
            raise ArgumentError("categories: the truth lists them. Fix: leave categories out.")
        self.truths: dict[str, _Known] = {}
        if truth is not None:
            data = _named(getattr(truth, "dataset", truth))
            self.truths = {
                kind: _Known(datasets.read_truth(data, geometry=GEOMETRIES[kind])) for kind in iou_types
            }
        self._how = {
            kind: {
                name: value for name, value in how.items() if kind != "keypoints" or name != "max_detections"
            }
            for kind in iou_types
        }
        self._categories = categories
        self.dropped: dict[Any, int] = {}
        self.seen: set[Any] = set()
        self.evaluators = self._none_seen()

    def _none_seen(self) -> dict[str, Evaluator]:
        return {
            kind: Evaluator(
                self.truths[kind].truth if self.truths else self._categories,
                geometry=GEOMETRIES[kind],
                **{"box_format": "xywh", **how},
            )
            for kind, how in self._how.items()
        }

    def __len__(self) -> int:
        """How many images were seen."""
        return max(map(len, self.evaluators.values()))

    def reset(self) -> None:
        """Forget every image."""
        self.evaluators, self.dropped, self.seen = self._none_seen(), {}, set()

    def update(self, found: Mapping[Any, Mapping[str, Any]], truth: Mapping[Any, Any] | None = None) -> None:
        """Match the detections of some images.

        Parameters
        ----------
        found : mapping of image id to mapping of kind of overlap to entry
            Entries as `Evaluator.update` takes them, with ``boxes`` as corner and size. Where they stand
            beside ``keypoints``, their areas decide how large a detection is, as in COCO's result files.
        truth : mapping alike, optional
            Where it was not given at the beginning.
        """
        ids = [_plain(each) for each in found]
        dropped: Counter[Any] = Counter()
        with all_or_none(self.evaluators.values()):
            for kind, evaluator in self.evaluators.items():
                entries = {image: _whole(each[kind]) for image, each in zip(ids, found.values(), strict=True)}
                if truth is not None:
                    true = {image: _whole(truth[each][kind]) for image, each in zip(ids, found, strict=True)}
                    evaluator.update(true, entries)
                elif ids:
                    known = self.truths[kind]
                    entries = {
                        image: _of_known_classes(entry, known, dropped) for image, entry in entries.items()
                    }
                    part = known.of(ids)
                    predictions = datasets.read_predictions(
                        entries, geometry=GEOMETRIES[kind], box_format="xywh"
                    )
                    evaluator.update(part, _sized_by_boxes(predictions, entries, found, kind))
        for label, count in dropped.items():
            self.dropped[label] = self.dropped.get(label, 0) + count
        self.seen.update(ids)

    def add_unseen(self) -> int:
        """Take the images of the truth that nobody gave as images without detections; how many there were."""
        missing: list[Any] = []
        for kind, known in self.truths.items():
            missing = [each for each in known.images if each not in self.seen]
            if missing:
                none = datasets.read_predictions(_nothing(missing, kind), geometry=GEOMETRIES[kind])
                self.evaluators[kind].update(known.of(missing), none)
        self.seen.update(missing)
        return len(missing)

    def update_list(self, found: Sequence[Any], truth: Sequence[Any]) -> None:
        """`update` with the truth, image by image in lists: images are numbered as they come."""
        with all_or_none(self.evaluators.values()):
            for kind, evaluator in self.evaluators.items():
                true = [_whole(each[kind]) for each in truth]
                evaluator.update(true, [_whole(each[kind]) for each in found])

    def packed(self) -> Packed:
        """Everything seen, to be sent to another process."""
        parts = [evaluator.to_bytes() for evaluator in self.evaluators.values()]
        return parts, self.dropped, self.seen

    def together(self, everyone: Iterable[Packed]) -> Streams:
        """What all processes have seen, of `packed` of each; this one stays as it is."""
        found = copy.copy(self)
        found.reset()
        for parts, dropped, seen in everyone:
            for evaluator, part in zip(found.evaluators.values(), parts, strict=True):
                evaluator.merge(part)
            found.seen |= seen
            for label, count in dropped.items():
                found.dropped[label] = found.dropped.get(label, 0) + count
        return found

    def gathered(self, group: Any = None) -> Streams:
        """What every process of `torch.distributed` has seen; alone, this."""
        everyone = from_everyone(self.packed(), group)
        return self if len(everyone) == 1 else self.together(everyone)

    def results(self) -> dict[str, Any]:
        """The `Result` of each kind of overlap; what was left out is said."""
        if self.dropped:
            count, labels = sum(self.dropped.values()), sorted(self.dropped)
            warnings.warn(
                f"{counted(count, 'detection')} of {counted(len(labels), 'class', 'classes')} that the truth "
                f"does not list ({', '.join(map(repr, labels[:3]))}) {agreeing(count, 'is', 'are')} not "
                "looked at, as in pycocotools. Fix: nothing, if the detector has more classes; else map its "
                "labels to the category ids of the truth.",
                TrueboxWarning,
                stacklevel=3,
            )
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found = {kind: evaluator.result() for kind, evaluator in self.evaluators.items()}
        # The rules are those of the reference, and asked for: what they are is in each result's warnings.
        for text in dict.fromkeys(str(each.message) for each in caught):
            if text.startswith("W-570"):
                warnings.warn(text, TrueboxWarning, stacklevel=3)
        return found


def _sized_by_boxes(
    predictions: Predictions,
    entries: Mapping[Any, Mapping[str, Any]],
    found: Mapping[Any, Mapping[str, Any]],
    kind: str,
) -> Predictions:
    """With the boxes that were given beside keypoints, in place of what the points extend over."""
    if kind != "keypoints" or not all("boxes" in each[kind] for each in found.values()):
        return predictions
    given = [as_array(entry["boxes"]).reshape(-1, 4) for entry in entries.values()]
    boxes = np.concatenate([np.empty((0, 4)), *given]).astype(np.float64)
    return replace(predictions, boxes=boxes, boxed=True)


def _of_known_classes(entry: Mapping[str, Any], known: _Known, dropped: Counter[Any]) -> dict[str, Any]:
    """Without detections of classes that the truth does not list, which pycocotools does not look at."""
    labels = as_array(entry["labels"])
    kept = np.isin(labels, known.categories)
    if kept.all() or any(len(values) != len(labels) for values in entry.values()):
        return {**entry, "labels": labels}  # what does not fit together is refused by the reader
    dropped.update(labels[~kept].tolist())
    return {name: as_array(values)[kept] for name, values in entry.items()}


class _Known:
    """A truth of which parts are asked for, image by image."""

    def __init__(self, truth: Truth) -> None:
        self.truth = truth
        self.images = {each: place for place, each in enumerate(truth.images.ids.tolist())}
        self.categories = np.array(truth.categories.ids.tolist())
        order = np.argsort(truth.image.values, kind="stable")
        values = truth.image.values[order]
        first = np.flatnonzero(np.diff(values, prepend=values[:1] - 1))
        names = truth.image.names
        ids = values[first].tolist() if names is None else [names[value] for value in values[first]]
        self._rows: dict[Any, Int64Array] = dict(zip(ids, np.split(order, first[1:]), strict=bool(ids)))

    def size_of(self, image: Any) -> tuple[int, int]:
        """Width and height; 0 where the truth does not say."""
        width, height = self.truth.images.sizes[self.images[image]].tolist()
        return width, height

    def of(self, ids: Sequence[Any]) -> Truth:
        """The truth of these images alone.

        Raises
        ------
        InputError
            The truth has no such image (E-130).
        """
        unknown = [each for each in ids if each not in self.images]
        if unknown:
            raise InputError(
                "E-130",
                "predictions",
                f"image {unknown[0]!r} is not among the {counted(len(self.images), 'image')} of the truth",
                f"give images the ids of the truth, such as {next(iter(self.images), None)!r}",
            )
        none = np.empty(0, dtype=np.int64)
        rows = np.concatenate([none, *(self._rows.get(each, none) for each in ids)])
        sizes = self.truth.images.sizes[[self.images[each] for each in ids]]
        names = Strings(b"", np.zeros(len(ids) + 1, dtype=np.int64))
        return replace(
            take_truth(self.truth, rows), images=Images(ids=Ids.of(ids), sizes=sizes, file_names=names)
        )


def _named(data: Any) -> Any:
    """Parsed COCO data with a name for each category: torchvision's references make them without."""
    if not isinstance(data, Mapping) or not isinstance(data.get("categories"), list):
        return data
    named = [{"name": str(row["id"]), **row} if "id" in row else row for row in data["categories"]]
    return {**data, "categories": named}


def _nothing(images: Iterable[Any], kind: str) -> dict[Any, dict[str, Any]]:
    shape = {"bbox": "boxes", "segm": "masks", "keypoints": "keypoints"}[kind]
    return {each: _whole({shape: [], "labels": [], "scores": []}) for each in images}


def _whole(entry: Mapping[str, Any]) -> dict[str, Any]:
    """With boxes where there are keypoints, which decide what the boxes are."""
    if "keypoints" not in entry or "boxes" in entry:
        return dict(entry)
    return {"boxes": np.zeros((len(entry["labels"]), 4)), **entry}


def _plain(image: Any) -> Any:
    """An id as a whole number or a text."""
    return image.item() if hasattr(image, "item") else image
