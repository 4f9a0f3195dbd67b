"""Made worlds: images that are hard for every detector, classes with a long tail, videos, ties."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from truebox.records import Categories, Ids, Images, Predictions, Source, Strings, Truth

__all__ = ["WORLDS", "Drawn", "World", "draw"]

_SIDE = 500.0
_SIZES = np.log([14.0, 180.0])


@dataclass(frozen=True)
class World:
    """What a data set is drawn from.

    Parameters
    ----------
    classes, zipf
        How many, and how fast their frequencies fall.
    rare
        How many truths each rare class has in a whole data set, on average.
    grouped
        Images of a video, which share their difficulty and their main class.
    decimals
        Of the scores; None for all bits.
    harder
        How much harder an image with the attribute ``night`` is; half of the images (videos) have it.
    """

    classes: int = 6
    zipf: float = 1.0
    rare: tuple[float, ...] = ()
    grouped: int = 1
    decimals: int | None = None
    harder: float = 0.0


WORLDS = {
    "base": World(),
    "rare": World(rare=(5.0, 20.0)),
    "tail": World(classes=40, zipf=1.3),
    "video": World(grouped=10),
    "ties": World(decimals=2),
}


@dataclass(frozen=True)
class Drawn:
    """One data set: a truth, its detectors, and which video each image is of."""

    truth: Truth
    found: tuple[Predictions, ...]
    group: np.ndarray


def draw(world: World, images: int, seed: int, skills: tuple[float, ...] = (0.0, 0.0)) -> Drawn:
    """One data set with a detector for each skill; equal skills are equally good detectors."""
    rng = np.random.default_rng([seed, images])
    group = np.arange(images) // world.grouped
    shared = rng.normal(0, 1, group[-1] + 1)[group]
    inside = 0.7 if world.grouped > 1 else 0.0
    hard = 0.8 * (np.sqrt(inside) * shared + np.sqrt(1 - inside) * rng.normal(0, 1, images))
    night = (rng.permutation(group[-1] + 1) % 2 == 0)[group]
    truth, hardness = _truth(world, rng, group, hard + world.harder * night, night)
    found = tuple(_detector(world, truth, hardness, skill, rng) for skill in skills)
    return Drawn(truth, found, group)


def _truth(world, rng, group, hard, night):
    images = len(group)
    count = rng.negative_binomial(2, 2 / 7, images)
    image = np.repeat(np.arange(images), count)
    total = len(image)
    share = 1.0 / np.arange(1, world.classes + 1) ** world.zipf
    share /= share.sum()
    main = rng.choice(world.classes, group[-1] + 1, p=share)[group]
    category = np.where(rng.random(total) < 0.5, main[image], rng.choice(world.classes, total, p=share))
    for place, expected in enumerate(world.rare):
        category[rng.random(total) < expected / (5.0 * images)] = world.classes + place
    side = np.exp(rng.uniform(*_SIZES, total))
    shape = np.exp(rng.normal(0, 0.25, total))
    size = np.stack([side * shape, side / shape], axis=1)
    boxes = np.concatenate([rng.random((total, 2)) * (_SIDE - 60), size], axis=1)
    names = Strings.of(f"video{g:04d}/frame_{i:05d}.jpg" for i, g in enumerate(group.tolist()))
    classes = world.classes + len(world.rare)
    truth = Truth(
        source=Source("truth", "made", "made"),
        images=Images(
            ids=Ids(np.arange(1, images + 1)),
            sizes=np.full((images, 2), int(_SIDE), dtype=np.int64),
            file_names=names,
            attributes={"night": night, "video": group},
        ),
        categories=Categories(
            ids=Ids(np.arange(1, classes + 1)),
            names=Strings.of(f"c{k}" for k in range(classes)),
        ),
        image=Ids(image + 1),
        category=Ids(category + 1),
        ids=Ids(np.arange(1, total + 1)),
        boxes=boxes,
        area=boxes[:, 2] * boxes[:, 3],
        crowd=np.zeros(total, dtype=np.uint8),
        ignore=np.zeros(total, dtype=np.uint8),
    )
    return truth, hard


def _detector(world, truth, hard, skill, rng) -> Predictions:
    """Misses by size and difficulty, shaken boxes, 7 % wrong classes, 5 % repeats, and boxes on nothing."""
    image = truth.image.values - 1
    classes = len(truth.categories)
    own = hard + 0.8 * np.sqrt(0.3) * rng.normal(0, 1, len(hard))
    size = (np.log(truth.area) / 2 - _SIZES.mean()) / (_SIZES[1] - _SIZES[0])
    ease = 1.2 + skill + 1.5 * size - own[image] + rng.normal(0, 0.8, len(image))
    kept = np.flatnonzero(ease > 0)
    kept = np.concatenate([kept, kept[rng.random(len(kept)) < 0.05]])
    boxes = truth.boxes[kept].copy()
    extent = np.sqrt(truth.area[kept])[:, None]
    boxes += rng.normal(0, 0.08 * np.exp(-0.25 * skill), boxes.shape) * extent
    boxes[:, 2:] = np.maximum(boxes[:, 2:], 2.0)
    category = truth.category.values[kept] - 1
    swapped = rng.random(len(kept)) < 0.07
    category = np.where(swapped, rng.integers(0, classes, len(kept)), category)
    score = ease[kept] - 0.3 + rng.normal(0, 0.7, len(kept)) - 1.0 * swapped
    false = rng.poisson(1.5 * np.exp(0.4 * own - 0.3 * skill))
    at = np.repeat(np.arange(len(hard)), false)
    side = np.exp(rng.uniform(*_SIZES, len(at)))
    noise = np.stack([*(rng.random((2, len(at))) * (_SIDE - 60)), side, side], axis=1)
    frequent = np.bincount(truth.category.values - 1, minlength=classes) + 1.0
    wrong = rng.choice(classes, len(at), p=frequent / frequent.sum())
    score = 1 / (1 + np.exp(-np.concatenate([score, rng.normal(-1.0, 1.0, len(at))])))
    order = rng.permutation(len(score))
    return Predictions(
        source=Source("found", "made", "made"),
        image=Ids(np.concatenate([image[kept], at])[order] + 1),
        category=Ids(np.concatenate([category, wrong])[order] + 1),
        boxes=np.concatenate([boxes, noise])[order],
        scores=(score if world.decimals is None else np.round(score, world.decimals))[order],
    )


def harder(world: World, by: float) -> World:
    """The same with images of the night harder."""
    return replace(world, harder=by)
