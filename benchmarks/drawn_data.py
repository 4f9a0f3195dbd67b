"""What is drawn on one picture: boxes with names and scores, outlines, points, masks, and ways of tracks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchmarks.call import Array


@dataclass(frozen=True, slots=True)
class DrawnData:
    """Of N objects on one picture."""

    picture: Array  # uint8 [H, W, 3]
    boxes: Array  # [N, 4] corners, inside
    names: list[str]
    scores: Array  # [N]
    outlines: list[Array]  # [20, 2] each
    points: Array  # [N, 17, 2], as COCO's persons have them
    ways: Array  # [N, 31, 4], boxes of the last frames
    masks: Array | None  # bool [N, H, W], None where they would fill the memory

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.picture.shape[1], self.picture.shape[0]


def drawn_data(width: int, height: int, count: int) -> DrawnData:
    """The same at every call."""
    chance = np.random.default_rng(count)
    size, scale = np.array([width, height]), width / 640
    low = chance.uniform(0, 0.9, (count, 2)) * size
    high = np.minimum(low + chance.uniform(20, 120, (count, 2)) * scale, size - 1)
    boxes = np.concatenate((low, high), axis=1)
    turn = np.linspace(0, 2 * np.pi, 21)[:-1]
    around = np.stack((np.cos(turn), np.sin(turn)), axis=1) * chance.uniform(0.6, 1, (count, 20, 1))
    outlines = list((low + high)[:, None] / 2 + around * ((high - low) / 2)[:, None])
    steps = np.arange(-30, 1)[:, None] * np.array([1.5, 0.7, 1.5, 0.7]) * scale
    return DrawnData(
        picture=chance.integers(0, 256, (height, width, 3), np.uint8),
        boxes=boxes,
        names=[f"class {number % 5}" for number in range(count)],
        scores=chance.random(count),
        outlines=outlines,
        points=low[:, None] + chance.random((count, 17, 2)) * (high - low)[:, None],
        ways=boxes[:, None] + steps,
        masks=_masks(outlines, width, height) if width * height * count < 2e8 else None,
    )


def _masks(outlines: list[Array], width: int, height: int) -> Array:
    from truebox.masks import decode_masks, polygons_to_masks

    rows = [[outline.ravel().tolist()] for outline in outlines]
    return np.asarray(decode_masks(polygons_to_masks(rows, (height, width))), dtype=bool)
