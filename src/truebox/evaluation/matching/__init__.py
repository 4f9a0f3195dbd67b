"""Which detection finds which truth, by boxes, masks or keypoints."""

from __future__ import annotations

from truebox._lazily import lazily

# A module before version 0.2: pickles look here for its classes.
__getattr__, __dir__ = lazily(__name__, {"matching": "Matched TruthColumns"})
