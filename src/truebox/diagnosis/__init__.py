"""Why the number is what it is, and how sure it is."""

from __future__ import annotations

from truebox.diagnosis.calibration import Calibration, ClassCalibration, calibration
from truebox.diagnosis.class_confusion import ConfusionMatrix, confusion_matrix
from truebox.diagnosis.coco_breakdown import CocoBreakdown
from truebox.diagnosis.comparison import ClassDifferences, Comparison, PairComparison, compare
from truebox.diagnosis.confidence_curves import ConfidenceCurve, ConfidenceCurves, confidence_curves
from truebox.diagnosis.diagnosed import Diagnosis
from truebox.diagnosis.diagnosing import diagnose, in_words
from truebox.diagnosis.difference import Difference
from truebox.diagnosis.error_breakdown import ClassErrors, ErrorBreakdown
from truebox.diagnosis.error_types import errors
from truebox.diagnosis.estimate import Estimate
from truebox.diagnosis.gate import Gate, Gates
from truebox.diagnosis.gates import check_gates
from truebox.diagnosis.intervals import ClassIntervals, Intervals, intervals
from truebox.diagnosis.lrp import ClassLrp, Lrp, optimal_lrp
from truebox.diagnosis.movers import Mover, Movers
from truebox.diagnosis.nested_analysis import coco_analysis
from truebox.diagnosis.operating_points import OperatingPoint, OperatingPoints, operating_points
from truebox.diagnosis.reading import Reading
from truebox.diagnosis.slices import Slice, Slices, slices
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
    "Diagnosis",
    "Difference",
    "ErrorBreakdown",
    "Estimate",
    "Gate",
    "Gates",
    "Intervals",
    "LabelErrors",
    "Lrp",
    "Mover",
    "Movers",
    "OperatingPoint",
    "OperatingPoints",
    "PairComparison",
    "Reading",
    "Slice",
    "Slices",
    "Suspect",
    "TieRange",
    "Ties",
    "calibration",
    "check_gates",
    "coco_analysis",
    "compare",
    "confidence_curves",
    "confusion_matrix",
    "diagnose",
    "errors",
    "in_words",
    "intervals",
    "label_errors",
    "operating_points",
    "optimal_lrp",
    "slices",
    "ties",
]
