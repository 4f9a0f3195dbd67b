"""The annotator: writes down the scene as truth, and errs now and then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from truebox.generation.naming import strings_from
from truebox.generation.scenes.scene import size_class
from truebox.generation.scenes.shapes import SHAPES
from truebox.records import Categories, Ids, Images, Source, Truth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from truebox.generation.chance import Chance
    from truebox.generation.scenes.scene import Scene
    from truebox.typing import Int64Array

__all__ = ["Mistake", "SceneLabels", "annotate", "lookalikes"]

FEW = 60
"""One annotation is missing and one has the wrong class in so many images, and at least one of each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mistake:
    """One thing the annotator got wrong.

    Parameters
    ----------
    what : {"wrong class", "missing annotation"}
    image_id : int
    object : int
        Row of the object in the scene.
    annotation_id : int or None
        None where the annotation is missing.
    really, written : str
        The true class; the class in the truth, empty where the annotation is missing.
    bbox : (x, y, width, height)
        Where the object stands.

    Examples
    --------
    >>> from truebox.generation import make_world
    >>> for mistake in make_world(images=6, seed=3).planted.mistakes:
    ...     print(f"image {mistake.image_id}: {mistake.what}, {mistake.really!r} -> {mistake.written!r}")
    image 2: wrong class, 'ring' -> 'circle'
    image 5: missing annotation, 'rectangle' -> ''
    """

    what: Literal["wrong class", "missing annotation"]
    image_id: int
    object: int
    annotation_id: int | None
    really: str
    written: str
    bbox: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SceneLabels:
    """What the annotator wrote.

    Parameters
    ----------
    truth : Truth
        The objects in scene order, then the crowds.
    objects : int64 array [N]
        The scene's object behind each annotation, -1 for a crowd.
    mistakes : tuple of Mistake
    """

    truth: Truth
    objects: Int64Array
    mistakes: tuple[Mistake, ...]


def lookalikes(classes: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """Rows of the classes that each class is mistaken for; empty where its lookalikes do not live here."""
    return tuple(
        tuple(classes.index(other) for other in SHAPES[name].mistaken_for if other in classes)
        for name in classes
    )


def annotate(scene: Scene, classes: Sequence[str], chance: Chance) -> SceneLabels:
    """Write down a scene."""
    wrong, missing = _objects_to_get_wrong(scene, classes, chance)
    kept = np.setdiff1d(np.arange(len(scene)), missing)
    written = scene.kind.copy()
    likely = lookalikes(classes)
    written[wrong] = [likely[kind][0] for kind in scene.kind[wrong].tolist()]
    truth = _truth(scene, classes, kept, written)
    objects = np.concatenate([kept, np.full(len(scene.crowds), -1, np.int64)])
    mistakes = [_mistake(scene, classes, row, kept, written) for row in np.sort([*wrong, *missing]).tolist()]
    return SceneLabels(truth=truth, objects=objects, mistakes=tuple(mistakes))


def _objects_to_get_wrong(
    scene: Scene, classes: Sequence[str], chance: Chance
) -> tuple[Int64Array, Int64Array]:
    """Objects with a wrong class, and objects without annotation: none of them small, none cut."""
    order = chance.order(len(scene))
    clear = order[(size_class(scene.areas)[order] > 0) & ~scene.cut[order]]
    few = max(1, round(scene.images / FEW))
    has_lookalike = np.array([bool(others) for others in lookalikes(classes)])
    wrong = clear[has_lookalike[scene.kind[clear]]][:few]
    missing = np.setdiff1d(clear, wrong, assume_unique=True)[:few]
    return wrong, missing


def _mistake(
    scene: Scene, classes: Sequence[str], row: int, kept: Int64Array, written: Int64Array
) -> Mistake:
    place = int(np.searchsorted(kept, row))
    present = place < len(kept) and int(kept[place]) == row
    x, y, width, height = scene.boxes[row].tolist()
    return Mistake(
        what="wrong class" if present else "missing annotation",
        image_id=int(scene.image[row]) + 1,
        object=row,
        annotation_id=place + 1 if present else None,
        really=classes[int(scene.kind[row])],
        written=classes[int(written[row])] if present else "",
        bbox=(x, y, width, height),
    )


def _truth(scene: Scene, classes: Sequence[str], kept: Int64Array, written: Int64Array) -> Truth:
    crowds = scene.crowds
    image = np.concatenate([scene.image[kept], np.array([crowd.image for crowd in crowds], np.int64)])
    category = np.concatenate([written[kept], np.array([crowd.kind for crowd in crowds], np.int64)])
    crowd_boxes = np.array([crowd.box() for crowd in crowds]).reshape(-1, 4)
    crowd_areas = np.array([crowd.mask().sum() for crowd in crowds], np.float64)
    return Truth(
        source=Source("<memory>", "coco", "small world"),
        images=Images(
            ids=Ids(np.arange(1, scene.images + 1)),
            sizes=np.tile(np.array(scene.size, np.int64), (scene.images, 1)),
            file_names=strings_from(f"{number:06d}.jpg" for number in range(1, scene.images + 1)),
        ),
        categories=Categories(ids=Ids(np.arange(1, len(classes) + 1)), names=tuple(classes)),
        image=Ids(image + 1),
        category=Ids(category + 1),
        ids=Ids(np.arange(1, len(image) + 1)),
        boxes=np.concatenate([scene.boxes[kept], crowd_boxes]),
        area=np.concatenate([scene.areas[kept], crowd_areas]),
        crowd=np.repeat(np.array([0, 1], np.uint8), [len(kept), len(crowds)]),
        ignore=np.zeros(len(image), np.uint8),
    )
