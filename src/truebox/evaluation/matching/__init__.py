"""Which detection finds which truth, by boxes, masks or keypoints."""

from __future__ import annotations

from importlib import import_module
from typing import Any

# This was a module before version 0.2: pickles look here for its classes, by the names they had.
_EARLIER = {"Matched": "Matched", "TruthColumns": "MatchTruths"}


def __getattr__(name: str) -> Any:
    if name not in _EARLIER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.matching"), _EARLIER[name])
