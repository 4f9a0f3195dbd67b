"""An evaluation that is given its images bit by bit: `Evaluator`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os import PathLike, fsdecode
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds, warn_caller
from truebox._native.threads import thread_count
from truebox._writing.counted import counted
from truebox._writing.whole_file import whole_file
from truebox.evaluation.detection.run import match_records, shape_asked
from truebox.evaluation.states.parameters import coco_parameters
from truebox.evaluation.streaming.batches import batch_of, entries_of
from truebox.evaluation.streaming.held_images import Block, as_ids, expected_ids
from truebox.evaluation.streaming.packed_cases import pack
from truebox.evaluation.streaming.quick_batches import QuickBatches
from truebox.evaluation.streaming.stream import Stream
from truebox.evaluation.streaming.stream_question import StreamQuestion, as_categories, rules_in_pieces

if TYPE_CHECKING:
    from truebox.boxes import BoxFormatLike
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.streaming.batches import Entries
    from truebox.evaluation.streaming.held_images import Repeated
    from truebox.evaluation.streaming.streamed_result import StreamedResult
    from truebox.typing import Geometry, Mode, PercentLayout

__all__ = ["Evaluator"]

# Rows below which a batch is matched by the calling thread: waking others costs more.
_ALONE = 1 << 15


class Evaluator:
    """Evaluates images as they come, and keeps only what the numbers need: 8 to 14 bytes a detection, strict.

    Every batch is matched at once. `result` may be asked at any time and is what `truebox.evaluate` gives
    for all images seen so far, to the last bit, in whatever batches and order they came, and on however
    many machines: evaluators `merge`.

    Parameters
    ----------
    categories : ids, names, mapping of id to name, or a truth as `truebox.read_truth` takes it
        Every class there is. A batch shows only some, and classes without truth count too. None: classes are
        whole numbers from 0, as they come, and the result has those that came.
    images : iterable of ids, optional
        Every image there will be: `result` then refuses to answer while some are missing (E-571).
    protocol : str or DetectionProtocol
    geometry : {"boxes", "masks", "keypoints", "boundary", "rotated", "probiou"}
    mode : {"strict", "corrected"}
    iou_thresholds, recall_thresholds, area_ranges, max_detections, class_agnostic, sigmas, dilation_ratio
        As in `truebox.evaluate`.
    box_format : str or None
        Of arrays per image; ``"xyxy"`` unless said.
    repeated : {"same", "refuse", "lowest"}
        An image that comes again, as padding samplers and retried workers send it: kept once where its
        content is the same, refused where it differs (E-570); always refused; or the content of the lowest
        digest kept, which no order of arrival changes. Images kept once are said (W-570).
    threads : int or None
        As in `truebox.evaluate`.

    Notes
    -----
    In strict mode the quirks of the reference are kept, but their effects on the numbers are not measured
    (that needs the boxes): a warning names those that may have had one (W-571). With corrected rules boxes
    order equal scores and are kept: 16 bytes a detection more, 32 where no four float32 give them back.

    Examples
    --------
    >>> from truebox.evaluation import Evaluator
    >>> evaluator = Evaluator(categories={1: "cat", 2: "dog"}, mode="corrected")
    >>> truth = [{"boxes": [[10, 10, 50, 50]], "labels": [1]}, {"boxes": [[0, 0, 9, 9]], "labels": [2]}]
    >>> found = [{"boxes": [[10, 10, 50, 50]], "labels": [1], "scores": [0.9]},
    ...          {"boxes": [[0, 0, 9, 5]], "labels": [2], "scores": [0.8]}]
    >>> evaluator.update(truth, found, images=[7, 9])
    >>> evaluator.result().metrics["AP50"], len(evaluator)
    (1.0, 2)
    """

    @refuses_other_kinds
    def __init__(
        self,
        categories: Any,
        *,
        images: Iterable[Any] | None = None,
        protocol: str | DetectionProtocol = "coco",
        geometry: Geometry = "boxes",
        mode: Mode = "strict",
        iou_thresholds: Iterable[float] | None = None,
        recall_thresholds: Iterable[float] | None = None,
        area_ranges: Mapping[str, Sequence[float]] | None = None,
        max_detections: Iterable[int] | None = None,
        class_agnostic: bool = False,
        sigmas: Sequence[float] | None = None,
        dilation_ratio: float = 0.02,
        box_format: BoxFormatLike | PercentLayout | None = None,
        repeated: Repeated = "same",
        threads: int | None = None,
    ) -> None:
        chosen: dict[str, Any] = {
            "iou_thresholds": iou_thresholds,
            "recall_thresholds": recall_thresholds,
            "area_ranges": area_ranges,
            "max_detections": max_detections,
            "class_agnostic": class_agnostic,
        }
        shaped = {"sigmas": sigmas, "dilation_ratio": dilation_ratio, "box_format": box_format}
        rules = rules_in_pieces(protocol, mode, geometry, {**chosen, **shaped})
        listed = as_categories(categories)
        parameters = coco_parameters(**chosen, geometry=geometry, protocol=rules, mended=rules.mended(mode))
        question = StreamQuestion(
            parameters=parameters,
            mode=mode,
            categories=listed,
            shape=shape_asked(sigmas, dilation_ratio),
            open=categories is None,
            listed=tuple(map(str, categories)) if isinstance(categories, list | tuple) else (),
        )
        self._seen = Stream(question, repeated, expected_ids(images))
        self._box_format = box_format
        self._quick = QuickBatches(box_format)
        self._threads = thread_count(threads)

    def __len__(self) -> int:
        """How many images were seen."""
        return len(self._seen)

    def __repr__(self) -> str:
        question = self._seen.question
        held = question.parameters
        return (
            f"<Evaluator {held.protocol} {held.geometry}, {question.mode}: "
            f"{counted(len(self), 'image')}, {counted(self.nbytes, 'byte')}>"
        )

    @property
    def nbytes(self) -> int:
        """Bytes kept of the images seen, besides their ids."""
        return self._seen.held.nbytes

    def update(self, truth: Any, predictions: Any, *, images: Iterable[Any] | None = None) -> None:
        """Match a batch of whole images, and keep its outcomes.

        Parameters
        ----------
        truth, predictions : arrays per image
            Lists with one entry per image, or mappings of image id to entry, as in `truebox.evaluate`;
            tensors may be on a device. Also paths, parsed COCO data and records, of a part of the images.
        images : iterable of ids, optional
            Of the entries of the lists; without it an ``"image_id"`` in each entry of the truth is its id,
            and without that images are numbered as they come. Of files and records: which images to evaluate.

        Raises
        ------
        InputError
            As `truebox.evaluate`; and an image that came before with other content (E-570).

        Examples
        --------
        >>> from truebox.evaluation import Evaluator
        >>> evaluator = Evaluator(categories=["cat"], images=["a", "b"])
        >>> cat = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
        >>> evaluator.update({"a": cat}, {"a": {**cat, "scores": [0.5]}})
        >>> evaluator
        <Evaluator coco boxes, strict: 1 image, 40 bytes>
        """
        seen = self._seen
        entries = entries_of(truth, predictions, images, seen.arrived or 0)
        if entries is not None and self._taken_quickly(entries):
            return
        batch = batch_of(
            truth,
            predictions,
            images,
            seen.question,
            entries=entries,
            threads=self._threads or None,
            box_format=self._box_format,
        )
        if not len(batch.truth.images):
            return
        seen.refuse_other_naming(arrived=batch.arrived)
        frequency = None if batch.truth.federation is None else batch.truth.federation.frequency
        question = self._adopted(len(batch.truth.categories), frequency, batch.truth.units)
        rows = len(batch.truth) + len(batch.predictions)
        found = match_records(
            batch.truth,
            batch.predictions,
            question.parameters,
            mode=question.mode,
            images=batch.chosen,
            categories=None,
            threads=self._threads or (1 if rows < _ALONE else 0),
            shape=question.shape,
            keep_question=True,
        )
        ids = found.aligned.images.tolist() if batch.ids is None else batch.ids
        noticed = seen.noticed.with_case(found, batch.annotation_ids)
        records, begins = pack(found, noticed.annotation_ids_of(found, batch.annotation_ids))
        block = Block(records, as_ids(ids), begins[:-1], begins[1:])
        seen.add(block, question, noticed, arrived=batch.arrived)

    def _taken_quickly(self, entries: Entries) -> bool:
        """Take arrays in one native call; False for what the general reader must take or refuse."""
        seen = self._seen
        found = self._quick.match(seen.question, entries.truth, entries.predictions, self._threads)
        if found is None:
            return False
        seen.refuse_other_naming(arrived=entries.numbered)
        question = self._adopted(0, None, "pixels")
        begins = np.frombuffer(found.begins, dtype=np.int64)
        block = Block(found.records, as_ids(entries.ids), begins[:-1], begins[1:])
        seen.add(block, question, seen.noticed.with_batch(question, found), arrived=entries.numbered)
        return True

    def _adopted(self, classes: int, frequency: tuple[str, ...] | None, units: str) -> StreamQuestion:
        """The question with what only the truth knows."""
        question = self._seen.question.grown(classes)
        if not len(self):
            known = (question.frequency, question.units) == (frequency, units)
            return question if known else replace(question, frequency=frequency, units=units)
        question.refuse_other_truth(frequency, units)
        return question

    def merge(self, *others: Evaluator | bytes) -> None:
        """Take over what other evaluators, or their bytes, have seen, in any order.

        Images that were numbered as they came are numbered on, in the order of the arguments.

        Raises
        ------
        InputError
            An image is in two of them with other content (E-570), a part is damaged (E-574), of another
            version (E-575) or of another question (E-576).

        Examples
        --------
        >>> from truebox.evaluation import Evaluator
        >>> cat = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
        >>> left, right = Evaluator([1], mode="corrected"), Evaluator([1], mode="corrected")
        >>> left.update([cat], [{**cat, "scores": [0.5]}], images=[1])
        >>> right.update([cat], [{**cat, "scores": [0.7]}], images=[2])
        >>> left.merge(right.to_bytes())
        >>> len(left), left.result().metrics["AP"]
        (2, 1.0)
        """
        rules = self._seen.question.parameters.rules
        parts = [
            each._seen if isinstance(each, Evaluator) else Stream.of_part(each, "bytes", "same", rules)
            for each in others
        ]
        for part in parts:
            self._seen.take(part)

    def reset(self) -> None:
        """Forget every image; the question stays.

        Examples
        --------
        >>> from truebox.evaluation import Evaluator
        >>> evaluator = Evaluator([1])
        >>> evaluator.update([{"boxes": [], "labels": []}], [{"boxes": [], "labels": [], "scores": []}])
        >>> evaluator.reset()
        >>> len(evaluator)
        0
        """
        seen = self._seen
        self._seen = Stream(seen.question, seen.held.repeated, seen.expected)

    def result(self) -> StreamedResult:
        """The result of all images seen so far; more may follow.

        Raises
        ------
        InputError
            Some of the announced images are missing (E-571), or in strict mode two images share the id of an
            annotation, which the reference would decide by the order of one file (E-573).

        Warns
        -----
        TrueboxWarning
            Once for each of ``result.warnings``.
        """
        found = self._seen.result(self._threads)
        for finding in found.warnings:
            warn_caller(str(finding))
        return found

    def metrics(self, prefix: str = "") -> dict[str, float]:
        """The numbers of `result` as loggers take them: flat names and floats; what is undefined is left out.

        Examples
        --------
        >>> from truebox.evaluation import Evaluator
        >>> cat = {"boxes": [[0, 0, 9, 9]], "labels": [1]}
        >>> evaluator = Evaluator([1], mode="corrected")
        >>> evaluator.update([cat], [{**cat, "scores": [0.5]}])
        >>> evaluator.metrics("val/")["val/AP"]
        1.0
        """
        return self._seen.result(self._threads).to_log(prefix)

    def to_bytes(self) -> bytes:
        """Everything seen, in a form that does not depend on batches and order; `from_bytes` reads it.

        Examples
        --------
        >>> from truebox.evaluation import Evaluator
        >>> evaluator = Evaluator([1])
        >>> Evaluator.from_bytes(evaluator.to_bytes()).to_bytes() == evaluator.to_bytes()
        True
        """
        return self._seen.to_bytes()

    def save(self, path: str | PathLike[str]) -> None:
        """Write `to_bytes` to a file, whole or not at all."""
        with whole_file(path) as file:
            file.write(self.to_bytes())

    @classmethod
    def from_bytes(
        cls,
        data: bytes,
        *,
        repeated: Repeated = "same",
        protocol: DetectionProtocol | None = None,
        threads: int | None = None,
    ) -> Evaluator:
        """The evaluator of `to_bytes`.

        Parameters
        ----------
        data : bytes
            Of a part.
        repeated, threads
            As of an evaluator.
        protocol : DetectionProtocol, optional
            The protocol itself where it is none of Truebox's own.

        Raises
        ------
        InputError
            The bytes are damaged (E-574) or of another version (E-575).
        """
        return cls._of(Stream.of_part(data, "bytes", repeated, protocol), threads)

    @classmethod
    def load(
        cls,
        path: str | PathLike[str],
        *,
        repeated: Repeated = "same",
        protocol: DetectionProtocol | None = None,
        threads: int | None = None,
    ) -> Evaluator:
        """The evaluator of a file that `save` or ``truebox part`` wrote; see `from_bytes`."""
        with open(path, "rb") as file:
            data = file.read()
        return cls._of(Stream.of_part(data, fsdecode(path), repeated, protocol), threads)

    @classmethod
    def _of(cls, seen: Stream, threads: int | None) -> Evaluator:
        found = cls.__new__(cls)
        found._seen, found._box_format, found._threads = seen, None, thread_count(threads)
        found._quick = QuickBatches(None)
        return found

    def __getstate__(self) -> dict[str, Any]:
        return {
            "part": self._seen.to_bytes(),
            "expected": self._seen.expected,
            "repeated": self._seen.held.repeated,
            "protocol": self._seen.question.parameters.rules,
            "box_format": self._box_format,
            "threads": self._threads,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._seen = Stream.of_part(state["part"], "pickle", state["repeated"], state["protocol"])
        self._seen.expected = state["expected"]
        self._box_format, self._threads = state["box_format"], state["threads"]
        self._quick = QuickBatches(self._box_format)
