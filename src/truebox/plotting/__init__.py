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

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.plotting.batch_size import plot_batch_size
    from truebox.plotting.box import plot_box
    from truebox.plotting.calibration import plot_calibration
    from truebox.plotting.coco_analysis import plot_coco_analysis
    from truebox.plotting.comparison import plot_comparison
    from truebox.plotting.confidence_curves import plot_confidence_curves
    from truebox.plotting.confusion_matrix import plot_confusion_matrix
    from truebox.plotting.diagnosis import plot_diagnosis
    from truebox.plotting.errors import plot_errors
    from truebox.plotting.gallery import plot_gallery
    from truebox.plotting.histograms import plot_iou_histogram, plot_score_histogram
    from truebox.plotting.intervals import plot_intervals
    from truebox.plotting.iou import plot_iou
    from truebox.plotting.label_errors import plot_label_errors
    from truebox.plotting.lrp import plot_lrp
    from truebox.plotting.one_against_many import plot_one_against_many
    from truebox.plotting.operating_points import plot_operating_points
    from truebox.plotting.panoptic import plot_panoptic
    from truebox.plotting.precision_recall import plot_precision_recall
    from truebox.plotting.sizes import plot_sizes
    from truebox.plotting.slices import plot_slices
    from truebox.plotting.ties import plot_ties

__all__ = [
    "plot_batch_size",
    "plot_box",
    "plot_calibration",
    "plot_coco_analysis",
    "plot_comparison",
    "plot_confidence_curves",
    "plot_confusion_matrix",
    "plot_diagnosis",
    "plot_errors",
    "plot_gallery",
    "plot_intervals",
    "plot_iou",
    "plot_iou_histogram",
    "plot_label_errors",
    "plot_lrp",
    "plot_one_against_many",
    "plot_operating_points",
    "plot_panoptic",
    "plot_precision_recall",
    "plot_score_histogram",
    "plot_sizes",
    "plot_slices",
    "plot_ties",
]

_HOME = {name: name.removeprefix("plot_") for name in __all__} | {
    "plot_iou_histogram": "histograms",
    "plot_score_histogram": "histograms",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.plotting' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.plotting.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
