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

__all__ = [
    "Calibration",
    "ClassCalibration",
    "ClassDifferences",
    "ClassIntervals",
    "ClassLrp",
    "ClassTies",
    "Comparison",
    "ConfidenceCurve",
    "ConfidenceCurves",
    "Difference",
    "Estimate",
    "Intervals",
    "Lrp",
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
