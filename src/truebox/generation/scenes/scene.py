"""What is really there: objects, crowds and empty images, before anybody annotates or detects anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from truebox.generation.datasets.outlines import DECIMALS, Outlines, clip_outline
from truebox.generation.scenes.crowd import Crowd, make_crowd
from truebox.generation.scenes.overlap_of_boxes import cover_of, iou_of
from truebox.generation.scenes.placement import place
from truebox.generation.scenes.shapes import SHAPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.generation.chance import Chance
    from truebox.typing import BoolArray, FloatArray, Int64Array

__all__ = ["SMALL_MEDIUM_LARGE", "Scene", "make_scene", "size_class"]

SMALL_MEDIUM_LARGE = (32.0 * 32.0, 96.0 * 96.0)
"""COCO's limits between the size classes."""

SLOTS = 13
RADII = ((6.0, 15.0), (17.0, 44.0), (52.0, 118.0))
SIZE_SHARES = (0.42, 0.34, 0.24)
FEW = 30
"""One image in so many is empty, and one in so many holds a crowd."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Scene:
    """All objects of all images, in painter's order: later ones stand in front.

    Parameters
    ----------
    images : int
    size : (width, height)
    image, kind : int64 arrays [N]
        Image row and class row of each object.
    outlines : Outlines [N]
        Cut at the border of the image, but not behind other objects.
    boxes, areas : float64 arrays [N, 4], [N]
        Tight around the outline, and enclosed by it.
    cut : bool array [N]
        Whether the border of the image cuts the object.
    crowds : tuple of Crowd
    members : Outlines
        The shapes of all crowds, one crowd after the other.
    """

    images: int
    size: tuple[int, int]
    image: Int64Array
    kind: Int64Array
    outlines: Outlines
    boxes: FloatArray
    areas: FloatArray
    cut: BoolArray
    crowds: tuple[Crowd, ...]
    members: Outlines

    def __len__(self) -> int:
        return len(self.image)

    def empty_images(self) -> Int64Array:
        """Rows of the images that hold neither an object nor a crowd."""
        used = np.concatenate([self.image, np.array([crowd.image for crowd in self.crowds], np.int64)])
        return np.setdiff1d(np.arange(self.images), used)

    def by_image(self) -> FloatArray:
        """Boxes of the objects of each image [I, most objects, 4]; boxes of no size fill the rows up."""
        slots = self.slots()
        boxes = np.zeros((self.images, int(slots.max(initial=0)) + 1, 4))
        boxes[self.image, slots] = self.boxes
        return boxes

    def slots(self) -> Int64Array:
        """Place of each object among those of its image."""
        counts = np.bincount(self.image, minlength=self.images)
        slots: Int64Array = np.arange(len(self)) - (np.cumsum(counts) - counts)[self.image]
        return slots

    def iou_with_others(self, boxes: FloatArray) -> FloatArray:
        """Give the largest IoU of one box per object with the other objects of its image."""
        iou = iou_of(boxes[:, None], self.by_image()[self.image])
        iou[np.arange(len(self)), self.slots()] = 0.0
        largest: FloatArray = iou.max(axis=1, initial=0.0)
        return largest

    def overlapping(self) -> int:
        """Count the objects of which, or by which, more than a tenth of the smaller box is covered."""
        boxes = self.by_image()
        cover = cover_of(boxes[:, :, None], boxes[:, None])
        own = np.arange(boxes.shape[1])
        cover[:, own, own] = 0.0
        return int((cover.max(axis=2) > 0.1).sum())

    def member_crowds(self) -> Int64Array:
        """Crowd row of each member."""
        return np.repeat(np.arange(len(self.crowds)), [len(crowd.members) for crowd in self.crowds])


def size_class(areas: FloatArray) -> Int64Array:
    """0 small, 1 medium, 2 large, as in COCO; an area on a limit counts as the smaller."""
    classes: Int64Array = np.searchsorted(SMALL_MEDIUM_LARGE, areas, side="left")
    return classes


def make_scene(images: int, size: tuple[int, int], classes: Sequence[str], chance: Chance) -> Scene:
    """Draw a scene; from three images on, one at least is empty and one holds a crowd."""
    special = chance.order(images)
    few = max(1, round(images / FEW)) if images >= 3 else 0
    crowds = tuple(
        make_crowd(int(image), int(chance.whole(len(classes), 1)[0]), size, chance)
        for image in np.sort(special[:few])
    )
    kinds = chance.weighted(np.linspace(1.0, 0.55, len(classes)), (images, SLOTS))
    present = np.arange(SLOTS) < (4 + chance.whole(SLOTS - 3, images))[:, None]
    present[special[few : 2 * few]] = False
    radii, turns = _radii(kinds, size, classes, chance), _turns(kinds, classes, chance)
    obstacles = np.zeros((images, 4))
    for crowd in crowds:
        obstacles[crowd.image] = crowd.box()
    forms = _forms(kinds.ravel(), radii.reshape(-1, 2), turns.reshape(-1, 2), classes)
    centres, placed = place(_half_extent(forms).reshape(*kinds.shape, 2), present, obstacles, size, chance)
    outlines, cut = _inside(_at_places(forms, centres, placed), size)
    return Scene(
        images=images,
        size=size,
        image=np.nonzero(placed)[0],
        kind=kinds[placed],
        outlines=outlines,
        boxes=outlines.boxes(),
        areas=outlines.areas(),
        cut=cut,
        crowds=crowds,
        members=_members(crowds, classes),
    )


def _radii(kinds: Int64Array, size: tuple[int, int], classes: Sequence[str], chance: Chance) -> FloatArray:
    """Half lengths along the object's own axes [I, S, 2], the largest objects first."""
    shares = chance.weighted(np.array(SIZE_SHARES), kinds.shape)
    low, high = np.array(RADII)[shares].transpose(2, 0, 1)
    radius = low + (high - low) * chance.uniform(kinds.shape)
    radius = -np.sort(-np.minimum(radius, 0.25 * min(size)), axis=1)
    least, most = np.array([SHAPES[name].stretch for name in classes])[kinds].transpose(2, 0, 1)
    # Stretching by the root on one axis and squeezing by it on the other keeps the area.
    root = np.sqrt(least + (most - least) * chance.uniform(kinds.shape))
    return np.stack([radius * root, radius / root], axis=2)


