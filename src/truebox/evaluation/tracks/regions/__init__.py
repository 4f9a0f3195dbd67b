"""J and F of tracked masks: how well regions and their outlines fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox._lazily import lazily

if TYPE_CHECKING:
    from truebox.evaluation.tracks.regions.cells import region_sums
    from truebox.evaluation.tracks.regions.measuring import REGION_FIELDS, joined_regions

__all__ = ["REGION_FIELDS", "joined_regions", "region_sums"]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "cells": "region_sums",
        "measuring": "REGION_FIELDS joined_regions",
    },
)
