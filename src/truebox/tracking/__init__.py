"""Objects followed through frames: joined from frame to frame, made into tracks, evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.tracking.association import associate
    from truebox.tracking.evaluating import evaluate

__all__ = ["associate", "evaluate"]

__getattr__, __dir__ = lazily(__name__, {"association": "associate", "evaluating": "evaluate"})
