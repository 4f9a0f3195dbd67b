"""`TrueboxEvaluator` in the place of detectron2's ``COCOEvaluator``.

Examples
--------
>>> from truebox.integrations.detectron2 import TrueboxEvaluator
>>> truth = {"images": [{"id": 7}], "categories": [{"id": 1, "name": "cat"}], "annotations": []}
>>> TrueboxEvaluator(truth, tasks=["bbox"]).evaluate()
{}
"""

from __future__ import annotations

import logging
import math
import warnings
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from truebox._writing.counted import agreeing, counted
from truebox.errors import ArgumentError, MissingExtraError, TrueboxWarning
from truebox.integrations.processes import from_everyone, process, real_base
from truebox.integrations.streams import Streams
from truebox.integrations.tensors import as_array, corner_and_size, hard_masks, listed_classes

__all__ = ["TrueboxEvaluator"]

_Base: Any = real_base("detectron2.evaluation.evaluator", "DatasetEvaluator")
_FIELDS = {"bbox": "pred_boxes", "segm": "pred_masks", "keypoints": "pred_keypoints"}
_SIZES = {
    "bbox": {"APs": "small", "APm": "medium", "APl": "large"},
    "segm": {"APs": "small", "APm": "medium", "APl": "large"},
    "keypoints": {"APm": "medium", "APl": "large"},
}


class TrueboxEvaluator(_Base):  # type: ignore[misc]
    """Average precision of instances, for ``COCOEvaluator`` of detectron2.

    Keys and numbers are its own: percent, NaN where a metric is undefined, ``AP-cat`` for each class. An
    image is matched when it comes, so masks are not kept; processes send each other a few bytes a
    detection, and an image that two of them were given counts once, and is said (W-570).

    Parameters
    ----------
    dataset : str, path or parsed COCO data
        A data set registered in the COCO format, or its truth; then classes are numbered from 0 in the order
        of the category ids, as detectron2 reads them.
    tasks : sequence of {"bbox", "segm", "keypoints"}, optional
        Default: those that the first instances have fields for.
    distributed : bool
        Whether to gather what all processes of `torch.distributed` have seen.
    max_dets_per_image : int, optional
        Of boxes and masks; 100.
    kpt_oks_sigmas : sequence of float
        Of keypoints; those of COCO.
    **how
        Further arguments of `truebox.Evaluator`.

    Notes
    -----
    As in detectron2, images of the truth that were not processed count, without detections; how many is said.
    There is no ``box_proposals``.

    Examples
    --------
    >>> truth = {"images": [], "categories": [{"id": 1, "name": "cat"}], "annotations": []}
    >>> TrueboxEvaluator(truth, max_dets_per_image=300)
    <TrueboxEvaluator of 1 class>
    """

    def __init__(
        self,
        dataset: Any,
        tasks: Sequence[str] | None = None,
        distributed: bool = True,
        *,
        max_dets_per_image: int | None = None,
        kpt_oks_sigmas: Sequence[float] = (),
        **how: Any,
    ) -> None:
        self._truth, numbers, self._names = _registered(dataset)
        self._distributed = distributed
        self._how = {
            "max_detections": [1, 10, 100 if max_dets_per_image is None else max_dets_per_image],
            **how,
        }
        self._sigmas = tuple(kpt_oks_sigmas) or None
        self._tasks = None if tasks is None else tuple(sorted(tasks))
        self._fixed = tasks is not None
        probe = Streams(["bbox"], truth=self._truth).truths["bbox"].truth.categories
        order = sorted(zip(probe.ids.tolist(), probe.names, strict=True))
        self._category_ids = numbers or [each for each, _ in order]
        self._names = self._names or [name for _, name in order]
        self._streams: Streams | None = None
        self._logger = logging.getLogger(__name__)

    def __repr__(self) -> str:
        return f"<TrueboxEvaluator of {counted(len(self._category_ids), 'class', 'classes')}>"

    def reset(self) -> None:
        """Forget every image."""
        self._streams = None
        if not self._fixed:
            self._tasks = None

    def process(self, inputs: Iterable[Mapping[str, Any]], outputs: Iterable[Mapping[str, Any]]) -> None:
        """Match the instances of some images.

        Parameters
        ----------
        inputs : list of mapping
            With ``image_id``.
        outputs : list of mapping
            With ``instances``.
        """
        found: dict[Any, Any] = {}
        for given, output in zip(inputs, outputs, strict=True):
            if "instances" not in output:
                raise ArgumentError(
                    f"outputs: no 'instances' of image {given['image_id']!r}, but {sorted(output)}. "
                    "Fix: evaluate proposals with detectron2's own COCOEvaluator."
                )
            found[given["image_id"]] = output["instances"]
        if not found:
            return
        if self._streams is None:
            first = next(iter(found.values()))
            self._tasks = self._tasks or tuple(kind for kind, field in _FIELDS.items() if first.has(field))
            self._streams = self._made(self._tasks)
        kinds = self._tasks or ()
        self._streams.update(
            {image: {kind: self._entry(each, kind) for kind in kinds} for image, each in found.items()}
        )

    def _made(self, tasks: Sequence[str]) -> Streams:
        return Streams(
            tasks, truth=self._truth, **self._how, **({"sigmas": self._sigmas} if self._sigmas else {})
        )

    def _entry(self, instances: Any, kind: str) -> dict[str, Any]:
        entry = {
            "labels": listed_classes(instances.pred_classes, self._category_ids),
            "scores": as_array(instances.scores),
        }
        if kind == "segm":
            return {"masks": hard_masks(instances.pred_masks), **entry}
        if kind == "bbox":
            return {"boxes": corner_and_size(_corners(instances)), **entry}
        # A prediction is a point, an annotation the index of a pixel: half a pixel less, as in detectron2.
        points = as_array(instances.pred_keypoints).copy()
        points[..., :2] -= points.dtype.type(0.5)
        if instances.has("pred_boxes"):  # its rows hold them too, and pycocotools takes sizes from there
            entry["boxes"] = corner_and_size(_corners(instances))
        return {"keypoints": points, **entry}

    def evaluate(self, img_ids: Iterable[Any] | None = None) -> dict[str, dict[str, float]]:
        """The numbers by task, on the first process; an empty mapping on the others.

        Parameters
        ----------
        img_ids : iterable of ids, optional
            The images that count; default: all of the truth.
        """
        mine = None if self._streams is None else (self._tasks, self._streams.packed())
        everyone = [each for each in (from_everyone(mine) if self._distributed else [mine]) if each]
        if self._distributed and process()[0] > 0:
            return {}
        if not everyone:
            self._logger.warning("No image was processed.")
            return {}
        streams = self._made(everyone[0][0] or ()).together(packed for _, packed in everyone)
        if img_ids is None:
            _say_unseen(streams.add_unseen())
        elif set(img_ids) != streams.seen:
            raise ArgumentError("img_ids: other images were processed. Fix: process those that are to count.")
        return {kind: self._numbers(result, kind) for kind, result in streams.results().items()}

    def _numbers(self, result: Any, kind: str) -> dict[str, float]:
        held, precision = result.parameters, result.precision[..., -1]
        sizes = list(held.area_ranges)
        nothing = len(result.predictions) == 0
        numbers = {"AP": _percent(precision[..., 0], nothing)}
        for name, threshold in (("AP50", 0.5), ("AP75", 0.75)):
            rows = np.flatnonzero(held.iou_thresholds == threshold)
            numbers[name] = _percent(precision[rows][..., 0], nothing)
        for name, size in _SIZES[kind].items():
            numbers[name] = _percent(precision[..., sizes.index(size)], nothing)
        if len(self._names) > 1 and not nothing:
            columns = {each: place for place, each in enumerate(result.truth.categories.ids.tolist())}
            for name, category in zip(self._names, self._category_ids, strict=True):
                numbers[f"AP-{name}"] = _percent(precision[:, :, columns[category], 0])
        self._logger.info("%s: %s", kind, ", ".join(f"{name} {value:.3f}" for name, value in numbers.items()))
        return numbers


