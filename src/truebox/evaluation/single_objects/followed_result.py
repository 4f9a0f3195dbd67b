"""What an evaluation of folders with one object each found: frozen, named, and silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from truebox._writing.counted import grouped
from truebox.evaluation import matches
from truebox.evaluation.document import evaluation_document
from truebox.evaluation.layout import Column, Layout, OtherRows, Total
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.evaluation.matches.partners import PartnerTables
    from truebox.evaluation.single_objects.folders import FollowedBoxes
    from truebox.evaluation.single_objects.result import SingleObjectSequence
    from truebox.records import Finding
    from truebox.typing import FloatArray, Mode

__all__ = ["FollowedResult", "FollowedSequence"]

_COLUMNS = (Column("Frames", "length"), Column("Counted", "truths"), Column("Lost", "lost"))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FollowedSequence:
    """The numbers of one sequence.

    Parameters
    ----------
    id : int
        From 1, in the order of names.
    name : str
    length : int
        Frames.
    truths : int
        Frames that count, of all repetitions.
    lost : int
        Those of them in which nothing of the object is in the box.
    metrics, curves : mapping
        As those of the result.

    Examples
    --------
    >>> FollowedSequence(id=1, name="walk", length=4, truths=4, lost=1, metrics={}, curves={}).detections
    4
    """

    id: int
    name: str
    length: int
    truths: int
    lost: int
    metrics: Mapping[str, float | None]
    curves: Mapping[str, FloatArray]

    @property
    def detections(self) -> int:
        """Boxes that count: one for each frame that does."""
        return self.truths


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FollowedResult(Plotted):
    r"""The outcome of one evaluation of sequences with one object each, from their folders.

    ``plot()`` draws the success curve (`truebox.plotting.plot_success`).

    Parameters
    ----------
    protocol, mode : str
    metrics : mapping
        Shares from 0 to 1, as `truebox.evaluation.evaluate_single_object` names them.
    undefined : mapping
        Metric name to the reason why it is None.
    curves, thresholds : mapping of name to float64 array
        ``success``, and where the rules have them ``precision`` and ``normalized_precision``.
    per_sequence : tuple of FollowedSequence
    columns : tuple of str
        The metrics with a column in tables.
    pooled : bool
        Whether the frames of all sequences are one pool; else sequences weigh alike.
    truth, predictions : FollowedBoxes
    warnings : tuple of Finding
    per_run : tuple of (str, int, SingleObjectSequence)
        Of each repetition of each sequence, by name and number from 0, the numbers of its frames.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from truebox.evaluation import evaluate
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     for file in ("otb/walk/groundtruth_rect.txt", "mine/walk.txt"):
    ...         Path(folder, file).parent.mkdir(parents=True)
    ...         _ = Path(folder, file).write_text("10,10,20,40\n12,10,20,40\n")
    ...     result = evaluate(f"{folder}/otb", f"{folder}/mine", protocol="otb")
    >>> result.metrics["success_rate"], result.per_sequence[0].name
    (1.0, 'walk')
    """

    _plotted_by = "plot_success"
    lacks: ClassVar[Mapping[str, str]] = {
        "scores": "error types, calibration and thresholds are those of scored detections",
        "coco-text": "the reference's lines are of average precision",
        "events": "events are those of several tracks",
    }
    """What cannot be made of it, and why."""

    protocol: str
    mode: Mode
    metrics: Mapping[str, float | None]
    undefined: Mapping[str, str]
    curves: Mapping[str, FloatArray]
    thresholds: Mapping[str, FloatArray]
    per_sequence: tuple[FollowedSequence, ...]
    columns: tuple[str, ...]
    pooled: bool
    truth: FollowedBoxes
    predictions: FollowedBoxes
    warnings: tuple[Finding, ...] = ()
    per_run: tuple[tuple[str, int, SingleObjectSequence], ...] = ()

    @property
    def geometry(self) -> str:
        """What overlaps."""
        return "boxes"

    @property
    def state(self) -> tuple[FollowedSequence, ...]:
        """The sequences, of which those of another result may be added."""
        return self.per_sequence

    @property
    def per_class(self) -> tuple[FollowedSequence, ...]:
        """The object, which is all there is."""
        whole = FollowedSequence(
            id=1,
            name="object",
            length=self.length,
            truths=self.truths,
            lost=self.lost,
            metrics=self.metrics,
            curves=self.curves,
        )
        return (whole,)

    @property
    def length(self) -> int:
        """Frames of all sequences."""
        return sum(each.length for each in self.per_sequence)

    @property
    def truths(self) -> int:
        """Frames that count."""
        return sum(each.truths for each in self.per_sequence)

    @property
    def detections(self) -> int:
        """Boxes that count."""
        return self.truths

    @property
    def lost(self) -> int:
        """Frames in which nothing of the object is in the box."""
        return sum(each.lost for each in self.per_sequence)

    @property
    def matches(self) -> PartnerTables:
        """Every frame with both boxes, their overlap and the distance of centers."""
        return matches.followed_matches(self)

    @property
    def layout(self) -> Layout:
        """How it is shown."""
        counts = {column.key: getattr(self, column.key) for column in _COLUMNS}
        return Layout(
            main=self.columns[0],
            metrics=self.columns,
            columns=_COLUMNS,
            totals=(Total("all", counts, self.metrics),),
            file_columns=_COLUMNS[1:],
            file_metrics=tuple(self.metrics),
            compared=_COLUMNS[:1],
            no_number="no frame counts",
            held=(_held(self.truth), _held(self.predictions)),
            by=OtherRows("Sequence", self.per_sequence),
            closing=("protocol", "mode"),
        )

    def to_dict(self) -> dict[str, object]:
        """Plain values for JSON, ``format_version`` 1; undefined is None."""
        document = evaluation_document(
            self,
            protocol={"thresholds": _plain(self.thresholds)},
            images=self.length,
            categories=1,
            per_class=[_row(each) for each in self.per_class],
            evaluated={"images": self.length, "truths": self.truths, "detections": self.detections},
        )
        entry: dict[str, Any] = document["results"][0]
        entry["per_sequence"] = [_row(each) for each in self.per_sequence]
        entry["curves"] = _plain(self.curves)
        return document


def _row(each: FollowedSequence) -> dict[str, Any]:
    return {
        "id": each.id,
        "name": each.name,
        "truths": each.truths,
        "detections": each.detections,
        "lost": each.lost,
        **each.metrics,
    }


def _plain(curves: Mapping[str, FloatArray]) -> dict[str, list[float]]:
    return {name: values.tolist() for name, values in curves.items()}


def _held(side: FollowedBoxes) -> tuple[str, ...]:
    return (grouped(len(side.boxes), "sequence"), grouped(len(side), "box", "boxes"))
