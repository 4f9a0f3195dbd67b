"""Generated slides of CAMELYON16's task, from a seed: tumour in pixels of level 5, and points."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

__all__ = ["KINDS", "SIZE", "camelyon16_world", "corners_of", "mask_of"]

KINDS = ("plain", "all found", "ties", "isolated", "near", "singles", "plain", "holes", "all found", "many")
SIZE = 160
"""Pixels of level 5 along a side of each slide."""

Rectangles = list[tuple[int, int, int, int]]


def camelyon16_world(seed: int) -> tuple[dict[str, Rectangles], dict[str, list[Any]]]:
    """Of each slide rectangles of tumour (left, top, right, bottom), and points as columns."""
    chance, kind = random.Random(seed), KINDS[seed % len(KINDS)]
    truth: dict[str, Rectangles] = {}
    rows: list[tuple[str, float, int, int]] = []

    def score(mean: float) -> float:
        value = min(max(chance.gauss(mean, 0.2), 0.001), 1.0)
        return round(value, 1 if kind in ("ties", "singles") else 6)

    for number in range(8):
        slide = f"test_{number:03}"
        held: Rectangles = []
        for _ in range(0 if number % 3 == 0 else chance.randint(1, 4)):
            size = chance.choice(((3, 12), (20, 40))) if kind == "isolated" else (14, 45)
            left, top = chance.randint(0, 110), chance.randint(0, 110)
            held.append((left, top, left + chance.randint(*size), top + chance.randint(*size)))
            if kind == "near":
                gap = chance.randint(4, 12)
                held.append((held[-1][2] + gap, top, held[-1][2] + gap + 6, top + 9))
            if kind == "holes":
                held[-1:] = _frame(left, top, 40)
        truth[slide] = held
        for left, top, right, bottom in held:
            for _ in range(1 if kind == "all found" else chance.choice((0, 1, 1, 2))):
                x, y = chance.randint(left * 32, right * 32 - 1), chance.randint(top * 32, bottom * 32 - 1)
                rows.append((slide, score(0.3 if kind == "all found" else 0.6), x, y))
        for _ in range(chance.randint(0, 30 if kind == "many" else 6)):
            rows.append(
                (slide, score(0.4), chance.randint(0, SIZE * 32 - 1), chance.randint(0, SIZE * 32 - 1))
            )
    names = ("slide", "confidence", "x", "y")
    return truth, {name: [row[k] for row in rows] for k, name in enumerate(names)}


def _frame(left: int, top: int, side: int) -> Rectangles:
    right, bottom = left + side, top + side
    return [
        (left, top, right, top + 5),
        (left, bottom - 5, right, bottom),
        (left, top, left + 5, bottom),
        (right - 5, top, right, bottom),
    ]


def corners_of(truth: dict[str, Rectangles]) -> dict[str, list[Any]]:
    """The rectangles as a table of corners in pixels of the slide; a slide without tumour has one row."""
    rows: list[tuple[str, str, float, float]] = []
    for slide, held in truth.items():
        if not held:
            rows.append((slide, "", float("nan"), float("nan")))
        for number, (left, top, right, bottom) in enumerate(held):
            for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
                rows.append((slide, f"{number}", x * 32, y * 32))
    return {name: [row[k] for row in rows] for k, name in enumerate(("slide", "lesion", "x", "y"))}


def mask_of(held: Rectangles) -> np.ndarray:
    """Tumour at level 5."""
    mask = np.zeros((SIZE, SIZE), dtype=bool)
    for left, top, right, bottom in held:
        mask[top:bottom, left:right] = True
    return mask
