"""What an evaluation in parts found: a result without the rows it was made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from truebox.evaluation.result import ClassResult, Result
from truebox.records import Federation, Ids, Images, Predictions, Source, Strings, Truth

if TYPE_CHECKING:
    from truebox.evaluation.states.deferred import AnyCurves
    from truebox.evaluation.states.state import MatchState
    from truebox.evaluation.states.summary import Summary
    from truebox.evaluation.streaming.packed_cases import AnyTotals
    from truebox.evaluation.streaming.stream_question import StreamQuestion
    from truebox.records import Finding

__all__ = [
    "SeenPredictions",
    "SeenTruth",
    "StreamedResult",
    "seen_predictions",
    "seen_truth",
    "streamed_result",
]

_WHY = "its boxes were not kept: it was evaluated batch by batch, or from parts; evaluate the whole files"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class SeenTruth(Truth):
    """The images and classes that were seen; of the objects only how many.

    Parameters
    ----------
    rows : int
    """

    rows: int = 0

    def __len__(self) -> int:
        return self.rows


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class SeenPredictions(Predictions):
    """Of the detections that were seen only how many.

    Parameters
    ----------
    rows : int
    """

    rows: int = 0

    def __len__(self) -> int:
        return self.rows

    def __repr__(self) -> str:
        return f"<Predictions {self.source.name}: {self.rows} detections, not kept>"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True, repr=False)
class StreamedResult(Result):
    """A `Result` whose truth and predictions were not kept.

    Metrics, curves, classes, warnings and state are there; a match table, a diagnosis and the page need
    the boxes.

    Examples
    --------
    >>> from truebox.evaluation import Evaluator
    >>> evaluator = Evaluator(categories=["cat"])
    >>> cat = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> evaluator.update([cat], [{**cat, "scores": [0.5]}])
    >>> evaluator.result().undefined["APl"]
    'no truth of large size'
    """

    lacks: ClassVar[Mapping[str, str]] = {"diagnosis": _WHY, "report": _WHY, "matches": _WHY}


def seen_truth(question: StreamQuestion, images: Ids, rows: int, name: str = "<parts>") -> SeenTruth:
    """The truth of a streamed result."""
    none, count = np.empty(0, dtype=np.int64), len(images)
    no_flags = np.empty(0, dtype=np.uint8)
    federation = None
    if question.frequency is not None:
        federation = Federation(image=none, category=none, negative=none, frequency=question.frequency)
    return SeenTruth(
        source=Source(name, "parts", "evaluated in parts"),
        images=Images(
            ids=images,
            sizes=np.zeros((count, 2), dtype=np.int64),
            file_names=Strings(b"", np.zeros(count + 1, dtype=np.int64)),
        ),
        categories=question.categories,
        image=Ids(none),
        category=Ids(none),
        ids=Ids(none),
        boxes=np.empty((0, 4)),
        area=np.empty(0),
        crowd=no_flags,
        ignore=no_flags,
        federation=federation,
        units="fractions" if question.units == "fractions" else "pixels",
        rows=rows,
    )


def seen_predictions(rows: int, name: str = "<predictions>") -> SeenPredictions:
    """The predictions of a streamed result."""
    none = np.empty(0, dtype=np.int64)
    return SeenPredictions(
        source=Source(name, "parts", "evaluated in parts"),
        image=Ids(none),
        category=Ids(none),
        boxes=np.empty((0, 4)),
        scores=np.empty(0),
        rows=rows,
    )


def streamed_result(
    question: StreamQuestion,
    totals: AnyTotals,
    state: MatchState,
    curves: AnyCurves,
    *,
    truth: SeenTruth,
    summary: Summary,
    metrics: list[dict[str, float | None]],
    findings: tuple[Finding, ...],
) -> StreamedResult:
    """The numbers and where they are from."""
    parameters = question.parameters
    return StreamedResult(
        protocol=parameters.protocol,
        geometry=parameters.geometry,
        mode=question.mode,
        parameters=parameters,
        metrics=summary.metrics,
        undefined=summary.undefined,
        images=len(state.images),
        truths=int(totals.counted.sum()),
        detections=int(totals.detections.sum()),
        per_class=_per_class(question, totals, metrics),
        curves=curves.bare(),
        stats=summary.stats,
        state=state,
        truth=truth,
        predictions=seen_predictions(totals.given),
        warnings=findings,
    )


def _per_class(
    question: StreamQuestion, totals: AnyTotals, metrics: list[dict[str, float | None]]
) -> tuple[ClassResult, ...]:
    if question.parameters.class_agnostic:
        return ()
    categories = question.categories
    return tuple(
        ClassResult(
            id=categories.ids[k],
            name=categories.names[k],
            images=int(totals.truth_images[k]),
            truths=int(totals.counted[k]),
            detections=int(totals.detections[k]),
            metrics=each,
        )
        for k, each in enumerate(metrics)
    )
