"""The challenges of Open Images: a group counts as one object, classes where they were verified."""

from __future__ import annotations

from truebox.evaluation.protocols.open_images.grouped import grouped_protocol

__all__ = ["PROTOCOL"]

PROTOCOL = grouped_protocol(
    "open_images_challenge", "Open Images Challenge", groups_count=True, verified_only=True
)
