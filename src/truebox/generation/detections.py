"""What an imaginary detector reports about a scene, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from truebox.generation.found_boxes import box_near, box_off
from truebox.generation.labelling import lookalikes
from truebox.generation.scene import size_class
from truebox.generation.stray_boxes import background_boxes, tail_boxes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.generation.chance import Chance
    from truebox.generation.detector import Detector
    from truebox.generation.scene import Scene
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["Detections", "Reason", "detect"]

LEAST_SCORE = 0.12
"""Lowest score of everything outside the tail; the tail ends at `TAIL_SCORE`."""
TAIL_SCORE = 0.09


class Reason(IntEnum):
    """Why a detection is there."""

    HIT = 0
    """An object, well found (IoU of 0.55 or more) and rightly named."""
    SHIFTED = 1
    """An object, rightly named, in a box far off (IoU between 0.1 and 0.5)."""
    SWAPPED = 2
    """An object, well found, named as something that looks alike."""
    DUPLICATE = 3
    """The same object as an earlier hit, once more, with a lower score."""
    BACKGROUND = 4
    """Nothing is there (IoU below 0.1 with every object, and outside the crowds)."""
    TAIL = 5
    """A guess with a score below 0.1."""
    CROWD = 6
    """One of the many in a crowd."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Detections:
    """What a detector reports, image by image, by falling score.

    Parameters
    ----------
    image, kind : int64 arrays [D]
        Image row and class row.
    boxes, scores : float64 arrays [D, 4], [D]
    reason : uint8 array [D]
        A `Reason`.
    object : int64 array [D]
        The scene's object that is meant; -1 for background, tail and crowd.
    missed : int64 array
        Objects that are never meant.
    silent_images : int64 array
        Images for which the detector reports nothing.
    """

    image: Int64Array
    kind: Int64Array
    boxes: FloatArray
    scores: FloatArray
    reason: Int64Array
    object: Int64Array
    missed: Int64Array
    silent_images: Int64Array

    def __len__(self) -> int:
        return len(self.image)


Part = tuple["Int64Array", "Int64Array", "FloatArray", "FloatArray", Reason, "Int64Array"]
"""Image, kind, boxes, scores, reason and object of some detections."""


def detect(
    scene: Scene, detector: Detector, classes: Sequence[str], certain: Int64Array, chance: Chance
) -> Detections:
    """Let a detector look at a scene.

    Parameters
    ----------
    scene : Scene
    detector : Detector
    classes : sequence of str
    certain : int64 array
        Objects that are found for certain: those the annotator got wrong, so that it shows.
    chance : Chance
    """
    silent = _silent_images(scene, detector, certain, chance)
    found, shifted, swapped = _fates(scene, detector, classes, certain, silent, chance)
    parts = _object_parts(scene, detector, classes, (found, shifted, swapped), certain, chance)
    parts.append(_crowd_part(scene, detector, silent, chance))
    parts += _stray_parts(scene, detector, len(classes), silent, chance)
    image, kind, boxes, scores, objects = (
        np.concatenate([part[column] for part in parts]) for column in (0, 1, 2, 3, 5)
    )
    reason = np.concatenate([np.full(len(part[0]), part[4], np.int64) for part in parts])
    scores = np.round(scores, detector.score_decimals)
    order = np.lexsort((-scores, image))
    return Detections(
        image=image[order],
        kind=kind[order],
        boxes=boxes[order],
        scores=scores[order],
        reason=reason[order],
        object=objects[order],
        missed=np.flatnonzero(~found),
        silent_images=silent,
    )


def _silent_images(scene: Scene, detector: Detector, certain: Int64Array, chance: Chance) -> Int64Array:
    order = chance.order(scene.images)
    speaking = np.concatenate([scene.image[certain], scene.empty_images()])
    order = order[~np.isin(order, speaking)]
    count = max(1, round(scene.images * detector.silent)) if scene.images >= 3 and detector.silent else 0
    return np.sort(order[:count])


def _fates(
    scene: Scene,
    detector: Detector,
    classes: Sequence[str],
    certain: Int64Array,
    silent: Int64Array,
    chance: Chance,
) -> tuple[BoolArray, BoolArray, BoolArray]:
    """Which objects are found, which of these far off, which under a wrong name."""
    count = len(scene)
    found = ~chance.happens(np.array(detector.misses)[size_class(scene.areas)], count)
    swapped = chance.happens(detector.swaps, count)
    shifted = chance.happens(detector.shifts, count)
    swapped &= np.array([bool(others) for others in lookalikes(classes)])[scene.kind]
    found[certain], swapped[certain], shifted[certain] = True, False, False
    found &= ~np.isin(scene.image, silent)
    swapped &= found
    return found, shifted & found & ~swapped, swapped