def _percent(values: Any, nothing: bool = False) -> float:
    """The mean of what is defined; NaN where detectron2 gives it, also where nothing at all was found."""
    values = values[values > -1]
    return math.nan if nothing or not values.size else float(np.mean(values) * 100)


def _say_unseen(unseen: int) -> None:
    if unseen:
        warnings.warn(
            f"{counted(unseen, 'image')} of the truth {agreeing(unseen, 'was', 'were')} not given, and "
            f"{agreeing(unseen, 'counts', 'count')} without detections.",
            TrueboxWarning,
            stacklevel=3,
        )


def _corners(instances: Any) -> Any:
    boxes = instances.pred_boxes
    corners = as_array(getattr(boxes, "tensor", boxes))
    if corners.ndim != 2 or corners.shape[1] != 4:
        raise ArgumentError(
            f"outputs: pred_boxes are of shape {corners.shape}. Fix: turned boxes are evaluated by "
            "truebox.evaluate, as their extents."
        )
    return corners


def _registered(dataset: Any) -> tuple[Any, list[Any], list[str]]:
    """The truth of a data set, the category id of each class, and their names; empty where not said."""
    if not isinstance(dataset, str) or dataset.endswith(".json") or Path(dataset).exists():
        return dataset, [], []
    try:
        catalog = import_module("detectron2.data").MetadataCatalog
    except ImportError as error:
        raise MissingExtraError("detectron2", "detectron2", f"the data set {dataset!r}") from error
    metadata = catalog.get(dataset)
    if not hasattr(metadata, "json_file"):
        raise ArgumentError(
            f"dataset: {dataset!r} is registered without a COCO file. Fix: "
            "detectron2.data.datasets.convert_to_coco_json(name, path), and pass the path."
        )
    by_id = getattr(metadata, "thing_dataset_id_to_contiguous_id", {})
    numbers = [each for each, _ in sorted(by_id.items(), key=lambda pair: pair[1])]
    return metadata.json_file, numbers, list(getattr(metadata, "thing_classes", []))
