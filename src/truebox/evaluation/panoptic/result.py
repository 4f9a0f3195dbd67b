"""What a panoptic evaluation found: frozen, named, and silent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from truebox._writing.html_fold import html_fold
from truebox._writing.html_table import html_table
from truebox.datasets.formats.panoptic.maps import segment_map
from truebox.evaluation import matches
from truebox.evaluation.document import evaluation_document
from truebox.evaluation.panoptic.state import MISSED
from truebox.showing import Plotted

if TYPE_CHECKING:
    from truebox.evaluation.layout import Layout
    from truebox.evaluation.matches.partners import PartnerTables
    from truebox.evaluation.panoptic.quality import PanopticClass
    from truebox.evaluation.panoptic.state import PanopticState
    from truebox.records import Finding
    from truebox.records.panoptic import PanopticSegments
    from truebox.typing import Int64Array, Mode

__all__ = ["PanopticResult"]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PanopticResult(Plotted):
    """The outcome of one panoptic evaluation.

    ``plot()`` draws PQ, SQ and RQ (`truebox.plotting.plot_panoptic`).

    Parameters
    ----------
    mode : {"strict", "corrected"}
    metrics : mapping
        ``PQ SQ RQ``, ``PQth SQth RQth`` of things and ``PQst SQst RQst`` of stuff, as fractions;
        None where undefined.
    undefined : mapping
        Metric name to the reason why it is None.
    per_class : tuple of PanopticClass
        In the order of the truth.
    state : PanopticState
        What survived matching; states of disjoint images add.
    truth, predictions : PanopticSegments
    warnings : tuple of Finding
    """

    _plotted_by = "plot_panoptic"
    lacks: ClassVar[Mapping[str, str]] = {
        "scores": "error types, calibration and thresholds are those of scored detections",
        "coco-text": "the reference's lines are of average precision",
    }
    """What cannot be made of it, and why."""

    protocol: Literal["panoptic"] = "panoptic"
    mode: Mode
    metrics: Mapping[str, float | None]
    undefined: Mapping[str, str]
    per_class: tuple[PanopticClass, ...]
    state: PanopticState
    truth: PanopticSegments
    predictions: PanopticSegments
    warnings: tuple[Finding, ...] = ()

    @property
    def geometry(self) -> str:
        """Segments that share no pixel: their own kind."""
        return self.protocol

    @property
    def matches(self) -> PartnerTables:
        """Every segment that is judged with its partner, overlap and outcome."""
        return matches.segment_matches(self, MISSED)

    @property
    def layout(self) -> Layout:
        """How it is shown."""
        from truebox.evaluation.panoptic.layout import panoptic_layout  # noqa: PLC0415  JSON needs none (1 ms)

        return panoptic_layout(self)

    def maps_of(self, place: int) -> tuple[Int64Array, Int64Array]:
        """Ids of true and predicted segments [H, W] of image number `place` of the state, read again."""
        image = self.state.images[place]
        return _segments(self.truth, image), _segments(self.predictions, image)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON, ``format_version`` 1; undefined is None."""
        return evaluation_document(
            self,
            protocol={"iou_thresholds": [0.5]},
            images=len(self.truth.images),
            categories=len(self.per_class),
            per_class=[_one_class(entry) for entry in self.per_class],
        )

    def _repr_html_(self) -> str:
        rows = [(entry.name, entry.truths, *entry.metrics.values()) for entry in self.per_class]
        names = list(self.per_class[0].metrics) if self.per_class else []
        said = ", ".join(
            f"{key} {'n/a' if value is None else f'{value:.3f}'}" for key, value in self.metrics.items()
        )
        table = html_table(["class", "truths", *names], rows, f"panoptic {self.mode}: {said}")
        return table + html_fold("warning", self.warnings)


def _segments(read: PanopticSegments, image: int | str) -> Int64Array:
    found = segment_map(read.maps[read.images.index(image)])
    parts = found.pixel_bytes().astype(np.int64)
    ids: Int64Array = (parts << (8 * np.arange(parts.shape[1]))).sum(axis=1)
    return ids.reshape(found.size[::-1])


def _one_class(entry: PanopticClass) -> dict[str, Any]:
    return {
        "id": entry.id,
        "name": entry.name,
        "thing": entry.thing,
        "truths": entry.truths,
        "detections": entry.detections,
        "true_positives": entry.true_positives,
        "false_positives": entry.false_positives,
        "false_negatives": entry.false_negatives,
        "ignored": entry.ignored,
        "iou_sum": entry.iou_sum,
        **entry.metrics,
    }
