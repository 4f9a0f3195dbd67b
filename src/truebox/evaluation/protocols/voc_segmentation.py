"""PASCAL VOC segmentation: mean IoU of PNGs of labels, background and twenty classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from truebox.evaluation.protocol import Protocol
from truebox.evaluation.semantic.evaluating import semantic_result

if TYPE_CHECKING:
    from truebox.evaluation.protocol import Asked
    from truebox.evaluation.semantic.result import SemanticResult

__all__ = ["PROTOCOL"]

_TAKES = ("images", "threads")
_VOID = 255
_CLASSES = (
    *("background", "aeroplane", "bicycle", "bird", "boat", "bottle", "bus", "car", "cat", "chair", "cow"),
    *("diningtable", "dog", "horse", "motorbike", "person", "pottedplant", "sheep", "sofa", "train"),
    "tvmonitor",
)


def _evaluate(asked: Asked) -> SemanticResult:
    return semantic_result(
        asked.truth,
        asked.predictions,
        protocol="voc_segmentation",
        mode=asked.mode,
        classes=_CLASSES,
        void=_VOID,
        **{name: asked.arguments[name] for name in _TAKES},
    )


PROTOCOL = Protocol(
    name="voc_segmentation",
    title="PASCAL VOC segmentation",
    reference="VOCdevkit (VOCevalseg.m)",
    takes=frozenset(_TAKES) | {"fit_test"},  # which is of boxes, and has nothing to test here
    geometries=(),
    evaluate=_evaluate,
    leaves_out={"truths": f"those of label {_VOID}"},
)
