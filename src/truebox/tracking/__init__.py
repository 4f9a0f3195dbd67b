"""Objects followed through frames: which box of this frame continues which box of the one before."""

from __future__ import annotations

from truebox.tracking.association import associate

__all__ = ["associate"]
