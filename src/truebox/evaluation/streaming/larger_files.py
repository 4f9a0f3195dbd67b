"""Predictions larger than memory: spilled by image to files, evaluated group by group, and put together."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from truebox import datasets
from truebox.evaluation.detection.misfit import refuse_misfit
from truebox.evaluation.detection.run import Shape, evaluate_records
from truebox.evaluation.matching.matching import repeated_ids
from truebox.evaluation.protocol import as_it_is
from truebox.evaluation.states.alignment import align, positions, sorted_table
from truebox.evaluation.states.parameters import coco_parameters
from truebox.evaluation.states.quirks import Quirk
from truebox.evaluation.streaming.evaluator import Evaluator
from truebox.evaluation.streaming.part_merging import merge_parts
from truebox.records import Ids, Images, Predictions, Strings, Truth

if TYPE_CHECKING:
    from truebox.datasets import PredictionPieces
    from truebox.evaluation.protocol import DetectionProtocol
    from truebox.evaluation.streaming.streamed_result import StreamedResult
    from truebox.records import Finding, Source
    from truebox.typing import Int64Array, Mode

__all__ = ["evaluate_larger"]

_FEWEST = 10_000
_BUCKETS = 128

_ROW = np.dtype([("image", "<i4"), ("category", "<i4"), ("box", "<f8", 4), ("score", "<f8")])
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

    None too for what cannot be evaluated in pieces: other formats than COCO results, Parquet and Arrow, other
    geometries than boxes, protocols that complete the truth from its file or order equal scores as in the
    file, a choice of classes.

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
    plain = arguments["geometry"] == "boxes" and protocol.complete is as_it_is
    by_file = protocol.ties_by_file and Quirk.TIE_ORDER not in protocol.mended(mode)
    if limit <= 0 or not plain or by_file or arguments["lenient"] or arguments["categories"] is not None:
        return None
    pieces = predictions
    if isinstance(predictions, str | Path):
        pieces = datasets.prediction_pieces(Path(predictions), box_format=layout)
    if not isinstance(pieces, datasets.PredictionPieces) or not pieces.exceed(limit):
        return None
    true = truth if isinstance(truth, Truth) else datasets.read_truth(truth, box_format=layout)
    if not true.categories.listed or (
        Quirk.DUPLICATE_IDS not in protocol.mended(mode) and repeated_ids(true)
    ):
        return None  # classes may be in the predictions alone; of repeated ids the whole file decides
    how = {name: arguments[name] for name in _OF_QUESTION}
    groups = _Groups(true, pieces, pieces.rows_within(limit))
    return groups.evaluated({**how, "protocol": protocol, "mode": mode}, arguments)


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
        tested = not arguments["fit_test"]
        with (
            tempfile.TemporaryDirectory(prefix="truebox-spilled-") as home,
            closing(_Spilled(Path(home), self.truth)) as spilled,
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


class _Spilled:
    """Rows in files by image, in the order in which they came."""

    def __init__(self, home: Path, truth: Truth) -> None:
        self._truth = truth
        self._images = sorted_table(truth.images.ids)
        self._categories = sorted_table(truth.categories.ids)
        self._home = home
        self._counts = np.zeros(_BUCKETS, dtype=np.int64)
        self._findings: list[Finding] = []
        self._seen: set[tuple[str, str]] = set()
        self._files = ExitStack()
        self._streams: list[IO[bytes]] = [
            self._files.enter_context(self._path(bucket).open("wb")) for bucket in range(_BUCKETS)
        ]
        self._last: Predictions | None = None

    def _path(self, bucket: int) -> Path:
        return self._home / f"{bucket}.rows"

    @property
    def source(self) -> Source:
        """Of the predictions."""
        assert self._last is not None  # as in `_found`
        source = self._last.source
        return replace(source, description=f"{source.description}, read in pieces")

    def close(self) -> None:
        """Everything is written."""
        self._files.close()

    def add(self, piece: Predictions) -> None:
        """Write the rows of a piece."""
        image, _ = positions(piece.image, self._images, 1)
        category, _ = positions(piece.category, self._categories, 1)
        if len(piece) and (image.min() < 0 or category.min() < 0):
            align(self._truth, piece, images=None, categories=None, class_agnostic=False, threads=1)
        rows = np.empty(len(piece), dtype=_ROW)
        rows["image"], rows["category"] = image, category
        rows["box"], rows["score"] = piece.boxes, piece.scores
        bucket = image.astype(np.int64) * _BUCKETS // max(len(self._images), 1)
        order = np.argsort(bucket, kind="stable")
        counts = np.bincount(bucket, minlength=_BUCKETS)
        ends = np.cumsum(counts)
        rows = rows[order]
        for place in np.flatnonzero(counts).tolist():
            self._streams[place].write(rows[ends[place] - counts[place] : ends[place]].tobytes())
        self._counts += counts
        for each in piece.findings:
            if (each.code, each.message) not in self._seen:
                self._seen.add((each.code, each.message))
                self._findings.append(each)
        self._last = piece

    def groups(self, most: int) -> Iterator[tuple[Truth, Predictions]]:
        """Truth and predictions of neighbouring images, with at most so many rows where possible."""
        where, _ = positions(self._truth.image, self._images, 1)
        # Truths of images that nobody lists are counted once, with the first.
        where = np.maximum(where, 0)
        order = np.argsort(where, kind="stable")
        ordered = where[order]
        first = 0
        while first < _BUCKETS:
            last = first + 1
            while last < _BUCKETS and self._counts[first : last + 1].sum() <= most:
                last += 1
            low, high = (-(-each * len(self._images) // _BUCKETS) for each in (first, last))
            first, of_first = last, first
            if low == high:
                continue
            begin, end = np.searchsorted(ordered, [low, high])
            yield (
                _truth_of(self._truth, self._images, low, high, order[begin:end]),
                self._found(of_first, last),
            )

    def _found(self, first: int, last: int) -> Predictions:
        raw = b"".join(self._path(bucket).read_bytes() for bucket in range(first, last))
        rows = np.frombuffer(raw, dtype=_ROW)
        of_first = self._findings if first == 0 else []
        assert self._last is not None  # a file has a piece, if only an empty one
        return replace(
            self._last,
            image=Ids(self._images.values[rows["image"]], self._images.names),
            category=Ids(self._categories.values[rows["category"]], self._categories.names),
            boxes=np.ascontiguousarray(rows["box"]),
            scores=np.ascontiguousarray(rows["score"]),
            findings=tuple(of_first),
        )


def _truth_of(truth: Truth, images: Ids, low: int, high: int, rows: Int64Array) -> Truth:
    """The images from place `low` to `high`, with these rows, in the order of the file."""
    rows = np.sort(rows)
    count = high - low

    def of(ids: Ids) -> Ids:
        return Ids(ids.values[rows], ids.names)

    def taken(column: Any) -> Any:
        return None if column is None else column[rows]

    return replace(
        truth,
        images=Images(
            ids=Ids(images.values[low:high], images.names),
            sizes=np.zeros((count, 2), dtype=np.int64),
            file_names=Strings(b"", np.zeros(count + 1, dtype=np.int64)),
            listed=truth.images.listed,
        ),
        image=of(truth.image),
        category=of(truth.category),
        ids=of(truth.ids),
        boxes=truth.boxes[rows],
        area=truth.area[rows],
        crowd=truth.crowd[rows],
        ignore=truth.ignore[rows],
        segmentations=None,
        keypoints=None,
        attributes={name: values[rows] for name, values in truth.attributes.items()},
        area_missing=taken(truth.area_missing),
        source_rows=taken(truth.source_rows),
    )
