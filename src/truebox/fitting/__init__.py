"""Whether predictions sit on their truth as read, or would under another reading."""

from __future__ import annotations

from truebox.fitting.fit import Fit, fit_of

__all__ = ["Fit", "fit_of"]
