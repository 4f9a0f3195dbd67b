"""Why the number is what it is, and how sure it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.diagnosis.causes.class_confusion import ConfusionMatrix, confusion_matrix
    from truebox.diagnosis.causes.coco_breakdown import CocoBreakdown
    from truebox.diagnosis.causes.error_breakdown import ClassErrors, ErrorBreakdown
    from truebox.diagnosis.causes.error_types import errors
    from truebox.diagnosis.causes.nested_analysis import coco_analysis
    from truebox.diagnosis.causes.supercategories import supercategories_of
    from truebox.diagnosis.certainty.comparison import ClassDifferences, Comparison, PairComparison, compare
    from truebox.diagnosis.certainty.difference import Difference
    from truebox.diagnosis.certainty.estimate import Estimate
    from truebox.diagnosis.certainty.intervals import ClassIntervals, Intervals, intervals
    from truebox.diagnosis.certainty.label_maps.drawn_maps import map_intervals
    from truebox.diagnosis.certainty.label_maps.drawn_segments import panoptic_intervals
    from truebox.diagnosis.certainty.movers import Mover, Movers
    from truebox.diagnosis.certainty.sequences.followed import followed_intervals
    from truebox.diagnosis.certainty.sequences.tracks import track_intervals
    from truebox.diagnosis.diagnosed import Diagnosis
    from truebox.diagnosis.diagnosing import diagnose, in_words
    from truebox.diagnosis.equal_scores.ties import ClassTies, TieRange, Ties, ties
    from truebox.diagnosis.gating.gate import Gate, Gates
    from truebox.diagnosis.gating.gates import check_gates
    from truebox.diagnosis.history import History, HistoryRun, read_history
    from truebox.diagnosis.parts.slice_keys import SliceKey, slice_keys
    from truebox.diagnosis.parts.slices import Slice, Slices, slices
    from truebox.diagnosis.parts.track_timelines import track_timelines
    from truebox.diagnosis.reconciling.reconcile import reconcile
    from truebox.diagnosis.reconciling.reconciliation import (
        Explanation,
        Reconciliation,
        RuleStep,
        ToolNumbers,
    )
    from truebox.diagnosis.suspects.suspect import LabelErrors, Suspect
    from truebox.diagnosis.suspects.wrong_labels import label_errors
    from truebox.diagnosis.thresholds.calibration import Calibration, ClassCalibration, calibration
    from truebox.diagnosis.thresholds.confidence_curves import (
        ConfidenceCurve,
        ConfidenceCurves,
        confidence_curves,
    )
    from truebox.diagnosis.thresholds.false_alarms import alarm_curves, alarm_names
    from truebox.diagnosis.thresholds.lrp import ClassLrp, Lrp, optimal_lrp
    from truebox.diagnosis.thresholds.operating_points import (
        OperatingPoint,
        OperatingPoints,
        operating_points,
    )
    from truebox.diagnosis.unscored_diagnosis import PartIntervals, UnscoredDiagnosis
    from truebox.diagnosis.words.reading import Reading
    from truebox.diagnosis.words.tracks import log_loss

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
    "Explanation",
    "Gate",
    "Gates",
    "History",
    "HistoryRun",
    "Intervals",
    "LabelErrors",
    "Lrp",
    "Mover",
    "Movers",
    "OperatingPoint",
    "OperatingPoints",
    "PairComparison",
    "PartIntervals",
    "Reading",
    "Reconciliation",
    "RuleStep",
    "Slice",
    "SliceKey",
    "Slices",
    "Suspect",
    "TieRange",
    "Ties",
    "ToolNumbers",
    "UnscoredDiagnosis",
    "alarm_curves",
    "alarm_names",
    "calibration",
    "check_gates",
    "coco_analysis",
    "compare",
    "confidence_curves",
    "confusion_matrix",
    "diagnose",
    "errors",
    "followed_intervals",
    "in_words",
    "intervals",
    "label_errors",
    "log_loss",
    "map_intervals",
    "operating_points",
    "optimal_lrp",
    "panoptic_intervals",
    "read_history",
    "reconcile",
    "slice_keys",
    "slices",
    "supercategories_of",
    "ties",
    "track_intervals",
    "track_timelines",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "causes.class_confusion": "ConfusionMatrix confusion_matrix",
        "causes.coco_breakdown": "CocoBreakdown",
        "causes.error_breakdown": "ClassErrors ErrorBreakdown",
        "causes.error_types": "errors",
        "causes.nested_analysis": "coco_analysis",
        "causes.supercategories": "supercategories_of",
        "certainty.comparison": "ClassDifferences Comparison PairComparison compare",
        "certainty.difference": "Difference",
        "certainty.estimate": "Estimate",
        "certainty.intervals": "ClassIntervals Intervals intervals",
        "certainty.label_maps.drawn_maps": "map_intervals",
        "certainty.label_maps.drawn_segments": "panoptic_intervals",
        "certainty.sequences.followed": "followed_intervals",
        "certainty.sequences.tracks": "track_intervals",
        "certainty.movers": "Mover Movers",
        "diagnosed": "Diagnosis",
        "diagnosing": "diagnose in_words",
        "equal_scores.ties": "ClassTies TieRange Ties ties",
        "gating.gate": "Gate Gates",
        "gating.gates": "check_gates",
        "parts.slice_keys": "SliceKey slice_keys",
        "history": "History HistoryRun read_history",
        "parts.slices": "Slice Slices slices",
        "thresholds.false_alarms": "alarm_curves alarm_names",
        "reconciling.reconcile": "reconcile",
        "reconciling.reconciliation": "Explanation Reconciliation RuleStep ToolNumbers",
        "suspects.suspect": "LabelErrors Suspect",
        "suspects.wrong_labels": "label_errors",
        "thresholds.calibration": "Calibration ClassCalibration calibration",
        "thresholds.confidence_curves": "ConfidenceCurve ConfidenceCurves confidence_curves",
        "thresholds.lrp": "ClassLrp Lrp optimal_lrp",
        "thresholds.operating_points": "OperatingPoint OperatingPoints operating_points",
        "parts.track_timelines": "track_timelines",
        "unscored_diagnosis": "PartIntervals UnscoredDiagnosis",
        "words.reading": "Reading",
        "words.tracks": "log_loss",
    },
)
