"""``compute_metrics`` of a Hugging Face `Trainer` for detection.

``TrainingArguments(batch_eval_metrics=True)`` hands over each batch, so that no output is kept;
``eval_do_concat_batches=False`` hands over all of them at the end.

Examples
--------
>>> import numpy as np
>>> from types import SimpleNamespace
>>> from truebox.integrations.transformers import TrainerMetrics
>>> class Processor:
...     def post_process_object_detection(self, outputs, threshold, target_sizes):
...         return [{"boxes": [[10, 10, 50, 50]], "labels": [0], "scores": [0.9]}]
>>> metrics = TrainerMetrics(Processor(), {0: "cat"})
>>> label = {"image_id": [7], "class_labels": [0], "boxes": [[0.3, 0.3, 0.4, 0.4]], "orig_size": [100, 100]}
>>> logits, boxes = np.zeros((1, 1, 2)), np.zeros((1, 1, 4))
>>> batch = SimpleNamespace(predictions=(logits, boxes), label_ids=[label], inputs={"labels": [label]})
>>> round(metrics(batch, compute_result=True)["AP50"], 6)
1.0
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np

from truebox._writing.counted import counted
from truebox.errors import ArgumentError, MissingExtraError
from truebox.integrations.streams import Streams
from truebox.integrations.tensors import as_array, corner_and_size

__all__ = ["TrainerMetrics"]


class TrainerMetrics:
    """Evaluates the batches of an evaluation loop; ``Trainer(compute_metrics=TrainerMetrics(...))``.

    Parameters
    ----------
    image_processor : object with ``post_process_object_detection``
        Of the model. It is asked with ``threshold=0``: AP needs the low scores.
    categories : ids, names or mapping of id to name, optional
        ``model.config.id2label``; None: whole numbers from 0, as they come. With `truth` a mapping, by whose
        names labels find their category; None: labels are its category ids.
    truth : path, parsed COCO data or ``COCO``, optional
        The annotations by the ``image_id`` of the labels, untouched by resizing: numbers are then those of
        pycocotools on this file. Without, boxes are those of the labels, in pixels of ``orig_size``.
    prefix : str
        Before each name; the `Trainer` puts ``eval_`` before it.
    threshold : float
        Handed to the image processor.
    **how
        Further arguments of `truebox.Evaluator`.

    Notes
    -----
    Of a last batch that is not full, the `Trainer` cuts every tensor of the labels to its number of images,
    the boxes of an image too; a last batch that may have been cut is refused. And between processes it
    gathers the boxes of one image with those of another, which waits for ever where their numbers differ.
    `attach` mends both. In one process, `truth` or ``include_for_metrics=["inputs"]`` of the
    `TrainingArguments` also does.

    Examples
    --------
    >>> TrainerMetrics(image_processor=None, categories=["cat"]).iou_types
    ('bbox',)
    """

    iou_types = ("bbox",)

    def __init__(
        self,
        image_processor: Any,
        categories: Any = None,
        *,
        truth: Any = None,
        prefix: str = "",
        threshold: float = 0.0,
        **how: Any,
    ) -> None:
        self.image_processor, self.prefix, self.threshold = image_processor, prefix, threshold
        self._known, self._largest = truth is not None, 0
        listed = None if self._known else categories
        self._streams = Streams(self.iou_types, truth=truth, categories=listed, **how)
        self._category_of = self._by_name(categories) if self._known and categories is not None else None

    def attach(self, trainer: Any) -> None:
        """Let the `Trainer` hand on logits, boxes and labels alone, in tensors that processes can gather.

        One line after the `Trainer` is made, whatever the number of processes; each of them then has the
        numbers of all images. `trainer` may be anything with ``prediction_step``.

        Examples
        --------
        >>> from types import SimpleNamespace
        >>> trainer = SimpleNamespace(prediction_step=lambda *given: (0.5, None, None))
        >>> TrainerMetrics(image_processor=None, categories=["cat"]).attach(trainer)
        >>> trainer.prediction_step(None, {}, True)
        (0.5, None, None)
        """
        theirs = trainer.prediction_step

        def prediction_step(model: Any, inputs: Any, *args: Any, **kwargs: Any) -> Any:
            loss, outputs, labels = theirs(model, inputs, *args, **kwargs)
            if outputs is None or labels is None:
                return loss, outputs, labels
            return loss, _logits_and_boxes(outputs), _packed(labels, like=_logits_and_boxes(outputs)[0])

        trainer.prediction_step = prediction_step

    def __call__(self, evaluation: Any, compute_result: bool | None = None) -> dict[str, float]:
        """Match a batch; give the numbers after the last one, and forget every image.

        Parameters
        ----------
        evaluation : transformers.EvalPrediction
            ``predictions`` with logits and boxes of a batch or, where `compute_result` is not given, lists of
            them; ``label_ids`` alike.
        compute_result : bool, optional
            Whether this was the last batch.
        """
        if compute_result is None and _are_packed(evaluation.label_ids):
            self._add(evaluation.predictions, _unpacked(evaluation.label_ids), last=False)
        elif compute_result is None:
            _refuse_joined(evaluation.label_ids)
            pairs = list(zip(evaluation.predictions, evaluation.label_ids, strict=True))
            for place, (outputs, labels) in enumerate(pairs):
                packed = _are_packed(labels)
                whole = _unpacked(labels) if packed else labels
                self._add(outputs, whole, last=place == len(pairs) - 1 and not packed)
        elif _are_packed(evaluation.label_ids):
            self._add(evaluation.predictions, _unpacked(evaluation.label_ids), last=False)
        else:
            # As the model was given them, where the Trainer was asked to include its inputs.
            given = getattr(evaluation, "inputs", None)
            whole = given["labels"] if isinstance(given, Mapping) and "labels" in given else None
            labels = evaluation.label_ids if whole is None else whole
            self._add(evaluation.predictions, labels, last=compute_result and whole is None)
        if compute_result is False:
            return {}
        try:
            numbers: dict[str, float] = self._streams.results()["bbox"].to_log(self.prefix)
            return numbers
        finally:
            self._streams.reset()
            self._largest = 0

    def _add(self, outputs: Any, labels: Sequence[Mapping[str, Any]], *, last: bool) -> None:
        logits, boxes = _logits_and_boxes(outputs)
        if len(logits) != len(labels):
            raise ArgumentError(
                f"labels: {len(labels)} for {len(logits)} images: the Trainer joined those of several "
                "processes. Fix: metrics.attach(trainer), once the Trainer is made."
            )
        if last and len(labels) != self._largest and not self._known:
            _refuse_cut(labels)
        self._largest = max(self._largest, len(labels))
        ids = [as_array(label["image_id"]).reshape(-1)[0].item() for label in labels]
        sizes = [self._size(image, label) for image, label in zip(ids, labels, strict=True)]
        raw = SimpleNamespace(logits=_tensor(logits), pred_boxes=_tensor(boxes))
        processed = self.image_processor.post_process_object_detection(
            raw, threshold=self.threshold, target_sizes=sizes
        )
        found = {image: {"bbox": self._found(each)} for image, each in zip(ids, processed, strict=True)}
        if self._known:
            self._streams.update(found)
            return
        true = {
            image: {"bbox": _true(label, size)} for image, label, size in zip(ids, labels, sizes, strict=True)
        }
        self._streams.update(found, true)

    def _by_name(self, categories: Any) -> dict[int, Any]:
        """The category id of each label; of names that the truth has not, one that it has not."""
        if not isinstance(categories, Mapping):
            raise ArgumentError("categories: with truth= a mapping of label to name. Fix: pass id2label.")
        known = self._streams.truths["bbox"].truth.categories
        by_name = dict(zip(known.names, known.ids.tolist(), strict=True))
        if by_name.keys().isdisjoint(categories.values()):
            raise ArgumentError(
                f"categories: none of {list(categories.values())[:3]} is a category of the truth, which has "
                f"{list(by_name)[:3]}. Fix: give both the same names."
            )
        return {int(label): by_name.get(name, f"{label} {name}") for label, name in categories.items()}

    def _found(self, processed: Mapping[str, Any]) -> dict[str, Any]:
        labels = as_array(processed["labels"])
        return {
            "boxes": corner_and_size(processed["boxes"]),
            "labels": labels if self._category_of is None else self._categories(labels),
            "scores": as_array(processed["scores"]),
        }

    def _categories(self, labels: Any) -> Any:
        assert self._category_of is not None
        return np.array([self._category_of.get(label, str(label)) for label in labels.tolist()], dtype=object)

    def _size(self, image: Any, label: Mapping[str, Any]) -> tuple[int, int]:
        """Height and width: of the label or, where the Trainer has cut it, of the truth."""
        size = as_array(label["orig_size"]).tolist()
        if len(size) == 2:
            return size[0], size[1]
        width, height = self._streams.truths["bbox"].size_of(image)
        if not width:
            raise ArgumentError(
                f"truth: image {image!r} has no width and height. Fix: write them into the file."
            )
        return height, width


_HEAD, _OBJECT = 3, 6
"""What is packed of an image, and of an object: class, whether a crowd, box."""
_NO_OBJECT = -100
"""The class of a row that only fills up, which is also what the `Trainer` fills up with."""


def _packed(labels: Sequence[Mapping[str, Any]], *, like: Any) -> tuple[Any, Any]:
    """Labels as two tensors with a row per image, whose objects the `Trainer` fills up to one number."""
    many = [len(label["class_labels"]) for label in labels]
    heads = np.empty((len(labels), _HEAD), dtype=np.int64)
    boxes = [as_array(label["boxes"]).reshape(-1, 4) for label in labels]
    # Single precision where the boxes are: not every device has another.
    precision = np.result_type(np.float32, *(each.dtype for each in boxes))
    objects = np.full((len(labels), max(many, default=0), _OBJECT), _NO_OBJECT, dtype=precision)
    for row, (label, count) in enumerate(zip(labels, many, strict=True)):
        heads[row, 0] = as_array(label["image_id"]).reshape(-1)[0]
        heads[row, 1:] = as_array(label["orig_size"]).reshape(-1)
        objects[row, :count, 0] = as_array(label["class_labels"])
        objects[row, :count, 1] = as_array(label["iscrowd"]) if "iscrowd" in label else 0
        objects[row, :count, 2:] = boxes[row]
    return _tensor(heads).to(like.device), _tensor(objects).to(like.device)


def _are_packed(labels: Any) -> bool:
    """Whether labels are what `_packed` made, or a row of the `Trainer`'s list of such."""
    if not isinstance(labels, list | tuple) or len(labels) != 2:
        return False
    heads, objects = (tuple[int, ...](getattr(each, "shape", ())) for each in labels)
    return len(heads) == 2 and heads[1] == _HEAD and len(objects) == 3 and objects[2] == _OBJECT


