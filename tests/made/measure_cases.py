"""Boxes, exact parts of the papers' definitions, and array libraries for the tests of measures and losses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from truebox import losses, overlap

# Measures of boxes have a function of two boxes too.
MEASURES = tuple(name for name in overlap.__all__ if f"pairwise_{name}" in overlap.__all__)
ROTATED_LOSSES = ("gwd_loss", "kld_loss", "probiou_loss", "rotated_iou_loss")
LOSSES = tuple(name for name in losses.__all__ if name not in ROTATED_LOSSES)

# Pairs in order: apart, touching at an edge, at a corner, crossing, inside, sharing corners, wide against
# tall.
PAIRS = [
    ((0, 0, 4, 4), (10, 10, 15, 15)),
    ((50, 50, 150, 150), (150, 50, 250, 150)),
    ((0, 0, 2, 2), (2, 2, 5, 3)),
    ((0, 0, 4, 4), (2, 1, 6, 6)),
    ((10, 10, 50, 50), (20, 20, 40, 40)),
    ((3, 3, 10, 10), (3, 3, 10, 7)),
    ((-20, 3, 31, 5), (1, -40, 4, 50)),
    ((39, 63, 203, 112), (54, 66, 198, 114)),
]

POINT, LINE = (5, 5, 5, 5), (2, 5, 9, 5)
DEGENERATE = [
    (POINT, POINT),
    (POINT, (7, 7, 7, 7)),
    (LINE, LINE),
    (LINE, (20, 5, 22, 5)),
    (LINE, (3, 1, 3, 8)),
    (POINT, (0, 0, 10, 10)),
    ((0, 0, 10, 10), (0, 0, 10, 10)),
    ((0, 0, 10, 10), (10, 0, 20, 10)),
    ((0, 0, 1, 1), (900, 900, 901, 901)),
    ((-1e37, -1e37, 1e37, 1e37), (-1e37, -1e37, 1e37, 1e37)),
    ((-3e37, -1e37, 1e37, 1e37), (0, 0, 1e37, 3e37)),
    ((-1e37, -1e37, 1e37, 1e37), (0, 0, 10, 10)),
]


def extra(name: str) -> dict[str, Any]:
    """What a measure or loss needs beside the boxes."""
    return {"image_size": (640, 480)} if "mpdiou" in name else {}


def loss(name: str, prediction: Any, target: Any, **options: Any) -> Any:
    return getattr(losses, name)(prediction, target, **extra(name), **options)


def elementwise(name: str, a: Any, b: Any, **options: Any) -> Any:
    return getattr(overlap, f"elementwise_{name}")(a, b, **extra(name), **options)


def pairwise(name: str, a: Any, b: Any, **options: Any) -> Any:
    return getattr(overlap, f"pairwise_{name}")(a, b, **extra(name), **options)


def columns_of(pairs: list[Any], dtype: Any = np.float64) -> tuple[Any, Any]:
    """The first and the second box of every pair, as arrays [N, 4]."""
    return tuple(np.array([pair[k] for pair in pairs], dtype) for k in (0, 1))


def random_pairs(count: int, seed: int, dtype: Any = np.float64) -> tuple[Any, Any]:
    """Two arrays [count, 4] of boxes that overlap more often than not, in general position."""
    chance = np.random.default_rng(seed)

    def boxes() -> Any:
        corner, size = chance.uniform(0, 60, (count, 2)), chance.uniform(5, 80, (count, 2))
        return np.concatenate([corner, corner + size], axis=1).astype(dtype)

    return boxes(), boxes()


@dataclass(frozen=True)
class ExactParts:
    """What the papers' definitions are made of, in exact fractions."""

    area_a: Fraction
    area_b: Fraction
    shared: Fraction
    hull_width: Fraction
    hull_height: Fraction
    dx: Fraction
    dy: Fraction
    widths: tuple[Fraction, Fraction]
    heights: tuple[Fraction, Fraction]

    @property
    def iou(self) -> Fraction:
        union = self.area_a + self.area_b - self.shared
        return self.shared / union if union else Fraction(0)

    @property
    def distance(self) -> Fraction:
        """Squared distance of the centers over the squared diagonal of the enclosing box."""
        return (self.dx**2 + self.dy**2) / (self.hull_width**2 + self.hull_height**2)


