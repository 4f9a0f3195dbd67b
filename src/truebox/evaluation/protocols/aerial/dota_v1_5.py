"""DOTA 1.5: the same tasks, with objects marked difficult among all others."""

from __future__ import annotations

from truebox.evaluation.protocols.aerial.overhead import aerial

__all__ = ["PROTOCOL"]

PROTOCOL = aerial("dota_v1_5", "DOTA 1.5", "DOTA_devkit (9938855)", difficult_counts=True)
