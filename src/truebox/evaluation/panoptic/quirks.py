"""Where the habits of the reference changed a panoptic number, and what the number would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.evaluation.panoptic.quality import class_qualities, mean_qualities
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.panoptic.state import PanopticState
    from truebox.records.panoptic import PanopticCategories

__all__ = ["quirk_findings"]

_TOLD = 5e-7  # a smaller difference does not show in the digits people quote


def quirk_findings(
    strict: PanopticState, corrected: PanopticState, categories: PanopticCategories
) -> list[Finding]:
    """W-310 when PQ, SQ or RQ differ between the modes, with the habits that took part."""
    before, after = (
        mean_qualities(class_qualities(state, categories)).metrics for state in (strict, corrected)
    )
    changed = []
    for name in ("PQ", "SQ", "RQ"):
        old, new = before[name], after[name]
        if (old is None) != (new is None) or abs((old or 0.0) - (new or 0.0)) >= _TOLD:
            changed.append(f"{name} {'undefined' if new is None else format(new, '.6f')}")
    if not changed:
        return []
    text = f"{' and '.join(_habits(strict, corrected))}; corrected: "
    return [Finding("W-310", text + ", ".join(changed), len(changed))]


def _habits(strict: PanopticState, corrected: PanopticState) -> list[str]:
    """The quirks (``docs/quirks.md``) that touched these data, in words."""
    habits = []
    if not np.array_equal(strict.iou, corrected.iou):
        habits.append("P1 overlaps use the stated areas of true segments")
    if (strict.ignored < corrected.ignored).any():
        habits.append("P2 only the last crowd of an image and class excuses predictions")
    found = strict.true_positives
    if ((found == 0) & (strict.false_positives + strict.false_negatives > 0)).any():
        habits.append("P3 classes without a match enter SQ as 0")
    return habits
