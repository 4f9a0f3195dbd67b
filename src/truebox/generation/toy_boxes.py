"""A toy data set for box regression: one rectangle on each small picture, on plain or on textured ground.

Everything is made from a seed, so nobody has to download anything and everybody gets the same pictures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from truebox._kinds import refuses_other_kinds
from truebox.generation.chance import Chance
from truebox.generation.datasets.knobs import require_at_least
from truebox.generation.scenes.colours import SCHEMES
from truebox.generation.scenes.textures import TEXTURES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from truebox.typing import FloatArray

__all__ = ["ToyBoxes", "make_toy_boxes"]

SIDE = 64
"""Width and height of every picture, in pixels."""

_SHEET = 256
_SHEETS = 28


@dataclass(frozen=True, slots=True, eq=False)
class ToyBoxes:
    """Pictures and the box of the rectangle on each.

    Attributes
    ----------
    pictures : NDArray[uint8] [N, 64, 64, 3]
        Red, green, blue.
    boxes : NDArray[float32] [N, 4]
        Center and size as fractions of the picture (``rel_cxcywh``): what a sigmoid can answer.
    textured : NDArray[bool] [N]
        Whether the ground has a texture.

    Examples
    --------
    >>> from truebox.generation import make_toy_boxes
    >>> data = make_toy_boxes(4, seed=1)
    >>> len(data), data.textured.tolist()
    (4, [False, True, False, True])
    """

    pictures: NDArray[np.uint8]
    boxes: NDArray[np.float32]
    textured: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.boxes)


@refuses_other_kinds
def make_toy_boxes(count: int, seed: int = 1) -> ToyBoxes:
    """Make `count` small pictures with a rectangle on each, half of them plain and half textured.

    Parameters
    ----------
    count : int
        At least 1.
    seed : int
        Another seed gives other pictures, such as those for validation.

    Returns
    -------
    ToyBoxes
        The same for the same arguments, on every machine.

    Raises
    ------
    ArgumentError
        `count` is less than 1.

    Examples
    --------
    >>> from truebox.generation import make_toy_boxes
    >>> data = make_toy_boxes(3)
    >>> data.pictures.shape, data.boxes.shape
    ((3, 64, 64, 3), (3, 4))
    """
    require_at_least("count", count, 1)
    chance = Chance(seed, 1)
    sheets = _texture_sheets(seed)
    size = 12 + chance.whole(29, (count, 2))
    corner = chance.whole(SIDE + 1 - size, (count, 2))
    textured = np.arange(count) % 2 == 1
    pictures = np.stack(
        [
            _picture(corner[k], size[k], sheets if textured[k] else None, Chance(seed, 2, k))
            for k in range(count)
        ]
    )
    boxes = np.concatenate([corner + size / 2, size], axis=1) / SIDE
    return ToyBoxes(pictures, boxes.astype(np.float32), textured)


def _texture_sheets(seed: int) -> list[FloatArray]:
    """Large textures in [0, 1], to cut the grounds from."""
    chance = Chance(seed, 3)
    # Made twice as large and halved: soft edges, and a pattern that fits the small pictures.
    large = (TEXTURES[k % len(TEXTURES)](2 * _SHEET, 2 * _SHEET, chance) for k in range(_SHEETS))
    return [sheet.reshape(_SHEET, 2, _SHEET, 2).mean(axis=(1, 3)) for sheet in large]


def _picture(corner: Any, size: Any, sheets: list[FloatArray] | None, chance: Chance) -> NDArray[np.uint8]:
    scheme = SCHEMES[int(chance.whole(len(SCHEMES), 1)[0])]
    ground = np.array(scheme.ground, np.float64)
    mixture = np.full((SIDE, SIDE), 0.5) if sheets is None else _cut(sheets, chance)
    # Twice the contrast of the scheme, so that a texture is one.
    canvas = ground[0] + (1.6 * mixture[..., None] - 0.3) * (ground[1] - ground[0]) * (
        1 if sheets is None else 2
    )
    colour = np.array(scheme.objects[int(chance.whole(len(scheme.objects), 1)[0])], np.float64)
    (x, y), (width, height) = corner, size
    light = 1.12 - 0.24 * np.linspace(0, 1, int(height))
    canvas[y : y + height, x : x + width] = colour * light[:, None, None]
    canvas += 3.0 * chance.bell((SIDE, SIDE, 1))
    picture: NDArray[np.uint8] = np.clip(np.rint(canvas), 0, 255).astype(np.uint8)
    return picture


def _cut(sheets: list[FloatArray], chance: Chance) -> FloatArray:
    """A piece of a texture, sometimes mirrored or turned."""
    sheet = sheets[int(chance.whole(len(sheets), 1)[0])]
    x, y, turns, mirrored = (int(value) for value in chance.uniform(4) * (_SHEET - SIDE, _SHEET - SIDE, 4, 2))
    piece = np.rot90(sheet[y : y + SIDE, x : x + SIDE], turns)
    return piece[:, ::-1] if mirrored else piece
