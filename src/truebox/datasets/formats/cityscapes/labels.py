"""The labels of Cityscapes by id: which of them are told apart as instances, and which are void."""

from __future__ import annotations

__all__ = ["INSTANCES", "LABELS", "VOID"]

LABELS = (
    *("unlabeled", "ego vehicle", "rectification border", "out of roi", "static", "dynamic", "ground"),
    *("road", "sidewalk", "parking", "rail track", "building", "wall", "fence", "guard rail", "bridge"),
    *("tunnel", "pole", "polegroup", "traffic light", "traffic sign", "vegetation", "terrain", "sky"),
    *("person", "rider", "car", "truck", "bus", "caravan", "trailer", "train", "motorcycle", "bicycle"),
)
"""Names by id, from 0 on."""

INSTANCES = frozenset(("person", "rider", "car", "truck", "bus", "train", "motorcycle", "bicycle"))
"""Those that are evaluated."""

VOID = frozenset(
    (
        *LABELS[:7],
        *("parking", "rail track", "guard rail", "bridge", "tunnel", "polegroup", "caravan", "trailer"),
    )
)
"""Those whose pixels excuse what is found there."""
