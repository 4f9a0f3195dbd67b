"""What a reader of panoptic numbers should know about the data, and truths no number can be made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import InputError
from truebox.evaluation.panoptic.matching import pixels_per_row
from truebox.records import Finding

if TYPE_CHECKING:
    from truebox.evaluation.panoptic.pairs import SegmentPairs
    from truebox.records.panoptic import PanopticSegments
    from truebox.typing import BoolArray

__all__ = ["left_out_findings", "truth_findings"]

_FIRST_ROWS = 5


def truth_findings(
    pairs: SegmentPairs, truth: PanopticSegments, images: Sequence[tuple[int, int]]
) -> list[Finding]:
    """Stated areas that are wrong (W-180; E-128 for 0) and segments without a pixel (W-181)."""
    counted = pixels_per_row(pairs.truth, pairs.pixels, len(truth))
    evaluated = np.zeros(len(truth), dtype=bool)
    for image, _ in images:
        evaluated[truth.of(image)] = True
    empty = (truth.area == 0) & (counted > 0)
    if empty.any():
        row = int(empty.argmax())
        problem = f"the stated area is 0, but the map has {counted[row]} pixels"
        fix = "write the number of pixels, or leave the area out"
        raise InputError("E-128", _place(truth, row), problem, fix, row=row)
    findings = []
    wrong = evaluated & (truth.area >= 0) & (truth.area != counted)
    if wrong.any():
        row = int(wrong.argmax())
        text = f"state an area that is not their number of pixels ({truth.area[row]}, not {counted[row]})"
        findings.append(_finding("W-180", truth, wrong, text))
    unseen = evaluated & (counted == 0)
    if unseen.any():
        findings.append(_finding("W-181", truth, unseen, "have no pixel in their map and count as missed"))
    return findings


def left_out_findings(
    predictions: PanopticSegments, images: Sequence[tuple[int, int]], *, chosen: bool
) -> list[Finding]:
    """Predictions for images that the truth does not list (W-182); none where images were chosen."""
    used = {image for _, image in images}
    left = [row for row in range(len(predictions.images)) if row not in used]
    if chosen or not left:
        return []
    first = predictions.images[left[0]]
    text = f"{len(left)} predicted images are not in the truth and are left out (such as {first!r})"
    return [Finding("W-182", text, len(left), tuple(left[:_FIRST_ROWS]))]


def _finding(code: str, truth: PanopticSegments, rows: BoolArray, text: str) -> Finding:
    first = tuple(np.flatnonzero(rows)[:_FIRST_ROWS].tolist())
    count = int(rows.sum())
    return Finding(code, f"{count} true segments {text} (first: {_place(truth, first[0])})", count, first)


def _place(truth: PanopticSegments, row: int) -> str:
    image = truth.images[int(np.searchsorted(truth.offsets, row, side="right")) - 1]
    return f"{truth.source.name} image {image!r} segment {truth.ids[row]}"