def _turns(kinds: Int64Array, classes: Sequence[str], chance: Chance) -> FloatArray:
    """Cosine and sine [I, S, 2] of each object's angle, from the tangent of its half: no platform differs."""
    most = np.array([SHAPES[name].turn for name in classes])[kinds]
    tangent = most * (2.0 * chance.uniform(kinds.shape) - 1.0)
    square = tangent * tangent
    return np.stack([(1.0 - square) / (1.0 + square), 2.0 * tangent / (1.0 + square)], axis=2)


def _forms(kind: Int64Array, radii: FloatArray, turns: FloatArray, classes: Sequence[str]) -> Outlines:
    """Stretch and turn each object's unit outline around the origin, one class after the other."""
    units = [SHAPES[name].outline() for name in classes]
    lengths = np.array([len(unit) for unit in units])[kind]
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    points = np.empty((int(offsets[-1]), 2))
    for index, unit in enumerate(units):
        rows = np.flatnonzero(kind == index)
        stretched = unit * radii[rows, None]
        cosine, sine = turns[rows, 0, None], turns[rows, 1, None]
        turned = np.stack(
            [
                cosine * stretched[..., 0] - sine * stretched[..., 1],
                sine * stretched[..., 0] + cosine * stretched[..., 1],
            ],
            axis=2,
        )
        points[offsets[rows, None] + np.arange(len(unit))] = turned
    return Outlines(points, offsets)


def _half_extent(forms: Outlines) -> FloatArray:
    """Half width and height of the box around the origin that holds each form."""
    if not len(forms):
        return np.empty((0, 2))
    extent: FloatArray = np.maximum.reduceat(np.abs(forms.points), forms.offsets[:-1])
    return extent


def _at_places(forms: Outlines, centres: FloatArray, placed: BoolArray) -> Outlines:
    """Move the forms that found a place there, and round."""
    lengths = np.diff(forms.offsets)
    kept = placed.ravel()
    points = forms.points[np.repeat(kept, lengths)] + np.repeat(centres[placed], lengths[kept], axis=0)
    return Outlines(np.round(points, DECIMALS), np.concatenate([[0], np.cumsum(lengths[kept])]))


def _inside(whole: Outlines, size: tuple[int, int]) -> tuple[Outlines, BoolArray]:
    """Cut the outlines that leave the image, and tell which they were."""
    outside = ((whole.points < 0) | (whole.points > size)).any(axis=1)
    if not outside.any():
        return whole, np.zeros(len(whole), bool)
    cut: BoolArray = np.logical_or.reduceat(outside, whole.offsets[:-1])
    outlines = [
        np.round(clip_outline(whole[row], size), DECIMALS) if leaves else whole[row]
        for row, leaves in enumerate(cut.tolist())
    ]
    return Outlines.joined(outlines), cut


def _members(crowds: Sequence[Crowd], classes: Sequence[str]) -> Outlines:
    shapes = [
        np.round(SHAPES[classes[crowd.kind]].outline() * radius + (x, y), DECIMALS)
        for crowd in crowds
        for x, y, radius in crowd.members.tolist()
    ]
    return Outlines.joined(shapes)
