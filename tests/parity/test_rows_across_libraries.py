"""Rotated boxes and boxes in space: PyTorch, JAX and TensorFlow agree with NumPy and in their gradients."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES
from rotated_samples import random_rotated

from truebox import overlap

DEGREES = {"unit": "degrees", "direction": "counterclockwise"}
FLAT = ("rotated_iou", "probiou", "gwd", "kld")
MEASURES = (*FLAT, "iou_3d", "rotated_iou_3d")


@pytest.fixture(params=list(LIBRARIES))
def library(request):
    return LIBRARIES[request.param]()


def sides(name, dtype=np.float64):
    chance = np.random.default_rng(1)
    if name in FLAT:
        return tuple(random_rotated(count, count, 20.0).astype(dtype) for count in (12, 9))
    low, size = chance.uniform(0, 8, (2, 12, 3))
    last = [low + size] if name == "iou_3d" else [size, chance.uniform(-200, 200, (12, 1))]
    rows = np.column_stack([low, *last]).astype(dtype)
    return rows, rows[:9] * dtype(1.125)


def options(name):
    return {} if name == "iou_3d" else DEGREES


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", MEASURES)
def test_values(library, name, dtype):
    a, b = sides(name, dtype)
    within = 2e-5 if dtype == np.float32 else 1e-11
    for function, count in ((f"pairwise_{name}", len(a)), (f"elementwise_{name}", len(b))):
        measure = getattr(overlap, function)
        values = library.numpy(measure(library.array(a[:count]), library.array(b), **options(name)))
        assert values.dtype == dtype
        assert values == pytest.approx(measure(a[:count], b, **options(name)), abs=within)


def test_compiled(library):
    def everything(pairs):
        return [getattr(overlap, f"pairwise_{name}")(*pairs[name], **options(name)) for name in MEASURES]

    given = {name: tuple(library.array(rows) for rows in sides(name)) for name in MEASURES}
    expected = everything({name: sides(name) for name in MEASURES})
    for values, right in zip(library.compiled(everything)(given), expected, strict=True):
        assert library.numpy(values) == pytest.approx(right, abs=1e-11)


@pytest.mark.parametrize("name", MEASURES)
def test_gradients_are_those_of_pytorch(library, name):
    a, b = sides(name)
    torch = LIBRARIES["torch"]()
    slopes = []
    for tested in (library, torch):
        other = tested.array(b)
        measure = getattr(overlap, f"elementwise_{name}")
        slopes.append(tested.gradient(lambda rows: measure(rows, other, **options(name)), a[:9]))  # noqa: B023
    assert np.isfinite(slopes[0]).all()
    assert slopes[0] == pytest.approx(slopes[1], rel=1e-9, abs=1e-11)


def test_a_graph_of_unknown_length_in_tensorflow():
    tf = LIBRARIES["tensorflow"]().tf
    spec = tf.TensorSpec([None, 5], tf.float64)

    @tf.function(input_signature=[spec, spec])
    def measured(a, b):
        return overlap.pairwise_probiou(a, b, **DEGREES), overlap.elementwise_gwd(a, a, **DEGREES)

    a, b = sides("probiou")
    values, ones = measured(tf.constant(a), tf.constant(b))
    assert values.numpy() == pytest.approx(overlap.pairwise_probiou(a, b, **DEGREES), abs=1e-13)
    assert ones.numpy() == pytest.approx(1)
