"""Charts of boxes, evaluations and diagnoses, without pyplot: each function takes and returns ``ax``.

Without ``ax`` a function makes a figure of its own, ``ax.figure``; nothing is shown and no global setting is
changed. Series differ by line, marker or hatch as well as by colour, and class names appear literally.
Values of the package know their function: ``result.plot()`` is ``plot_precision_recall(result)``. Needs
Matplotlib (``pip install 'truebox[plot]'``).

Examples
--------
>>> from truebox import plotting
>>> ax = plotting.plot_iou((39, 63, 203, 112), (54, 66, 198, 114))
>>> ax.figure.savefig("iou.png")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.plotting.overlaps.batch_size import plot_batch_size
    from truebox.plotting.overlaps.box import plot_box
    from truebox.plotting.overlaps.equation import plot_equation
    from truebox.plotting.overlaps.gallery import plot_gallery
    from truebox.plotting.overlaps.iou import plot_iou
    from truebox.plotting.overlaps.one_against_many import plot_one_against_many
    from truebox.plotting.overlaps.thresholds import plot_thresholds
    from truebox.plotting.overlaps.timing import time_iou
    from truebox.plotting.reasons.diagnosis import plot_diagnosis
    from truebox.plotting.reasons.errors import plot_errors
    from truebox.plotting.reasons.intervals import plot_intervals
    from truebox.plotting.reasons.label_errors import plot_label_errors
    from truebox.plotting.reasons.lrp import plot_lrp
    from truebox.plotting.reasons.slices import plot_slices
    from truebox.plotting.reasons.ties import plot_ties
    from truebox.plotting.results.ap_by_iou import plot_ap_by_iou
    from truebox.plotting.results.calibration import plot_calibration
    from truebox.plotting.results.coco_analysis import plot_coco_analysis
    from truebox.plotting.results.comparison import plot_comparison
    from truebox.plotting.results.confidence_curves import plot_confidence_curves
    from truebox.plotting.results.confusion_matrix import plot_confusion_matrix
    from truebox.plotting.results.false_alarms import plot_froc, plot_miss_rate
    from truebox.plotting.results.histograms import plot_iou_histogram, plot_score_histogram
    from truebox.plotting.results.operating_points import plot_operating_points
    from truebox.plotting.results.panoptic import plot_panoptic
    from truebox.plotting.results.precision_recall import plot_precision_recall
    from truebox.plotting.results.reconciliation import plot_reconciliation
    from truebox.plotting.results.sizes import plot_sizes
    from truebox.plotting.tracks.events import plot_events
    from truebox.plotting.tracks.hota import plot_hota
    from truebox.plotting.tracks.success import plot_success
    from truebox.plotting.tracks.timeline import plot_timeline
    from truebox.plotting.training.history import plot_history
    from truebox.plotting.training.predictions import plot_predictions

__all__ = [
    "plot_ap_by_iou",
    "plot_batch_size",
    "plot_box",
    "plot_calibration",
    "plot_coco_analysis",
    "plot_comparison",
    "plot_confidence_curves",
    "plot_confusion_matrix",
    "plot_diagnosis",
    "plot_equation",
    "plot_errors",
    "plot_events",
    "plot_froc",
    "plot_gallery",
    "plot_history",
    "plot_hota",
    "plot_intervals",
    "plot_iou",
    "plot_iou_histogram",
    "plot_label_errors",
    "plot_lrp",
    "plot_miss_rate",
    "plot_one_against_many",
    "plot_operating_points",
    "plot_panoptic",
    "plot_precision_recall",
    "plot_predictions",
    "plot_reconciliation",
    "plot_score_histogram",
    "plot_sizes",
    "plot_slices",
    "plot_success",
    "plot_thresholds",
    "plot_ties",
    "plot_timeline",
    "time_iou",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "overlaps.batch_size": "plot_batch_size",
        "overlaps.box": "plot_box",
        "overlaps.equation": "plot_equation",
        "overlaps.gallery": "plot_gallery",
        "overlaps.iou": "plot_iou",
        "overlaps.one_against_many": "plot_one_against_many",
        "overlaps.thresholds": "plot_thresholds",
        "overlaps.timing": "time_iou",
        "reasons.diagnosis": "plot_diagnosis",
        "reasons.errors": "plot_errors",
        "reasons.intervals": "plot_intervals",
        "reasons.label_errors": "plot_label_errors",
        "reasons.lrp": "plot_lrp",
        "reasons.slices": "plot_slices",
        "reasons.ties": "plot_ties",
        "results.ap_by_iou": "plot_ap_by_iou",
        "results.calibration": "plot_calibration",
        "results.coco_analysis": "plot_coco_analysis",
        "results.comparison": "plot_comparison",
        "results.confidence_curves": "plot_confidence_curves",
        "results.confusion_matrix": "plot_confusion_matrix",
        "results.false_alarms": "plot_froc plot_miss_rate",
        "results.histograms": "plot_iou_histogram plot_score_histogram",
        "results.operating_points": "plot_operating_points",
        "results.panoptic": "plot_panoptic",
        "results.precision_recall": "plot_precision_recall",
        "results.reconciliation": "plot_reconciliation",
        "results.sizes": "plot_sizes",
        "tracks.events": "plot_events",
        "tracks.hota": "plot_hota",
        "tracks.success": "plot_success",
        "tracks.timeline": "plot_timeline",
        "training.history": "plot_history",
        "training.predictions": "plot_predictions",
    },
)
