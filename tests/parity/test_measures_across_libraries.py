"""PyTorch, JAX and TensorFlow agree with NumPy and with each other: values, gradients, compiled, mapped."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import (
    DEGENERATE,
    LIBRARIES,
    LOSSES,
    MEASURES,
    PAIRS,
    columns_of,
    elementwise,
    loss,
    pairwise,
    random_pairs,
)


@pytest.fixture(params=list(LIBRARIES))
def library(request):
    return LIBRARIES[request.param]()


def cases(name, dtype):
    """Ordinary, awkward and, where the measure's unit allows it, huge boxes."""
    # The last pair is a huge box beside a small one, whose area is lost in float32 either way.
    awkward = DEGENERATE[:-1] if "mpdiou" not in name else DEGENERATE[:9]
    rows = [columns_of([*PAIRS, *awkward], dtype), random_pairs(20, 5, dtype)]
    return tuple(np.concatenate([part[k] for part in rows]) for k in (0, 1))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", MEASURES)
def test_values(library, name, dtype):
    a, b = cases(name, dtype)
    within = 3e-6 if dtype == np.float32 else 1e-12
    values = library.numpy(elementwise(name, library.array(a), library.array(b)))
    assert values.dtype == dtype
    assert values == pytest.approx(elementwise(name, a, b), rel=within, abs=within)


@pytest.mark.parametrize("name", MEASURES)
def test_pairs(library, name):
    a, b = random_pairs(30, 6)
    values = library.numpy(pairwise(name, library.array(a), library.array(b[:20])))
    assert values == pytest.approx(pairwise(name, a, b[:20]), abs=1e-13)


# One trace of all measures each: tracing is most of the time.
def test_compiled_measures(library):
    def everything(a, b):
        return [pairwise(name, a, b) for name in MEASURES]

    a, b = random_pairs(12, 7)
    compiled = library.compiled(everything)(library.array(a), library.array(b[:9]))
    for name, values in zip(MEASURES, compiled, strict=True):
        assert library.numpy(values) == pytest.approx(pairwise(name, a, b[:9]), abs=1e-12)


def test_compiled_losses(library):
    def everything(a, b):
        return [loss(name, a, b, reduction="mean") for name in LOSSES]

    a, b = random_pairs(12, 8)
    compiled = library.compiled(everything)(library.array(a), library.array(b))
    for name, value in zip(LOSSES, compiled, strict=True):
        assert float(library.numpy(value)) == pytest.approx(
            float(loss(name, a, b, reduction="mean")), rel=1e-12
        )


@pytest.mark.parametrize("name", LOSSES)
def test_gradients_are_finite_and_those_of_pytorch(library, name):
    a, b = cases(name, np.float64)
    target = library.array(b)
    ours = library.gradient(lambda boxes: loss(name, boxes, target), a)
    assert np.isfinite(ours).all()
    torch = LIBRARIES["torch"]()
    others = torch.array(b)
    theirs = torch.gradient(lambda boxes: loss(name, boxes, others), a)
    assert ours == pytest.approx(theirs, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("name", LOSSES)
def test_gradients_are_those_of_small_steps(name):
    a, b = random_pairs(12, 9)
    torch = LIBRARIES["torch"]()
    if name in ("ciou_loss", "alpha_iou_loss") or "wise" in name:
        pytest.skip("parts of it are constants to whoever differentiates, but not to small steps")
    ours = torch.gradient(lambda boxes: loss(name, boxes, torch.array(b)), a)
    step = 1e-6
    for column in range(4):
        moved = np.zeros(4)
        moved[column] = step
        slope = (loss(name, a + moved, b) - loss(name, a - moved, b)) / (2 * step)
        assert ours[:, column] == pytest.approx(slope, abs=1e-8)


def test_mapped_over_a_batch_in_torch():
    torch = LIBRARIES["torch"]().torch
    a, b = (torch.tensor(boxes.reshape(3, 10, 4)) for boxes in random_pairs(30, 10))
    for name in MEASURES:
        mapped = torch.vmap(lambda x, y, name=name: pairwise(name, x, y))(a, b)
        expected = torch.stack([pairwise(name, x, y) for x, y in zip(a, b, strict=True)])
        assert torch.allclose(mapped, expected, rtol=0, atol=1e-14)
    slopes = torch.vmap(torch.func.grad(lambda x, y: loss("ciou_loss", x, y)))(a[0], b[0])
    leaf = a[0].clone().requires_grad_()
    loss("ciou_loss", leaf, b[0]).sum().backward()
    assert torch.allclose(slopes, leaf.grad, rtol=0, atol=1e-14)


def test_mapped_over_a_batch_in_jax():
    jax = LIBRARIES["jax"]().jax
    a, b = (jax.numpy.asarray(boxes.reshape(3, 10, 4)) for boxes in random_pairs(30, 10))
    mapped = jax.jit(jax.vmap(lambda x, y: pairwise("ciou", x, y)))(a, b)
    expected = [pairwise("ciou", np.asarray(x), np.asarray(y)) for x, y in zip(a, b, strict=True)]
    assert np.asarray(mapped) == pytest.approx(np.stack(expected), abs=1e-13)
    slopes = jax.vmap(jax.grad(lambda x, y: loss("giou_loss", x, y)))(a[0], b[0])
    assert np.isfinite(np.asarray(slopes)).all()


def test_a_graph_of_unknown_shape_in_tensorflow():
    tf = LIBRARIES["tensorflow"]().tf
    spec = tf.TensorSpec([None, 4], tf.float64)

    @tf.function(input_signature=[spec, spec])
    def measured(a, b):
        return pairwise("giou", a, b), loss("siou_loss", a, a, reduction="mean")

    a, b = random_pairs(6, 11)
    values, nothing = measured(tf.constant(a), tf.constant(b[:4]))
    assert values.numpy() == pytest.approx(pairwise("giou", a, b[:4]), abs=1e-14)
    assert float(nothing) == 0


# PyTorch's own modules still use its old compiler.
@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")
def test_inductor_compiles_one_measure():
    torch = LIBRARIES["torch"]().torch
    pytest.importorskip("torch._inductor")
    a, b = (torch.tensor(boxes) for boxes in random_pairs(20, 12))
    from shutil import which

    if which("g++") is None:
        pytest.skip("inductor needs a C++ compiler")
    compiled = torch.compile(lambda x, y: pairwise("giou", x, y), fullgraph=True)
    assert torch.allclose(compiled(a, b), pairwise("giou", a, b), rtol=0, atol=1e-12)
