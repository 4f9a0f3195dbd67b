"""A result of a protocol that neither reports nor the command line know: tracks, with their own metrics."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from made_results import make_predictions, make_truth

from truebox.evaluation.any_result import AnyResult
from truebox.evaluation.document import evaluation_document
from truebox.evaluation.layout import Column, Layout, Total
from truebox.records import Finding, Predictions, Truth

NAMES = ("HOTA", "MOTA", "IDF1")


@dataclass
class TracksOfClass:
    id: int
    name: str
    tracks: int
    switches: int
    share: float
    metrics: dict[str, float | None]


@dataclass
class TrackResult:
    """What an evaluation of tracks might give."""

    lacks: ClassVar[dict[str, str]] = {
        "diagnosis": "tracks have no error types",
        "report": "the page shows no tracks",
        "coco-text": "there is no average precision",
    }
    per_class: tuple[TracksOfClass, ...]
    metrics: dict[str, float | None]
    undefined: dict[str, str] = field(default_factory=dict)
    truth: Truth = field(default_factory=make_truth)
    predictions: Predictions = field(default_factory=make_predictions)
    warnings: tuple[Finding, ...] = (Finding("W-205", "12 exact duplicate boxes", 12),)
    protocol: str = "tracks"
    geometry: str = "boxes"
    mode: str = "strict"
    state: Any = None
    ground: Any = None

    @property
    def layout(self) -> Layout:
        counts = {"tracks": sum(entry.tracks for entry in self.per_class), "switches": 3}
        return Layout(
            main="HOTA",
            metrics=NAMES,
            columns=(Column("Tracks", "tracks"), Column("Switches", "switches"), Column("", "share")),
            totals=(Total("all", counts, self.metrics),),
            file_metrics=(*NAMES, "FP/frame"),
            compared=(Column("Tracks", "tracks"),),
            beneath=((("FP/frame",), "of every frame"),),
            no_number="no track to follow",
            rules=("boxes", "frames 1 to 600"),
            held=(("2 sequences", "7 tracks"), ("9 tracks",)),
        )

    def to_dict(self) -> dict[str, Any]:
        classes = [{"id": each.id, "name": each.name, **each.metrics} for each in self.per_class]
        return evaluation_document(self, protocol={}, images=2, categories=2, per_class=classes)


def made_tracks(name: str = "found.txt", shift: float = 0.0) -> TrackResult:
    metrics: dict[str, float | None] = {"HOTA": 0.5 + shift, "MOTA": -0.25, "IDF1": None}
    classes = (
        TracksOfClass(1, "car\x1b", 3, 1, 0.125, {**metrics, "HOTA": 0.25 + shift}),
        TracksOfClass(2, "person", 4, 2, 0.5, {**metrics, "HOTA": 0.75 + shift}),
    )
    return TrackResult(
        classes,
        {**metrics, "FP/frame": 1.5},
        undefined={"IDF1": "no track is longer than one frame"},
        predictions=make_predictions(name),
    )


def as_any(result: TrackResult) -> AnyResult:
    """For the type checker: this is all it takes."""
    return result
