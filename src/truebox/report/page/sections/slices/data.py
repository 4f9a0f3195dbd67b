"""How good the result is on parts of the data, and what belongs to each part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truebox.diagnosis import SliceKey, slice_keys, slices
from truebox.report.page.explained import partners
from truebox.report.page.packed import packed
from truebox.report.page.section import Section

if TYPE_CHECKING:
    from truebox.report.page.side import Side
    from truebox.typing import Int64Array

__all__ = ["SECTION"]


def _of_side(side: Side) -> dict[str, Any]:
    known = side.diagnosis.slices if side.diagnosis else None
    made = known or slices(side.result, iou=side.iou)
    keys = {(key.by, key.label): key for key in slice_keys(side.result, None, None, None)}
    held = [keys.get((row.by, row.label)) for row in made.rows]
    partner = partners(side)
    order = np.argsort(-side.result.state.score, kind="stable")
    members = [key and _members(key, partner, order) for key in held]
    return {"slices": made.to_dict(), "sliceMembers": members}


def _members(key: SliceKey, partner: Int64Array, order: Int64Array) -> dict[str, Any]:
    """Bits, the lowest first: of each row of `columns_of_truths`, and of each of `detection_columns`.

    A detection that explains itself by a truth goes with it, so that it is in the slice where its truth is.
    Others are in it by their own box; where a box alone cannot be, they are in none.
    """
    own = np.zeros(len(partner), dtype=bool) if key.detections is None else key.detections
    inside = np.where(partner >= 0, np.append(key.truths, False)[partner], own)
    return {"truths": _bits(key.truths), "detections": _bits(inside[order])}


def _bits(inside: Any) -> dict[str, Any]:
    return packed(np.packbits(inside, bitorder="little"), "u1")


SECTION = Section(order=70, link="Parts of the data", of_side=_of_side)
