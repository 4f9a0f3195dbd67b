"""What is said to be planted is there: counted again from the files' own content with pycocotools' IoU."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pycocotools import mask as reference

from truebox.generation import World, make_world, to_coco_results


def real_objects(world: World) -> tuple[list[dict[str, Any]], dict[int, list[float]]]:
    """The truth with the annotator's mistakes mended, and the box of the crowd of each image."""
    coco = world.to_coco()
    ids = {category["name"]: category["id"] for category in coco["categories"]}
    objects = [annotation for annotation in coco["annotations"] if not annotation["iscrowd"]]
    by_id = {annotation["id"]: annotation for annotation in objects}
    for mistake in world.planted.mistakes:
        if mistake.annotation_id is None:
            box = list(mistake.bbox)
            objects.append(
                {"image_id": mistake.image_id, "category_id": ids[mistake.really], "bbox": box, "area": None}
            )
        else:
            annotation = by_id[mistake.annotation_id]
            assert annotation["category_id"] == ids[mistake.written] != ids[mistake.really]
            annotation["category_id"] = ids[mistake.really]
    crowds = {a["image_id"]: a["bbox"] for a in coco["annotations"] if a["iscrowd"]}
    return objects, crowds


def recount(world: World, detector: int) -> dict[str, int]:
    """Count the faults of a detector from its detections and the real objects alone."""
    objects, crowds = real_objects(world)
    names = ("hits", "duplicates", "swapped", "shifted", "background", "crowd", "tail")
    counts = dict.fromkeys(names, 0)
    found: set[int] = set()
    meant: set[int] = set()
    for detection in to_coco_results(world.predictions[detector]):
        here = [row for row, known in enumerate(objects) if known["image_id"] == detection["image_id"]]
        boxes = [objects[row]["bbox"] for row in here]
        ious = reference.iou([detection["bbox"]], boxes, [0] * len(here))[0] if here else np.zeros(1)
        nearest = here[int(np.argmax(ious))] if here else -1
        crowd = crowds.get(detection["image_id"])
        if detection["score"] < 0.1:
            counts["tail"] += 1
        elif ious.max() >= 0.5:
            meant.add(nearest)
            if objects[nearest]["category_id"] != detection["category_id"]:
                counts["swapped"] += 1
            else:
                counts["duplicates" if nearest in found else "hits"] += 1
                found.add(nearest)
        elif ious.max() >= 0.1:
            meant.add(nearest)
            counts["shifted"] += 1
        elif crowd is not None and reference.iou([detection["bbox"]], [crowd], [1])[0, 0] > 0.5:
            counts["crowd"] += 1
        else:
            counts["background"] += 1
    missed = [known["area"] for row, known in enumerate(objects) if row not in meant]
    return {
        **counts,
        "missed": len(missed),
        "missed_small": sum(area <= 32**2 for area in missed),
        "missed_medium": sum(32**2 < area <= 96**2 for area in missed),
        "missed_large": sum(area > 96**2 for area in missed),
    }


@pytest.mark.parametrize("seed", [0, 7, 23])
@pytest.mark.parametrize("detector", [0, 1])
def test_planted_faults_of_the_detectors_are_there(seed: int, detector: int) -> None:
    world = make_world(60, seed=seed)
    planted = dict(world.planted.detectors["ab"[detector]])
    silent = planted.pop("silent_images")
    planted.pop("tied")
    assert recount(world, detector) == planted
    assert silent >= 1
    spoken = set(world.predictions[detector].image.values.tolist())
    occupied = set(world.truth.image.values.tolist())
    assert len(occupied - spoken) >= silent


def test_ties_are_where_scores_are_rounded() -> None:
    world = make_world(60)
    for detector, predictions in zip(world.detectors, world.predictions, strict=True):
        seen: dict[tuple[int, float], int] = {}
        for pair in zip(predictions.category.values.tolist(), predictions.scores.tolist(), strict=True):
            seen[pair] = seen.get(pair, 0) + 1
        tied = sum(count for count in seen.values() if count > 1)
        assert world.planted.detectors[detector.name]["tied"] == tied
    assert world.planted.detectors["b"]["tied"] > 10 * world.planted.detectors["a"]["tied"]


def test_planted_facts_of_the_truth_are_there() -> None:
    world = make_world(120)
    coco = world.to_coco()
    objects, _ = real_objects(world)
    planted = world.planted.truth
    assert planted["objects"] == len(objects)
    assert planted["crowds"] == sum(a["iscrowd"] for a in coco["annotations"]) == 4
    used = {a["image_id"] for a in objects} | {a["image_id"] for a in coco["annotations"]}
    assert planted["empty_images"] == 120 - len(used) == 4
    assert planted["wrong_class"] == planted["missing_annotation"] == 2
    at_border = sum(
        min(x, y) == 0 or x + w >= 640 or y + h >= 480 for x, y, w, h in (a["bbox"] for a in objects)
    )
    assert planted["cut"] == at_border


def test_overlapping_is_counted_pair_by_pair() -> None:
    world = make_world(30)
    boxes, image = world.scene.boxes, world.scene.image
    count = 0
    for row in range(len(boxes)):
        others = np.flatnonzero((image == image[row]) & (np.arange(len(image)) != row))
        # Intersection over the own area, from the reference's crowd IoU, both ways round.
        cover = [
            max(
                reference.iou([boxes[row]], [boxes[other]], [1])[0, 0],
                reference.iou([boxes[other]], [boxes[row]], [1])[0, 0],
            )
            for other in others
        ]
        count += max(cover, default=0) > 0.1
    assert world.planted.truth["overlapping"] == count


def test_facts_as_plain_data() -> None:
    facts = make_world(10).planted.to_dict()
    assert set(facts) == {"truth", "detectors", "mistakes"}
    assert {mistake["what"] for mistake in facts["mistakes"]} == {"wrong class", "missing annotation"}
