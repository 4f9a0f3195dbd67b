"""Results made by hand, for tests of what is shown: records as read, invented numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from truebox.evaluation import ClassResult, CocoParameters
from truebox.evaluation.result_layout import result_layout
from truebox.records import Categories, Finding, Ids, Images, Predictions, Source, Strings, Truth

METRICS = ("AP", "AP50", "AP75", "APs", "APm", "APl", "AR1", "AR10", "AR100", "ARs", "ARm", "ARl")
AREAS = {"all": (0.0, 1e10), "small": (0.0, 1024.0), "medium": (1024.0, 9216.0), "large": (9216.0, 1e10)}


def make_truth(rows: int = 839, images: int = 100, names: tuple[str, ...] = ("cat", "dog")) -> Truth:
    ids = Ids(np.arange(images, dtype=np.int64))
    crowd = np.zeros(rows, np.uint8)
    crowd[:9] = 1
    file_names = Strings(b"", np.zeros(images + 1, np.int64))
    return Truth(
        source=Source("truth.json", "coco", "COCO JSON"),
        images=Images(ids=ids, sizes=np.zeros((images, 2), np.int64), file_names=file_names),
        categories=Categories(ids=Ids(np.arange(len(names), dtype=np.int64)), names=names),
        image=Ids(np.zeros(rows, np.int64)),
        category=Ids(np.zeros(rows, np.int64)),
        ids=Ids(np.arange(rows, dtype=np.int64)),
        boxes=np.ones((rows, 4)),
        area=np.ones(rows),
        crowd=crowd,
        ignore=np.zeros(rows, np.uint8),
    )  # fmt: skip


def make_predictions(name: str = "predictions.json", rows: int = 734) -> Predictions:
    return Predictions(
        source=Source(name, "coco", "COCO results"),
        image=Ids(np.zeros(rows, np.int64)),
        category=Ids(np.zeros(rows, np.int64)),
        boxes=np.ones((rows, 4)),
        scores=np.ones(rows),
    )


def make_class(index: int, name: str, ap: float | None, **changes: Any) -> ClassResult:
    metrics = dict.fromkeys(METRICS, ap)
    values = {"id": index, "name": name, "images": 7, "truths": 11, "detections": 13, "metrics": metrics}
    return ClassResult(**{**values, **changes})


@dataclass
class MadeResult:
    """What reports read of a Result."""

    lacks: ClassVar[dict[str, str]] = {}

    per_class: tuple[ClassResult, ...] = ()
    metrics: dict[str, float | None] = field(
        default_factory=lambda: {m: 0.5 + i / 1000 for i, m in enumerate(METRICS)}
    )
    undefined: dict[str, str] = field(default_factory=dict)
    warnings: tuple[Finding, ...] = ()
    stats: tuple[float, ...] = (0.5,) * 12
    max_detections: tuple[int, ...] = (1, 10, 100)
    iou_thresholds: Any = field(default_factory=lambda: np.linspace(0.5, 0.95, 10))
    area_ranges: dict[str, tuple[float, float]] = field(default_factory=lambda: dict(AREAS))
    truth: Truth = field(default_factory=make_truth)
    predictions: Predictions = field(default_factory=make_predictions)
    protocol: str = "coco"
    geometry: str = "boxes"
    mode: str = "strict"

    @property
    def images(self) -> int:
        return len(self.truth.images)

    @property
    def truths(self) -> int:
        return sum(entry.truths for entry in self.per_class) if self.per_class else len(self.truth)

    @property
    def detections(self) -> int:
        return sum(entry.detections for entry in self.per_class) if self.per_class else len(self.predictions)

    @property
    def parameters(self) -> CocoParameters:
        return CocoParameters(
            iou_thresholds=self.iou_thresholds,
            recall_thresholds=np.linspace(0, 1, 101),
            area_ranges=self.area_ranges,
            max_detections=self.max_detections,
        )

    @property
    def layout(self) -> Any:
        return result_layout(self)  # type: ignore[arg-type]

    def to_coco_eval(self) -> dict[str, Any]:
        return {"stats": np.array(self.stats)}

    def to_dict(self) -> dict[str, Any]:
        """The document of the design, with invented content."""
        classes = [
            {"id": c.id, "name": c.name, "truths": c.truths, "detections": c.detections, **c.metrics}
            for c in self.per_class
        ]
        result = {
            "name": self.predictions.source.name,
            "format": "coco",
            "detections": len(self.predictions),
            "metrics": self.metrics,
            "undefined": self.undefined,
            "per_class": classes,
            "warnings": [{"code": w.code, "message": w.message, "count": w.count} for w in self.warnings],
        }
        areas = {k: list(v) for k, v in self.area_ranges.items()}
        return {
            "format_version": 1,
            "truebox": "0.1.0",
            "protocol": {"name": self.protocol, "mode": self.mode, "area_ranges": areas},
            "truth": {"path": self.truth.source.name, "images": len(self.truth.images)},
            "results": [result],
            "gates": [],
        }  # fmt: skip


HOSTILE_NAMES = (
    "[/x]",
    "[bold red]not markup[/]",
    "\x1b]0;pwned\x07",
    "\x9b31mred",
    "=cmd|' /C calc'!A0",
    "a|b`c`<img src=x onerror=alert(1)>",
    "line\nbreak\ttab",
    "\u202egnp.exe",
    "猫と犬",
    "🐈‍⬛ black cat",
    "קטלוג",
    "lone \ud800 surrogate",
    "long" * 2500,
    "",
)


def make_many(count: int, **changes: Any) -> MadeResult:
    """A result of `count` classes whose AP falls from 1 towards 0."""
    classes = tuple(make_class(i, f"class {i}", 1 - i / count) for i in range(count))
    return MadeResult(per_class=classes, **changes)


def make_hostile() -> MadeResult:
    """Classes whose names try to leave the place they are shown in."""
    return MadeResult(
        per_class=tuple(make_class(i, name, 0.9 - i / 20) for i, name in enumerate(HOSTILE_NAMES))
    )


def make_undefined() -> MadeResult:
    """A result with undefined metrics and a class without truth."""
    metrics: dict[str, float | None] = dict.fromkeys(METRICS, 0.25) | {"APs": None, "ARs": None}
    classes = (make_class(1, "ghost", None, truths=0), make_class(2, "cat", 0.25))
    reason = "no truth of small size"
    return MadeResult(per_class=classes, metrics=metrics, undefined={"APs": reason, "ARs": reason})
