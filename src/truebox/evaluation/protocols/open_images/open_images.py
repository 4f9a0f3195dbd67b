"""Open Images V2: what a group of objects takes is left out."""

from __future__ import annotations

from truebox.evaluation.protocols.open_images.grouped import grouped_protocol

__all__ = ["PROTOCOL"]

PROTOCOL = grouped_protocol("open_images", "Open Images V2", groups_count=False, verified_only=False)
