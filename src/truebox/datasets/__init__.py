"""File to records, one module per format; nothing else.

Names are loaded on first use: `truebox.datasets.background` must be importable, and reading must
be able to start, before NumPy is.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.datasets.background import StartedReading, start_reading
    from truebox.datasets.coco_writer import write_coco_predictions, write_coco_truth
    from truebox.datasets.conversion import Conversion, convert
    from truebox.datasets.reading import read_predictions, read_truth

__all__ = [
    "Conversion",
    "StartedReading",
    "convert",
    "read_predictions",
    "read_truth",
    "start_reading",
    "write_coco_predictions",
    "write_coco_truth",
]

_HOME = {
    "Conversion": "conversion",
    "StartedReading": "background",
    "convert": "conversion",
    "read_predictions": "reading",
    "read_truth": "reading",
    "start_reading": "background",
    "write_coco_predictions": "coco_writer",
    "write_coco_truth": "coco_writer",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.datasets' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.datasets.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
