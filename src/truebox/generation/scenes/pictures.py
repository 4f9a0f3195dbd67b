"""Paint an image of a scene: texture, shadows, shaded shapes, a little blur and grain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truebox.errors import MissingExtraError
from truebox.generation.chance import Chance
from truebox.generation.scenes.colours import SCHEMES
from truebox.generation.scenes.textures import TEXTURES, clouds

try:
    from PIL import Image, ImageDraw, ImageFilter
except ImportError as error:
    raise MissingExtraError("Pillow", "images", "Painting the pictures") from error

if TYPE_CHECKING:
    from truebox.generation.scenes.colours import Colour, Scheme
    from truebox.generation.scenes.scene import Scene
    from truebox.typing import FloatArray

__all__ = ["paint_scene"]

FINE = 4
"""Masks are painted so many times larger and averaged down: that is the antialiasing."""

SHADOW = 0.42
"""Darkness of the shadow under an object."""


def paint_scene(scene: Scene, image: int, seed: int) -> Image.Image:
    """Paint the image of row `image` as an RGB picture; the same seed gives the same colours."""
    chance = Chance(seed, 9, image)
    scheme = SCHEMES[int(chance.whole(len(SCHEMES), 1)[0])]
    canvas = _ground(scene.size, scheme, chance)
    members = np.flatnonzero(
        np.array([crowd.image for crowd in scene.crowds], np.int64)[scene.member_crowds()] == image
    )
    objects = np.flatnonzero(scene.image == image)
    # Objects take turns, so that the large ones, which come first, do not share a colour.
    in_turn = (chance.whole(len(scheme.objects), 1) + np.arange(len(objects))) % len(scheme.objects)
    mixed = chance.whole(len(scheme.objects), len(members))
    for outlines, rows, colours in ((scene.members, members, mixed), (scene.outlines, objects, in_turn)):
        for row, colour in zip(rows.tolist(), colours.tolist(), strict=True):
            _put(canvas, outlines[row], scheme.objects[colour], chance)
    return _developed(canvas, chance)


def _ground(size: tuple[int, int], scheme: Scheme, chance: Chance) -> FloatArray:
    """Background [height, width, 3] in [0, 255], with an uneven light on it."""
    texture = TEXTURES[int(chance.whole(len(TEXTURES), 1)[0])]
    mixture = 0.85 * texture(*size, chance) + 0.15 * clouds(*size, chance, coarse=12, layers=3)
    first, second = (np.array(colour, np.float64) for colour in scheme.ground)
    canvas = first + mixture[..., None] * (second - first)
    light = 0.93 + 0.12 * clouds(*size, chance, coarse=2, layers=2)
    lit: FloatArray = canvas * light[..., None]
    return lit


def _put(canvas: FloatArray, outline: FloatArray, colour: Colour, chance: Chance) -> None:
    """Paint one object and its shadow on the canvas."""
    height, width = canvas.shape[:2]
    extent = float((outline.max(axis=0) - outline.min(axis=0)).max())
    drop = np.clip(0.05 * extent, 1.0, 7.0)
    margin = int(4 * drop) + 3
    x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - margin, 0).tolist()
    x1, y1 = np.minimum(np.ceil(outline.max(axis=0)).astype(int) + margin, (width, height)).tolist()
    mask = _mask(outline - (x0, y0), (x1 - x0, y1 - y0))
    patch = canvas[y0:y1, x0:x1]
    shadow = _shadow(mask, float(drop))
    patch *= 1.0 - SHADOW * shadow[..., None]
    alpha = np.asarray(mask, np.float64)[..., None] / 255.0
    patch += alpha * (_shaded(outline - (x0, y0), patch.shape[:2], colour, chance) - patch)


def _mask(outline: FloatArray, size: tuple[int, int]) -> Image.Image:
    """Coverage of each pixel by an outline, from 0 to 255."""
    fine = Image.new("L", (size[0] * FINE, size[1] * FINE))
    corners = [(x * FINE - 0.5, y * FINE - 0.5) for x, y in outline.tolist()]
    ImageDraw.Draw(fine).polygon(corners, fill=255)
    return fine.reduce(FINE)


def _shadow(mask: Image.Image, drop: float) -> FloatArray:
    """Coverage moved down and right and blurred, from 0 to 1."""
    moved = Image.new("L", mask.size)
    moved.paste(mask, (round(0.6 * drop), round(drop)))
    return np.asarray(moved.filter(ImageFilter.GaussianBlur(0.8 * drop)), np.float64) / 255.0


def _shaded(outline: FloatArray, shape: tuple[int, ...], colour: Colour, chance: Chance) -> FloatArray:
    """Colour each pixel of the patch: lighter at the upper left, darker at the lower right."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    across = (np.arange(shape[1]) - low[0]) / max(high[0] - low[0], 1.0)
    down = (np.arange(shape[0]) - low[1])[:, None] / max(high[1] - low[1], 1.0)
    slope = np.clip(1.0 - (across + down), -1.0, 1.0)
    tone = 1.0 + 0.06 * float(chance.bell(1)[0])
    base = np.array(colour, np.float64) * tone
    light = base + (255.0 - base) * 0.3 * np.maximum(slope, 0.0)[..., None]
    shaded: FloatArray = light * (1.0 + 0.28 * np.minimum(slope, 0.0)[..., None])
    return shaded


def _developed(canvas: FloatArray, chance: Chance) -> Image.Image:
    """Round to bytes, after grain and, on two pictures in five, a little blur."""
    blur = float(chance.between(0.4, 1.3, 1)[0]) if chance.happens(0.4, 1)[0] else 0.0
    grain = float(chance.between(0.8, 3.5, 1)[0]) * chance.bell(canvas.shape[:2])
    picture = Image.fromarray(np.clip(canvas, 0, 255).astype(np.uint8))
    if blur:
        picture = picture.filter(ImageFilter.GaussianBlur(blur))
    grainy = np.asarray(picture, np.float64) + grain[..., None]
    return Image.fromarray(np.clip(np.rint(grainy), 0, 255).astype(np.uint8))
