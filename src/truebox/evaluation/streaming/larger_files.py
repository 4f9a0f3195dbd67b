"""Predictions larger than memory: spilled by image to files, evaluated group by group, and put together."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebox import datasets
from truebox.evaluation.detection.misfit import refuse_misfit
from truebox.evaluation.detection.run import Shape, evaluate_records
from truebox.evaluation.matching.matching import repeated_ids
from truebox.evaluation.protocol import as_it_is
from truebox.evaluation.states.parameters import coco_parameters
from truebox.evaluation.states.quirks import Quirk
from truebox.evaluation.streaming.evaluator import Evaluator
from truebox.evaluation.streaming.part_merging import merge_parts
from truebox.evaluation.streaming.spilled_rows import NotInPiecesError, SpilledRows
from truebox.records import Predictions, Truth

if TYPE_CHECKING:
    from truebox.datasets import PredictionPieces
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.streaming.streamed_result import StreamedResult
    from truebox.typing import Mode

__all__ = ["evaluate_larger"]

_FEWEST = 10_000
_GEOMETRIES = ("boxes", "masks", "boundary", "keypoints")
_OF_PARAMETERS = (
    *("geometry", "iou_thresholds", "recall_thresholds", "area_ranges", "max_detections"),
    "class_agnostic",
)
_OF_QUESTION = (*_OF_PARAMETERS, "sigmas", "dilation_ratio", "threads")


def evaluate_larger(
    truth: Any,
    predictions: Any,
    protocol: DetectionProtocol,
    *,
    mode: Mode,
    arguments: Mapping[str, Any],
) -> StreamedResult | None:
    """The result of a file of predictions that would not fit into ``max_memory``; None where it would.

    None too for what cannot be evaluated in pieces: other formats than COCO results, Parquet and Arrow,
    rotated boxes, protocols that complete the truth from its file or order equal scores as in the file, a
    choice of classes, results of which some have boxes and some have none.

    Parameters
    ----------
    truth, predictions, protocol, mode
        As of `truebox.evaluate`; predictions may be `PredictionPieces`.
    arguments : mapping
        Every other argument of it.

    Raises
    ------
    InputError
        As `truebox.evaluate`.
    """
    limit, layout = arguments["max_memory"], arguments["box_format"]
    geometry = arguments["geometry"]
    plain = geometry in _GEOMETRIES and protocol.complete is as_it_is
    by_file = protocol.ties_by_file and Quirk.TIE_ORDER not in protocol.mended(mode)
    if limit <= 0 or not plain or by_file or arguments["lenient"] or arguments["categories"] is not None:
        return None
    pieces = predictions
    if isinstance(predictions, str | Path):
        pieces = datasets.prediction_pieces(Path(predictions), box_format=layout, geometry=geometry)
    if not isinstance(pieces, datasets.PredictionPieces) or not pieces.exceed(limit):
        return None
    true = (
        truth
        if isinstance(truth, Truth)
        else datasets.read_truth(truth, box_format=layout, geometry=geometry)
    )
    if not true.categories.listed or (
        Quirk.DUPLICATE_IDS not in protocol.mended(mode) and repeated_ids(true)
    ):
        return None  # classes may be in the predictions alone; of repeated ids the whole file decides
    how = {name: arguments[name] for name in _OF_QUESTION}
    pieces = replace(pieces, reading={**pieces.reading, "geometry": geometry})
    groups = _Groups(true, pieces, pieces.rows_within(limit))
    try:
        return groups.evaluated({**how, "protocol": protocol, "mode": mode}, arguments)
    except NotInPiecesError:
        return None


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """Images whose detections fit into memory together.

    Parameters
    ----------
    truth : Truth
    pieces : PredictionPieces
    rows : int
        How many detections memory holds.
    """

    truth: Truth
    pieces: PredictionPieces
    rows: int

    def evaluated(self, how: dict[str, Any], arguments: Mapping[str, Any]) -> StreamedResult:
        """A part of each group, and the result of all."""
        chosen = None if arguments["images"] is None else set(arguments["images"])
        tested = not arguments["fit_test"] or how["geometry"] != "boxes"
        with (
            tempfile.TemporaryDirectory(prefix="truebox-spilled-") as home,
            closing(SpilledRows(Path(home), self.truth)) as spilled,
        ):
            for piece in self.pieces.read(self.truth, max(self.rows // 4, _FEWEST)):
                spilled.add(piece)
            spilled.close()
            parts: list[Path] = []
            for true, found in spilled.groups(max(self.rows // 2, _FEWEST)):
                evaluator = Evaluator(self.truth, **how)
                if not tested and len(found):
                    tested = True
                    _refuse_misfit(true, found, how, arguments["threads"])
                ids = (
                    None if chosen is None else [each for each in true.images.ids.tolist() if each in chosen]
                )
                evaluator.update(true, found, images=ids)
                parts.append(Path(home) / f"{len(parts)}.tbx")
                evaluator.save(parts[-1])
            merged = merge_parts(parts, protocol=how["protocol"], threads=how["threads"])
            return replace(
                merged,
                truth=replace(merged.truth, source=self.truth.source),
                predictions=replace(merged.predictions, source=spilled.source),
            )


def _refuse_misfit(true: Truth, found: Predictions, how: Mapping[str, Any], threads: int | None) -> None:
    """Refuse (E-470) what the first group shows to be read wrongly."""
    protocol, mode = how["protocol"], how["mode"]
    chosen = {name: how[name] for name in _OF_PARAMETERS}
    parameters = coco_parameters(**chosen, protocol=protocol, mended=protocol.mended(mode))

    def again(changed: Predictions) -> Any:
        return evaluate_records(
            true,
            changed,
            parameters,
            mode=mode,
            images=None,
            categories=None,
            threads=threads or 0,
            shape=Shape(how["sigmas"], how["dilation_ratio"]),
        )

    refuse_misfit(again(found), again)
