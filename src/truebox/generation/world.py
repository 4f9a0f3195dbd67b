"""A small world: shapes on pictures, truth with a mistake or two, and two detectors with known faults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.errors import ArgumentError
from truebox.generation.chance import Chance
from truebox.generation.datasets.coco_dicts import to_coco
from truebox.generation.datasets.knobs import require_at_least
from truebox.generation.detectors.detections import detect
from truebox.generation.detectors.detector import DETECTORS
from truebox.generation.planted import Planted, count_detections, count_truth
from truebox.generation.scenes.labelling import annotate
from truebox.generation.scenes.scene import make_scene
from truebox.generation.scenes.shapes import SHAPES
from truebox.records import Ids, Predictions, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

    from truebox.generation.detectors.detections import Detections
    from truebox.generation.detectors.detector import Detector
    from truebox.generation.scenes.labelling import SceneLabels
    from truebox.generation.scenes.scene import Scene
    from truebox.records import Truth

__all__ = ["CLASSES", "World", "make_world"]

CLASSES = tuple(SHAPES)
SMALLEST_SIDE = 96


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class World:
    """A made world and everything known about it.

    Parameters
    ----------
    seed : int
    size : (width, height)
        Of every image.
    classes : tuple of str
    scene : Scene
        What is really there.
    labels : SceneLabels
        What the annotator wrote, his mistakes included.
    detectors : tuple of Detector
    detections : tuple of Detections
        What each detector reports, and why.
    predictions : tuple of Predictions
        The same as records.
    planted : Planted
        Every planted fault, counted.

    Examples
    --------
    >>> from truebox.generation import make_world
    >>> world = make_world(images=6, seed=3)
    >>> len(world.truth), [len(found) for found in world.predictions]
    (31, [62, 127])
    >>> list(world.to_coco())
    ['info', 'images', 'annotations', 'categories']
    """

    seed: int
    size: tuple[int, int]
    classes: tuple[str, ...]
    scene: Scene
    labels: SceneLabels
    detectors: tuple[Detector, ...]
    detections: tuple[Detections, ...]
    predictions: tuple[Predictions, ...]
    planted: Planted

    @property
    def truth(self) -> Truth:
        """The truth as the annotator wrote it."""
        return self.labels.truth

    def __len__(self) -> int:
        return self.scene.images

    def to_coco(self) -> dict[str, Any]:
        """Give the COCO dict of the truth with polygons, and run lengths for crowds."""
        coco = to_coco(self.truth)
        crowds = iter(self.scene.crowds)
        for annotation, row in zip(coco["annotations"], self.labels.objects.tolist(), strict=True):
            if row < 0:
                annotation["segmentation"] = next(crowds).segmentation()
            else:
                annotation["segmentation"] = [self.scene.outlines[row].ravel().tolist()]
        return {"info": {"description": "A small world, made by truebox demo", "seed": self.seed}, **coco}

    @refuses_other_kinds
    def draw(self, image: int) -> Image:
        """Paint the image of row `image`.

        Raises
        ------
        MissingExtraError
            Pillow is not installed.
        ArgumentError
            There is no such image.
        """
        if not 0 <= image < len(self):
            raise ArgumentError(
                f"image={image}: this world has {len(self)} images; give 0 to {len(self) - 1}"
            )
        # Here, because painting needs Pillow and making a world does not.
        from truebox.generation.scenes.pictures import paint_scene  # noqa: PLC0415  of the extra "images"

        return paint_scene(self.scene, image, self.seed)


@refuses_other_kinds
def make_world(
    images: int = 60,
    *,
    seed: int = 7,
    size: tuple[int, int] = (640, 480),
    classes: Sequence[str] = CLASSES,
    detectors: Sequence[Detector] = DETECTORS,
) -> World:
    """Make a small world; the same arguments give the same world on every platform.

    From three images on it holds a crowd, an empty image, images without detections, a wrong class and
    a missing annotation. Outlines and boxes end at the border of the image, but go on behind other objects.

    Parameters
    ----------
    images : int
        How many; zero is allowed.
    seed : int
        Zero or more.
    size : (width, height)
        Pixels, at least 96 each.
    classes : sequence of str
        Some of `CLASSES`.
    detectors : sequence of Detector
        Their names differ.

    Returns
    -------
    World

    Raises
    ------
    ArgumentError
        An argument is outside what is described above.

    Examples
    --------
    >>> world = make_world(images=6, seed=3)
    >>> len(world), world.classes[:3], len(world.predictions)
    (6, ('circle', 'ellipse', 'square'), 2)
    >>> world.planted.truth["crowds"]
    1
    """
    classes, detectors = tuple(classes), tuple(detectors)
    _check(images, seed, size, classes, detectors)
    scene = make_scene(images, size, classes, Chance(seed, 1))
    labels = annotate(scene, classes, Chance(seed, 2))
    certain = np.array([mistake.object for mistake in labels.mistakes], np.int64)
    detections = tuple(
        detect(scene, detector, classes, certain, Chance(seed, 3, number))
        for number, detector in enumerate(detectors)
    )
    planted = Planted(
        truth=count_truth(scene, labels),
        detectors={
            detector.name: count_detections(scene, seen)
            for detector, seen in zip(detectors, detections, strict=True)
        },
        mistakes=labels.mistakes,
    )
    return World(
        seed=seed,
        size=size,
        classes=classes,
        scene=scene,
        labels=labels,
        detectors=detectors,
        detections=detections,
        predictions=tuple(
            _records(seen, detector) for seen, detector in zip(detections, detectors, strict=True)
        ),
        planted=planted,
    )


def _records(detections: Detections, detector: Detector) -> Predictions:
    return Predictions(
        source=Source("<memory>", "coco-results", f"small world, detector {detector.name}"),
        image=Ids(detections.image + 1),
        category=Ids(detections.kind + 1),
        boxes=detections.boxes,
        scores=detections.scores,
    )


def _check(
    images: int, seed: int, size: tuple[int, int], classes: tuple[str, ...], detectors: tuple[Detector, ...]
) -> None:
    require_at_least("images", images, 0)
    require_at_least("seed", seed, 0)
    for side in size:
        require_at_least("size", side, SMALLEST_SIDE)
    unknown = [name for name in classes if name not in SHAPES]
    if unknown or not classes:
        raise ArgumentError(f"classes={list(classes)!r}: expected one or more of {', '.join(CLASSES)}")
    names = [detector.name for detector in detectors]
    for argument, given in (("classes", list(classes)), ("detectors", names)):
        if len(set(given)) < len(given):
            raise ArgumentError(f"{argument}: {given!r} names one twice; give each name once")
