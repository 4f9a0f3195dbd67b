"""Why the number is what it is, and how sure it is."""

from __future__ import annotations

from truebox.diagnosis.calibration import Calibration, ClassCalibration, calibration
from truebox.diagnosis.comparison import ClassDifferences, Comparison, PairComparison, compare
from truebox.diagnosis.confidence_curves import ConfidenceCurve, ConfidenceCurves, confidence_curves
from truebox.diagnosis.difference import Difference
from truebox.diagnosis.estimate import Estimate
from truebox.diagnosis.intervals import ClassIntervals, Intervals, intervals
from truebox.diagnosis.lrp import ClassLrp, Lrp, optimal_lrp
from truebox.diagnosis.movers import Mover, Movers
from truebox.diagnosis.operating_points import OperatingPoint, OperatingPoints, operating_points
from truebox.diagnosis.slices import Slice, Slices, slices
from truebox.diagnosis.ties import ClassTies, TieRange, Ties, ties
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.diagnosis.class_confusion import ConfusionMatrix, confusion_matrix
    from truebox.diagnosis.coco_breakdown import CocoBreakdown
    from truebox.diagnosis.comparison import ClassDifferences, Comparison, PairComparison, compare
    from truebox.diagnosis.difference import Difference
    from truebox.diagnosis.error_breakdown import ClassErrors, ErrorBreakdown
    from truebox.diagnosis.error_types import errors
    from truebox.diagnosis.estimate import Estimate
    from truebox.diagnosis.intervals import ClassIntervals, Intervals, intervals
    from truebox.diagnosis.movers import Mover, Movers
    from truebox.diagnosis.nested_analysis import coco_analysis
    from truebox.diagnosis.suspect import LabelErrors, Suspect
    from truebox.diagnosis.ties import ClassTies, TieRange, Ties, ties
    from truebox.diagnosis.wrong_labels import label_errors

__all__ = [
    "Calibration",
    "ClassCalibration",
    "ClassDifferences",
    "ClassErrors",
    "ClassIntervals",
    "ClassLrp",
    "ClassTies",
    "CocoBreakdown",
    "Comparison",
    "ConfidenceCurve",
    "ConfidenceCurves",
    "ConfusionMatrix",
    "Difference",
    "ErrorBreakdown",
    "Estimate",
    "Intervals",
    "Lrp",
    "LabelErrors",
    "Mover",
    "Movers",
    "OperatingPoint",
    "OperatingPoints",
    "PairComparison",
    "Slice",
    "Slices",
    "TieRange",
    "Ties",
    "calibration",
    "compare",
    "confidence_curves",
    "intervals",
    "operating_points",
    "optimal_lrp",
    "slices",
    "ties",
]
    "Suspect",
    "TieRange",
    "Ties",
    "coco_analysis",
    "compare",
    "confusion_matrix",
    "errors",
    "intervals",
    "label_errors",
    "ties",
]

_HOME = {
    "ClassDifferences": "comparison",
    "ClassErrors": "error_breakdown",
    "ClassIntervals": "intervals",
    "ClassTies": "ties",
    "CocoBreakdown": "coco_breakdown",
    "Comparison": "comparison",
    "ConfusionMatrix": "class_confusion",
    "Difference": "difference",
    "ErrorBreakdown": "error_breakdown",
    "Estimate": "estimate",
    "Intervals": "intervals",
    "LabelErrors": "suspect",
    "Mover": "movers",
    "Movers": "movers",
    "PairComparison": "comparison",
    "Suspect": "suspect",
    "TieRange": "ties",
    "Ties": "ties",
    "coco_analysis": "nested_analysis",
    "compare": "comparison",
    "confusion_matrix": "class_confusion",
    "errors": "error_types",
    "intervals": "intervals",
    "label_errors": "wrong_labels",
    "ties": "ties",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.diagnosis' has no attribute {name!r}")
    home = _HOME[name]
    module = import_module(f"truebox.diagnosis.{home}")
    globals()[name] = value = getattr(module, name)
    if home in _HOME:  # the import has put the module in the place of the function of the same name
        globals()[home] = getattr(module, home)
    return value


def __dir__() -> list[str]:
    return list(__all__)
