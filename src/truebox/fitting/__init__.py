"""Whether predictions sit on their truth as read, or would under another reading."""

from __future__ import annotations

from truebox.fitting.fit import Fit, best_overlaps, class_pairs, fit_of
from truebox.fitting.told_by_boxes import told_classes

__all__ = ["Fit", "best_overlaps", "class_pairs", "fit_of", "told_classes"]
