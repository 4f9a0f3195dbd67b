"""One adapter per other tool. An adapter defines what its tool can answer, and nothing else:

``TOOL``            the name in the tables
``EVALUATE``        script; ``argv`` = truth, predictions, what overlaps; its last line lists the numbers
``EVALUATE_TRACKS`` script; ``argv`` = folders of truth and tracker; its last line lists the numbers
``track(kind, frames)`` a function that follows the boxes of all frames and gives ids and boxes of each
``READ``            script with ``prepare(truth)``, ``read(prepared, predictions)`` and ``look(read)``
``READ_TABLE``      script with ``prepare(kind)`` and ``read(path, kind)``, which gives the number of rows
``READ_FOLDER(form, folder)`` the command that reads a folder of labels and counts its objects
``pairwise(a, b)``  a `Call` on corner boxes [N, 4] and [M, 4]
``elementwise(a, b)`` a `Call` on corner boxes [N, 4]
``single(a, b)``    a `Call` on two tuples
``suppress(boxes, scores, threshold)`` a `Call` that gives the rows kept
``fuse(boxes, scores, labels)`` a `Call` on one list per model
``rotated(a, b)``   a `Call` on rotated boxes [N, 5] and [M, 5], degrees clockwise
``polygons(a, b)``  a `Call` on simple polygons [N, K, 2] and [M, K, 2]
``assign(cost)``    a `Call` that gives the costs of the chosen pairs; ``assign_most(worth)``, which has
                    the largest total, and ``assign_gated(cost, gate)``, without pairs that cost more, as well
``mask_calls(stack)`` a `Call` by operation (encode, decode, merge, IoU) on column-major masks [H, W, N]
``small_calls(data)`` a `Call` by operation on one image's masks, boxes and points
``geometry(data)``  a `Call` by operation on boxes, rotated boxes and pairs of other shapes
``few_boxes(data)`` a `Call` by operation that suppresses or fuses few boxes
``losses(data)``    a `Call` by loss that gives the gradients of predicted corners
``panoptic(truth, predictions, maps)`` a `Call` that gives TP, FP, FN per class
``compare(truth, first, second, draws)`` a `Call` on files that gives the standard errors of the differences
``confuse(truths, predictions, classes)`` a `Call` that gives the confusion matrix of pixels
``error_types(truth, predictions)`` a `Call` on two files that gives AP50 and what TIDE's six types cost
``device_pairwise(a, b)`` a `Call` by measure (iou, giou, ...) on corner tensors of a CUDA device
``device_suppress(boxes, scores, labels, threshold)`` as ``suppress``, on tensors of a CUDA device
``class_pairs(truth, predictions)`` a `Call` on two files that gives the confusion matrix of boxes
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType


def adapters(names: Iterable[str], ability: str) -> tuple[list[ModuleType], list[tuple[str, str]]]:
    """Adapters that can answer, and (tool, reason) for each that cannot because it is not installed."""
    present, absent = [], []
    for name in names:
        try:
            module = import_module(f"benchmarks.versus.{name}")
        except ImportError as error:
            absent.append((name, f"not installed ({error})"))
            continue
        if not hasattr(module, ability):
            raise LookupError(f"the adapter {name} has no {ability}")
        present.append(module)
    return present, absent
