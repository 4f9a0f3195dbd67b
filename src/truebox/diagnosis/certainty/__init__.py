"""How sure a number is, and whether two differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.diagnosis.certainty.frame_names import frames_hint

__all__ = ["frames_hint"]

__getattr__, __dir__ = lazily(__name__, {"frame_names": "frames_hint"})
