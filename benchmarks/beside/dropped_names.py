"""Names that NumPy has dropped, for kits that were written before."""

from __future__ import annotations

import numpy as np

__all__ = ["with_dropped_names"]


def with_dropped_names() -> None:
    """Put them back in this process, as what they were."""
    for name, value in (("float", float), ("bool", bool), ("int", int), ("in1d", np.isin)):
        if name not in vars(np):
            setattr(np, name, value)