def exact_parts(a: Any, b: Any) -> ExactParts:
    ax0, ay0, ax1, ay1 = (Fraction(float(value)) for value in a)
    bx0, by0, bx1, by1 = (Fraction(float(value)) for value in b)
    width = max(Fraction(0), min(ax1, bx1) - max(ax0, bx0))
    height = max(Fraction(0), min(ay1, by1) - max(ay0, by0))
    return ExactParts(
        area_a=(ax1 - ax0) * (ay1 - ay0),
        area_b=(bx1 - bx0) * (by1 - by0),
        shared=width * height,
        hull_width=max(ax1, bx1) - min(ax0, bx0),
        hull_height=max(ay1, by1) - min(ay0, by0),
        dx=(bx0 + bx1 - ax0 - ax1) / 2,
        dy=(by0 + by1 - ay0 - ay1) / 2,
        widths=(ax1 - ax0, bx1 - bx0),
        heights=(ay1 - ay0, by1 - by0),
    )


def all_pairs() -> list[tuple[Any, Any]]:
    """`PAIRS` and some in general position."""
    a, b = random_pairs(40, 11)
    return [*PAIRS, *zip(a.tolist(), b.tolist(), strict=True)]


def assert_formula(formula: Callable[..., Any], expected: Callable[..., float], **options: Any) -> None:
    """`formula` over NumPy float64 agrees with `expected` on every pair to 1e-13."""
    for a, b in all_pairs():
        value = formula(np, np.array(a, float), np.array(b, float), **options)
        assert float(value) == pytest.approx(float(expected(exact_parts(a, b), a, b)), rel=1e-12, abs=1e-13)


class Torch:
    name = "torch"

    def __init__(self) -> None:
        self.torch = pytest.importorskip("torch")

    def array(self, values: Any) -> Any:
        return self.torch.tensor(values)

    def numpy(self, array: Any) -> Any:
        return array.detach().numpy()

    def gradient(self, function: Callable[..., Any], values: Any) -> Any:
        tensor = self.torch.tensor(values, requires_grad=True)
        function(tensor).sum().backward()
        return tensor.grad.numpy()

    def compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        self.torch.compiler.reset()
        return self.torch.compile(function, fullgraph=True, backend="eager")


class Jax:
    name = "jax"

    def __init__(self) -> None:
        self.jax = pytest.importorskip("jax")
        self.jax.config.update("jax_enable_x64", True)

    def array(self, values: Any) -> Any:
        return self.jax.numpy.asarray(values)

    def numpy(self, array: Any) -> Any:
        return np.asarray(array)

    def gradient(self, function: Callable[..., Any], values: Any) -> Any:
        return np.asarray(self.jax.grad(lambda boxes: function(boxes).sum())(self.array(values)))

    def compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return self.jax.jit(function)


class TensorFlow:
    name = "tensorflow"

    def __init__(self) -> None:
        self.tf = pytest.importorskip("tensorflow")

    def array(self, values: Any) -> Any:
        return self.tf.constant(values)

    def numpy(self, array: Any) -> Any:
        return array.numpy()

    def gradient(self, function: Callable[..., Any], values: Any) -> Any:
        tensor = self.tf.constant(values)
        with self.tf.GradientTape() as tape:
            tape.watch(tensor)
            total = self.tf.reduce_sum(function(tensor))
        return self.tf.convert_to_tensor(tape.gradient(total, tensor)).numpy()

    def compiled(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return self.tf.function(function)


LIBRARIES = {"torch": Torch, "jax": Jax, "tensorflow": TensorFlow}
