"""Whether predictions sit on their truth as read, or would under another reading."""

from __future__ import annotations

from truebox.fitting.fit import Fit, class_pairs, fit_of

__all__ = ["Fit", "class_pairs", "fit_of"]
