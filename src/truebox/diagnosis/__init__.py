"""Why the number is what it is, and how sure it is."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from truebox.diagnosis.class_confusion import ConfusionMatrix, confusion_matrix
    from truebox.diagnosis.coco_breakdown import CocoBreakdown
    from truebox.diagnosis.error_breakdown import ClassErrors, ErrorBreakdown
    from truebox.diagnosis.error_types import errors
    from truebox.diagnosis.nested_analysis import coco_analysis
    from truebox.diagnosis.suspect import LabelErrors, Suspect
    from truebox.diagnosis.wrong_labels import label_errors

__all__ = [
    "ClassErrors",
    "CocoBreakdown",
    "ConfusionMatrix",
    "ErrorBreakdown",
    "LabelErrors",
    "Suspect",
    "coco_analysis",
    "confusion_matrix",
    "errors",
    "label_errors",
]

# No module has the name of a function: importing it would put the module in the function's place.
_HOME = {
    "ClassErrors": "error_breakdown",
    "CocoBreakdown": "coco_breakdown",
    "ConfusionMatrix": "class_confusion",
    "ErrorBreakdown": "error_breakdown",
    "LabelErrors": "suspect",
    "Suspect": "suspect",
    "coco_analysis": "nested_analysis",
    "confusion_matrix": "class_confusion",
    "errors": "error_types",
    "label_errors": "wrong_labels",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'truebox.diagnosis' has no attribute {name!r}")
    value = getattr(import_module(f"truebox.diagnosis.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
