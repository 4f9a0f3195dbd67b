"""MMRotate's metric: VOC 2007 of rotated boxes, and of truths that are overlapped alike one that counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from truebox.evaluation.matching.policy import Matching, MatchingPolicy
from truebox.evaluation.protocols.voc2007 import PROTOCOL as VOC2007

if TYPE_CHECKING:
    from truebox.evaluation.states.parameters import CocoParameters
    from truebox.evaluation.states.quirks import Quirk

__all__ = ["PROTOCOL"]


def _defaults(geometry: str, mended: Quirk) -> CocoParameters:
    return replace(VOC2007.defaults(geometry, mended), protocol="mmrotate")


PROTOCOL = replace(
    VOC2007,
    name="mmrotate",
    title="MMRotate",
    reference="mmrotate 0.3.4 (eval_rbbox_map)",
    geometries=("rotated",),
    defaults=_defaults,
    policy=MatchingPolicy(matching=Matching.COUNTED),
    rules=None,
)