def _unpacked(labels: tuple[Any, Any]) -> list[dict[str, Any]]:
    """The labels of `_packed`, as image processors make them."""
    heads, objects = map(as_array, labels)
    given = [rows[rows[:, 0] != _NO_OBJECT] for rows in objects]
    return [
        {
            "image_id": head[:1],
            "orig_size": head[1:],
            "class_labels": rows[:, 0].astype(np.int64),
            "iscrowd": rows[:, 1].astype(np.int64),
            "boxes": rows[:, 2:],
        }
        for head, rows in zip(heads, given, strict=True)
    ]


def _true(label: Mapping[str, Any], size: tuple[int, int]) -> dict[str, Any]:
    height, width = size
    centred = as_array(label["boxes"]).astype(np.float64).reshape(-1, 4) * [width, height, width, height]
    boxes = np.concatenate([centred[:, :2] - centred[:, 2:] / 2, centred[:, 2:]], axis=1)
    entry = {"boxes": boxes, "labels": as_array(label["class_labels"])}
    # Not its area: that is of the resized picture.
    return entry | {name: as_array(label[name]) for name in ("iscrowd",) if name in label}


def _logits_and_boxes(outputs: Any) -> tuple[Any, Any]:
    """Of an output by name or, as the `Trainer` hands it on, in its order."""
    if hasattr(outputs, "pred_boxes"):
        return outputs.logits, outputs.pred_boxes
    if isinstance(outputs, Mapping):
        return outputs["logits"], outputs["pred_boxes"]
    arrays = [each for each in _flat(outputs) if getattr(each, "ndim", 0) == 3]
    for logits, boxes in pairwise(arrays):
        if boxes.shape[-1] == 4 and tuple(logits.shape[:2]) == tuple(boxes.shape[:2]):
            return logits, boxes
    raise ArgumentError(
        "predictions: no logits followed by boxes [batch, queries, 4]. Fix: with "
        "preprocess_logits_for_metrics give (logits, pred_boxes)."
    )


