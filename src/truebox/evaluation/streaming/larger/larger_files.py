"""Files larger than memory: spilled by image, evaluated group by group, and put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox import datasets
from truebox._kinds import refuses_other_kinds
from truebox._writing.whole_folder import temporary_folder
from truebox.datasets import NotInPiecesError, TruthFrame
from truebox.evaluation.detection.looks.undetected_classes import undetected_classes
from truebox.evaluation.detection.misfit import SUSPICIOUS
from truebox.evaluation.matching.matching import repeated_ids, zero_ids
from truebox.evaluation.protocol import as_it_is
from truebox.evaluation.registry import DETECTION_PROTOCOLS, detection_protocol
from truebox.evaluation.states.quirks import Quirk
from truebox.evaluation.streaming.batches import named_as
from truebox.evaluation.streaming.evaluator import Evaluator
from truebox.evaluation.streaming.larger.looking import looked_at
from truebox.evaluation.streaming.larger.spilled.rows import SpilledRows
from truebox.evaluation.streaming.larger.spilled.truth import SpilledTruth
from truebox.evaluation.streaming.larger.stretches import HeldTruth
from truebox.evaluation.streaming.part_merging import merge_parts
from truebox.evaluation.streaming.stream_question import as_categories
from truebox.records import Ids, Predictions, Truth

if TYPE_CHECKING:
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.streaming.held_images import Repeated
    from truebox.evaluation.streaming.streamed_result import StreamedResult
    from truebox.records import Finding
    from truebox.typing import Mode

__all__ = ["evaluate_larger", "frame_of_larger", "seen_in_pieces"]

_FEWEST = 10_000
_FEWEST_STRETCHES, _MOST_STRETCHES = 128, 448
"""Files of one side that are open at a time: systems allow a process a thousand or so."""

_GEOMETRIES = ("boxes", "masks", "boundary", "keypoints")
_OF_PARAMETERS = (
    *("geometry", "iou_thresholds", "recall_thresholds", "area_ranges", "max_detections"),
    "class_agnostic",
)
_NEAR_ZERO = "W-312"
_OF_QUESTION = (*_OF_PARAMETERS, "sigmas", "dilation_ratio", "threads")


def frame_of_larger(
    truth: Any, protocol: DetectionProtocol, *, mode: Mode, arguments: Mapping[str, Any]
) -> TruthFrame | None:
    """The images and classes of a file of truth that would not fit into ``max_memory``; None where it would.

    None too for what cannot be read in pieces: other formats than COCO JSON and tables in Parquet and Arrow,
    files that state a protocol of their own, and what `evaluate_larger` leaves out.
    """
    limit = arguments["max_memory"]
    if not _in_pieces(protocol, mode, arguments):
        return None
    if isinstance(truth, TruthFrame) or not isinstance(truth, str | Path):
        return truth if isinstance(truth, TruthFrame) else None
    said = {name: arguments[name] for name in ("geometry", "threads")}
    # Where the truth states how its boxes are, as COCO does, that is said of the predictions.
    of_table = datasets.truth_pieces(Path(truth), **said, box_format=arguments["box_format"])
    pieces = of_table or datasets.truth_pieces(Path(truth), **said)
    return None if pieces is None else pieces.framed(limit)


def evaluate_larger(
    truth: Any,
    predictions: Any,
    protocol: DetectionProtocol,
    *,
    mode: Mode,
    arguments: Mapping[str, Any],
) -> StreamedResult | None:
    """The result of files that would not fit into ``max_memory``; None where they would.

    None too for what cannot be evaluated in pieces: predictions in other formats than COCO results, Parquet
    and Arrow beside a truth that fits, rotated boxes, protocols that complete the truth from its file or
    order equal scores as in the file, a choice of classes, results of which only some have boxes.

    Parameters
    ----------
    truth, predictions, protocol, mode
        As of `truebox.evaluate`; predictions may be `PredictionPieces`, the truth a `TruthFrame`.
    arguments : mapping
        Every other argument of it.

    Raises
    ------
    InputError
        As `truebox.evaluate`.
    """
    groups = _groups_of(truth, predictions, protocol, mode, arguments)
    if groups is None:
        return None
    try:
        with temporary_folder("truebox-spilled-") as folder:
            parts = []
            for number, evaluator in enumerate(groups.evaluators(folder, None, ledger=False)):
                parts.append(folder / f"{number}.tbx")
                evaluator.save(parts[-1])
            merged = merge_parts(parts, protocol=protocol, threads=arguments["threads"])
            asked = arguments["fit_test"] and "fit_test" in protocol.takes
            undetected = undetected_classes(merged) if asked else None
            return replace(
                merged,
                warnings=(
                    *merged.warnings,
                    *_holding(groups.said, merged),
                    *([] if undetected is None else [undetected]),
                ),
                truth=replace(merged.truth, source=groups.truth.source),
                predictions=replace(merged.predictions, source=groups.source),
            )
    except NotInPiecesError:
        return None


@refuses_other_kinds
def seen_in_pieces(
    truth: Any,
    predictions: Any,
    max_memory: int,
    *,
    categories: Any = None,
    images: Iterable[Any] | None = None,
    repeated: Repeated = "same",
    fit_test: bool = False,
    **how: Any,
) -> Evaluator | None:
    """An evaluator that has seen files which would not fit into memory; None as of `evaluate_larger`.

    Parameters
    ----------
    truth, predictions
        As of `truebox.evaluate`; the truth may be a `TruthFrame`, predictions `PredictionPieces`.
    max_memory : int
        Bytes.
    categories
        Of the evaluator; those of the truth where it is None.
    images : iterable of ids, optional
        Only these.
    fit_test : bool
        Refuse what the first group of images shows to be read wrongly (E-470).
    repeated, **how
        Other arguments of `Evaluator`.

    Returns
    -------
    Evaluator or None
        None where memory holds them, or only the whole can be read.

    Raises
    ------
    InputError
        As `truebox.evaluate`.

    Examples
    --------
    >>> seen_in_pieces([{"boxes": [[0, 0, 9, 9]], "labels": [1]}], [], 1 << 30) is None
    True
    """
    usual: dict[str, Any] = {"geometry": "boxes", "box_format": None, "dilation_ratio": 0.02}
    usual |= {"lenient": False, "fit_test": fit_test, "class_agnostic": False, "categories": None}
    arguments = {**dict.fromkeys(_OF_QUESTION), **usual, "images": images, "max_memory": max_memory, **how}
    protocol, mode = (
        detection_protocol(arguments.pop("protocol", DETECTION_PROTOCOLS[0])),
        arguments.pop("mode", "strict"),
    )
    frame = frame_of_larger(truth, protocol, mode=mode, arguments=arguments)
    groups = _groups_of(truth if frame is None else frame, predictions, protocol, mode, arguments)
    if groups is None:
        return None
    try:
        with temporary_folder("truebox-spilled-") as folder:
            given = groups.truth if categories is None else categories
            seen = Evaluator(
                given, **_of_evaluator(arguments), protocol=protocol, mode=mode, repeated=repeated
            )
            for evaluator in groups.evaluators(folder, given, ledger=True):
                seen.merge(evaluator)
            return seen
    except NotInPiecesError:
        return None


def _holding(said: Iterable[Finding], merged: StreamedResult) -> list[Finding]:
    """What was seen in a group, without reasons of an AP near zero where that of all is none."""
    overall = merged.metrics.get("AP")
    near_zero = overall is None or overall < SUSPICIOUS
    return [each for each in said if near_zero or each.code != _NEAR_ZERO]


def _of_evaluator(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: arguments[name] for name in _OF_QUESTION}


def _in_pieces(protocol: DetectionProtocol, mode: Mode, arguments: Mapping[str, Any]) -> bool:
    """Whether images can be evaluated apart under these rules."""
    plain = arguments["geometry"] in _GEOMETRIES and protocol.complete is as_it_is
    by_file = protocol.ties_by_file and Quirk.TIE_ORDER not in protocol.mended(mode)
    whole = arguments["lenient"] or arguments["categories"] is not None
    return arguments["max_memory"] > 0 and plain and not (by_file or whole or protocol.whole_only)


def _rows_of_piece(limit: int) -> int:
    return max(datasets.PredictionPieces.rows_within(limit) // 4, _FEWEST)


def _groups_of(
    truth: Any, predictions: Any, protocol: DetectionProtocol, mode: Mode, arguments: Mapping[str, Any]
) -> _Groups | None:
    limit, geometry = arguments["max_memory"], arguments["geometry"]
    if not _in_pieces(protocol, mode, arguments):
        return None
    reading = {"box_format": arguments["box_format"], "geometry": geometry}
    found = predictions
    if isinstance(found, str | Path):
        found = datasets.prediction_pieces(Path(found), **reading) or found
    cut = isinstance(found, datasets.PredictionPieces)
    if not (isinstance(truth, TruthFrame) or (cut and found.exceed(limit))):
        return None
    if cut:
        found = replace(found, reading={**found.reading, "geometry": geometry})
    true = truth if isinstance(truth, Truth) else datasets.truth_as_said(truth, **reading)
    strict_ids = Quirk.DUPLICATE_IDS not in protocol.mended(mode)
    if not isinstance(true, TruthFrame) and strict_ids and repeated_ids(true):
        return None  # of repeated ids the whole file decides
    return _Groups(true, found, limit, protocol, mode, arguments)


@dataclass(slots=True, eq=False)
class _Groups:
    """Images whose objects and detections fit into memory together.

    Parameters
    ----------
    truth : Truth or TruthFrame
    predictions : PredictionPieces, or as `truebox.evaluate` takes them
        The latter where memory holds them.
    limit : int
    protocol, mode, arguments
        As of `evaluate_larger`.
    source : Source or None
        Of the predictions, once they were read.
    said : tuple of Finding
        What was seen in the first group that tells something of both sides, once it was evaluated.
    """

    truth: Truth
    predictions: Any
    limit: int
    protocol: DetectionProtocol
    mode: Mode
    arguments: Mapping[str, Any]
    source: Any = None
    said: tuple[Finding, ...] = ()

    def evaluators(self, home: Path, categories: Any, *, ledger: bool) -> Iterator[Evaluator]:
        """One that has seen each group.

        Parameters
        ----------
        home : Path
            A folder for what is spilled.
        categories
            Of the evaluators, instead of those of the truth.
        ledger : bool
            Whether ids of annotations are kept, by which other parts are held against these.
        """
        rows = _rows_of_piece(self.limit)
        said: tuple[Any, ...] = ()
        if categories is not None:
            self.truth = named_as(self.truth, as_categories(categories))
        if isinstance(self.predictions, datasets.PredictionPieces) and categories is None:
            agnostic = self.arguments["class_agnostic"]
            self.truth, said = self.predictions.with_classes(self.truth, rows, class_agnostic=agnostic)
        held = self._held(home, rows)
        how = _of_evaluator(self.arguments)
        question = {**how, "protocol": self.protocol, "mode": self.mode}
        images = self.arguments["images"]
        chosen = None if images is None else set(images)
        seen = False
        numbered = not self._own_ids() or (not ledger and self._unique(held))
        with closing(SpilledRows(home, held)) as spilled:
            for piece in self._pieces(rows):
                spilled.add(replace(piece, findings=(*piece.findings, *said)))
            spilled.close()
            self.source = spilled.source
            for true, found in spilled.groups(max(2 * rows, _FEWEST)):
                evaluator = Evaluator(held.frame if categories is None else categories, **question)
                if not seen and len(found) and len(true):
                    seen = True
                    self.said = looked_at(true, found, question, fit_test=self.arguments["fit_test"])
                ids = (
                    None if chosen is None else [each for each in true.images.ids.tolist() if each in chosen]
                )
                evaluator.update(_renumbered(true) if numbered else true, found, images=ids)
                yield evaluator

    def _held(self, home: Path, rows: int) -> HeldTruth | SpilledTruth:
        pieces = self.predictions
        many = pieces.rows if isinstance(pieces, datasets.PredictionPieces) else 0
        if isinstance(self.truth, TruthFrame):
            many += self.truth.pieces.rows
        stretches = min(max(_FEWEST_STRETCHES, many // max(rows, 1)), _MOST_STRETCHES)
        if not isinstance(self.truth, TruthFrame):
            return HeldTruth(self.truth, stretches)
        held = SpilledTruth(home, self.truth, rows, stretches)
        if held.repeated and Quirk.DUPLICATE_IDS not in self.protocol.mended(self.mode):
            raise NotInPiecesError  # of repeated ids the whole file decides
        return held

    def _own_ids(self) -> bool:
        """Whether annotations have ids of their own, and not numbers that a reader gave them."""
        if isinstance(self.truth, TruthFrame):
            return self.truth.pieces.members is not None
        return datasets.Pair(self.truth, self.predictions).has_annotation_ids

    @staticmethod
    def _unique(held: HeldTruth | SpilledTruth) -> bool:
        """Whether nothing depends on the ids of annotations, which no group repeats."""
        if isinstance(held, SpilledTruth):
            return not held.any_zero
        return not zero_ids(held.frame.ids).any()

    def _pieces(self, rows: int) -> Iterator[Predictions]:
        found = self.predictions
        if isinstance(found, datasets.PredictionPieces):
            yield from found.read(self.truth, rows)
            return
        how = datasets.reading_among(self.arguments)
        pair = datasets.read_pair(self.truth, found, class_agnostic=self.arguments["class_agnostic"], **how)
        if len(pair.truth.categories) != len(self.truth.categories):
            raise NotInPiecesError  # classes that only the predictions have
        yield pair.predictions


def _renumbered(true: Truth) -> Truth:
    """Annotations numbered from 1 on, which need not be held against those of others."""
    ids = Ids(np.arange(1, len(true) + 1, dtype=np.int64))
    return replace(true, ids=ids, source=replace(true.source, format="pieces"))
