"""DOTA 1.0: task 1 on rotated boxes, task 2 on upright ones."""

from __future__ import annotations

from truebox.evaluation.protocols.aerial.overhead import aerial

__all__ = ["PROTOCOL"]

PROTOCOL = aerial("dota", "DOTA", "DOTA_devkit (9938855)", difficult_counts=False)