def _flat(outputs: Any) -> Iterable[Any]:
    return [each for each in outputs if not isinstance(each, Mapping)]


def _refuse_joined(labels: Any) -> None:
    if not isinstance(labels, list | tuple) or (len(labels) and isinstance(labels[0], Mapping)):
        raise ArgumentError(
            "label_ids: the Trainer joined the batches, whose images differ in size. "
            "Fix: TrainingArguments(batch_eval_metrics=True), or eval_do_concat_batches=False."
        )


def _refuse_cut(labels: Sequence[Mapping[str, Any]]) -> None:
    """Raise ArgumentError where labels may be cut.

    Of a last batch with fewer images, Accelerate's ``gather_for_metrics`` keeps so many rows of *every*
    tensor, also of the boxes of an image. One with as many objects as the batch has images may have had
    more.
    """
    count = len(labels)
    objects = [len(as_array(label["class_labels"])) for label in labels]
    if any(len(as_array(label["orig_size"])) < 2 for label in labels) or max(objects, default=0) == count:
        raise ArgumentError(
            f"labels: the Trainer may have cut those of the last batch to {counted(count, 'object')} an "
            "image. Fix: metrics.attach(trainer), once the Trainer is made; or pass truth= with the COCO "
            "file."
        )


def _tensor(values: Any) -> Any:
    """As image processors want it; they work on PyTorch."""
    if hasattr(values, "detach"):
        return values
    try:
        torch: Any = import_module("torch")
    except ImportError as error:
        raise MissingExtraError("torch", "torch", "truebox.integrations.transformers") from error
    return torch.from_numpy(np.ascontiguousarray(values))