def _object_parts(
    scene: Scene,
    detector: Detector,
    classes: Sequence[str],
    fates: tuple[BoolArray, BoolArray, BoolArray],
    certain: Int64Array,
    chance: Chance,
) -> list[Part]:
    """Everything that means an object: hits, swaps, shifts, duplicates."""
    found, shifted, swapped = fates
    jitter = np.array(detector.jitter)[size_class(scene.areas)]
    near, near_iou = box_near(scene.boxes, jitter, scene.size, chance)
    off, off_iou, possible = box_off(scene.boxes, scene.size, chance)
    shifted = shifted & possible
    noise = 0.11 * chance.bell(len(scene))
    good = np.clip(0.3 + 0.62 * (near_iou - 0.5) / 0.5 + noise, LEAST_SCORE + 0.05, 0.995)
    good[certain] = np.maximum(good[certain], 0.9)
    bad = np.clip(0.2 + 0.5 * off_iou + noise, LEAST_SCORE, 0.6)
    again = found & ~shifted & ~swapped & chance.happens(detector.duplicates, len(scene))
    second, _ = box_near(scene.boxes, 1.4 * jitter, scene.size, chance)
    second_score = np.maximum(good * chance.between(0.4, 0.85, len(scene)), LEAST_SCORE)
    hit = found & ~shifted & ~swapped
    named = _swapped_kinds(scene, classes, chance)
    plan = (
        (hit, scene.kind, near, good, Reason.HIT),
        (swapped, named, near, np.maximum(0.85 * good, LEAST_SCORE), Reason.SWAPPED),
        (shifted, scene.kind, off, bad, Reason.SHIFTED),
        (again, scene.kind, second, second_score, Reason.DUPLICATE),
    )
    return [
        (scene.image[of], kind[of], boxes[of], scores[of], reason, np.flatnonzero(of))
        for of, kind, boxes, scores, reason in plan
    ]


def _swapped_kinds(scene: Scene, classes: Sequence[str], chance: Chance) -> Int64Array:
    """The class each object would be mistaken for: three times in four the likeliest one."""
    likely = np.array([(*others, *others, row)[:2] for row, others in enumerate(lookalikes(classes))])
    second = chance.happens(0.25, len(scene)).astype(np.int64)
    kinds: Int64Array = likely.reshape(-1, 2)[scene.kind, second]
    return kinds


def _crowd_part(scene: Scene, detector: Detector, silent: Int64Array, chance: Chance) -> Part:
    crowd = scene.member_crowds()
    boxes, _ = box_near(scene.members.boxes(), np.full(len(crowd), detector.jitter[0]), scene.size, chance)
    image = np.array([crowd.image for crowd in scene.crowds], np.int64)[crowd]
    kind = np.array([crowd.kind for crowd in scene.crowds], np.int64)[crowd]
    scores = chance.between(0.2, 0.75, len(crowd))
    seen = ~chance.happens(detector.misses[0], len(crowd)) & ~np.isin(image, silent)
    nobody = np.full(int(seen.sum()), -1, np.int64)
    return image[seen], kind[seen], boxes[seen], scores[seen], Reason.CROWD, nobody


def _stray_parts(
    scene: Scene, detector: Detector, classes: int, silent: Int64Array, chance: Chance
) -> list[Part]:
    """Detections that mean nothing: background and the low tail."""
    parts: list[Part] = []
    for reason, per_image, boxes_of in (
        (Reason.BACKGROUND, detector.background, background_boxes),
        (Reason.TAIL, detector.tail, tail_boxes),
    ):
        image = np.flatnonzero(chance.happens(1.0, scene.images))
        image = np.repeat(image, (chance.uniform(scene.images) * (2.0 * per_image + 1.0)).astype(np.int64))
        image = image[~np.isin(image, silent)]
        boxes, usable = boxes_of(scene, image, chance)
        luck = chance.uniform(len(image))
        if reason is Reason.BACKGROUND:
            scores = LEAST_SCORE + 0.68 * luck * luck
        else:
            scores = 0.01 + (TAIL_SCORE - 0.01) * luck
        kind = chance.whole(classes, len(image))
        nobody = np.full(int(usable.sum()), -1, np.int64)
        parts.append((image[usable], kind[usable], boxes[usable], scores[usable], reason, nobody))
    return parts
