"""The evaluator of Open Images in TensorFlow's object_detection, as tf-object-detection packs it."""

from __future__ import annotations

from benchmarks.beside.boxes import boxes
from benchmarks.beside.dropped_names import with_dropped_names
from benchmarks.beside.kit import Case, Kit, average_precision

__all__ = ["KIT"]


def _made(quick: bool) -> Case:
    import numpy as np

    with_dropped_names()
    from object_detection.utils.object_detection_evaluation import OpenImagesDetectionEvaluator

    held = boxes(quick)
    classes = [{"id": place, "name": name} for place, name in enumerate(held.names, start=1)]
    sides = [
        [
            {
                f"{kind}_boxes": each["boxes"][:, [1, 0, 3, 2]],
                f"{kind}_classes": each["labels"],
                **({} if kind == "groundtruth" else {"detection_scores": each["scores"]}),
            }
            for each in side
        ]
        for kind, side in (("groundtruth", held.true), ("detection", held.predicted))
    ]

    def theirs() -> float:
        evaluator = OpenImagesDetectionEvaluator(classes)
        for image, (true, found) in enumerate(zip(*sides, strict=True)):
            flags = np.zeros(len(true["groundtruth_boxes"]), dtype=bool)
            evaluator.add_single_ground_truth_image_info(image, true | {"groundtruth_group_of": flags})
            evaluator.add_single_detected_image_info(image, found)
        return float(evaluator.evaluate()["OpenImagesV2_Precision/mAP@0.5IOU"])

    return Case(held.title, average_precision(held.truth, held.found, KIT.protocol), theirs)


KIT = Kit(
    package="object_detection",
    distribution="tf-object-detection",
    protocol="open_images",
    made=_made,
    within=1e-9,
)
