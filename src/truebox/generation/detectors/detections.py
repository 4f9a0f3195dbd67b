"""What an imaginary detector reports about a scene, and why."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from truebox.generation.detectors.found_boxes import box_near, box_off
from truebox.generation.detectors.stray_boxes import background_boxes, tail_boxes
from truebox.generation.scenes.labelling import lookalikes
from truebox.generation.scenes.scene import size_class

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.generation.chance import Chance
    from truebox.generation.detectors.detector import Detector
    from truebox.generation.scenes.scene import Scene
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
    """An object, rightly named, in a box far off (IoU between 0.1 and 0.5, and lower with any other)."""
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

    Examples
    --------
    >>> from truebox.generation import Reason, make_world
    >>> world = make_world(images=6, seed=3)
    >>> seen = world.detections[0]
    >>> (swapped,) = (seen.reason == Reason.SWAPPED).nonzero()[0]
    >>> world.classes[seen.kind[swapped]], world.classes[world.scene.kind[seen.object[swapped]]]
    ('ellipse', 'capsule')
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


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class _Look:
    """One detector looking at one scene."""

    scene: Scene
    detector: Detector
    likely: tuple[tuple[int, ...], ...]
    certain: Int64Array
    silent: Int64Array
    chance: Chance


def detect(
    scene: Scene, detector: Detector, classes: Sequence[str], certain: Int64Array, chance: Chance
) -> Detections:
    """Let a detector look at a scene.

    Parameters
    ----------
    scene : Scene
        What is there.
    detector : Detector
        How it errs.
    classes : sequence of str
        Names of the classes.
    certain : int64 array
        Objects that are found for certain: those the annotator got wrong, so that it shows.
    chance : Chance
        Where the draws come from.
    """
    silent = _silent_images(scene, detector, certain, chance)
    look = _Look(
        scene=scene,
        detector=detector,
        likely=lookalikes(classes),
        certain=certain,
        silent=silent,
        chance=chance,
    )
    found, parts = _object_parts(look)
    parts += [_crowd_part(look), *_stray_parts(look)]
    image, kind, boxes, scores, objects = (
        np.concatenate([part[column] for part in parts]) for column in (0, 1, 2, 3, 5)
    )
    reason = np.repeat(np.array([part[4] for part in parts], np.int64), [len(part[0]) for part in parts])
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
    """Images the detector says nothing about; never an empty one or one with a mistake of the annotator."""
    order = chance.order(scene.images)
    order = order[~np.isin(order, np.concatenate([scene.image[certain], scene.empty_images()]))]
    count = max(1, round(scene.images * detector.silent)) if scene.images >= 3 and detector.silent else 0
    return np.sort(order[:count])


def _fates(look: _Look) -> tuple[BoolArray, BoolArray, BoolArray]:
    """Which objects are found, which of these far off, which under a wrong name."""
    scene, detector, chance = look.scene, look.detector, look.chance
    count = len(scene)
    found = ~chance.happens(np.array(detector.misses)[size_class(scene.areas)], count)
    swapped = chance.happens(detector.swaps, count)
    shifted = chance.happens(detector.shifts, count)
    swapped &= np.array([bool(others) for others in look.likely])[scene.kind]
    found[look.certain], swapped[look.certain], shifted[look.certain] = True, False, False
    found &= ~np.isin(scene.image, look.silent)
    swapped &= found
    return found, shifted & found & ~swapped, swapped


def _object_parts(look: _Look) -> tuple[BoolArray, list[Part]]:
    """Which objects are found, and everything that means an object: hits, swaps, shifts, duplicates."""
    scene, chance = look.scene, look.chance
    found, shifted, swapped = _fates(look)
    jitter = np.array(look.detector.jitter)[size_class(scene.areas)]
    near, near_iou = box_near(scene.boxes, jitter, scene.size, chance)
    off, off_iou, possible = box_off(scene.boxes, scene.size, chance)
    shifted &= possible & (off_iou > scene.iou_with_others(off))
    hit = found & ~shifted & ~swapped
    noise = 0.11 * chance.bell(len(scene))
    good = np.clip(0.3 + 1.24 * (near_iou - 0.5) + noise, LEAST_SCORE + 0.05, 0.995)
    good[look.certain] = np.maximum(good[look.certain], 0.9)
    bad = np.clip(0.2 + 0.5 * off_iou + noise, LEAST_SCORE, 0.6)
    again = hit & chance.happens(look.detector.duplicates, len(scene))
    second, _ = box_near(scene.boxes, 1.4 * jitter, scene.size, chance)
    second_score = np.maximum(good * chance.between(0.4, 0.85, len(scene)), LEAST_SCORE)
    plan = (
        (hit, scene.kind, near, good, Reason.HIT),
        (swapped, _swapped_kinds(look), near, np.maximum(0.85 * good, LEAST_SCORE), Reason.SWAPPED),
        (shifted, scene.kind, off, bad, Reason.SHIFTED),
        (again, scene.kind, second, second_score, Reason.DUPLICATE),
    )
    return found, [
        (scene.image[of], kind[of], boxes[of], scores[of], reason, np.flatnonzero(of))
        for of, kind, boxes, scores, reason in plan
    ]


def _swapped_kinds(look: _Look) -> Int64Array:
    """The class each object would be mistaken for: three times in four the likeliest one."""
    likely = np.array([(*others, *others, row, row)[:2] for row, others in enumerate(look.likely)])
    second = look.chance.happens(0.25, len(look.scene)).astype(np.int64)
    kinds: Int64Array = likely[look.scene.kind, second]
    return kinds


def _crowd_part(look: _Look) -> Part:
    scene, chance = look.scene, look.chance
    crowd = scene.member_crowds()
    jitter = np.full(len(crowd), look.detector.jitter[0])
    boxes, _ = box_near(scene.members.boxes(), jitter, scene.size, chance)
    image = np.array([one.image for one in scene.crowds], np.int64)[crowd]
    kind = np.array([one.kind for one in scene.crowds], np.int64)[crowd]
    scores = chance.between(0.2, 0.75, len(crowd))
    seen = ~chance.happens(look.detector.misses[0], len(crowd)) & ~np.isin(image, look.silent)
    return image[seen], kind[seen], boxes[seen], scores[seen], Reason.CROWD, _nobody(seen)


def _stray_parts(look: _Look) -> list[Part]:
    """Detections that mean nothing: background and the low tail."""
    scene, chance = look.scene, look.chance
    parts: list[Part] = []
    for reason, per_image, boxes_of in (
        (Reason.BACKGROUND, look.detector.background, background_boxes),
        (Reason.TAIL, look.detector.tail, tail_boxes),
    ):
        # Whole numbers around the mean: from 0 to twice as many, each as often as the other.
        counts = (chance.uniform(scene.images) * (2.0 * per_image + 1.0)).astype(np.int64)
        counts[look.silent] = 0
        image = np.repeat(np.arange(scene.images), counts)
        boxes, usable = boxes_of(scene, image, chance)
        luck = chance.uniform(len(image))
        if reason is Reason.BACKGROUND:
            scores = LEAST_SCORE + 0.68 * luck * luck
        else:
            scores = 0.01 + (TAIL_SCORE - 0.01) * luck
        kind = chance.whole(len(look.likely), len(image))
        parts.append((image[usable], kind[usable], boxes[usable], scores[usable], reason, _nobody(usable)))
    return parts


def _nobody(rows: BoolArray) -> Int64Array:
    return np.full(int(rows.sum()), -1, np.int64)
