from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from measure_cases import DEGENERATE, MEASURES, columns_of, elementwise, pairwise

from truebox import overlap
from truebox.arrays import library_of
from truebox.overlap.pairs.rescaling import pair_scale


def test_ordinary_boxes_are_left_alone():
    boxes = np.ones((3, 4), np.float32)
    assert pair_scale(library_of(boxes), boxes, boxes, "float32", pairwise=True) is None


@pytest.mark.parametrize("pairwise", [True, False])
def test_only_the_pairs_of_a_huge_box_are_scaled(pairwise):
    boxes = np.array([[0, 0, 1, 1], [0, 0, 2.0**80, 1]], np.float32)
    scale = pair_scale(library_of(boxes), boxes, boxes, "float32", pairwise=pairwise)
    small, one = 2.0**-70, 1.0
    assert scale.tolist() == ([[one, small], [small, small]] if pairwise else [one, small])


# The corners' distance over an image's diagonal is itself beyond float32 there.
@pytest.mark.parametrize("name", [name for name in MEASURES if name != "mpdiou"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_huge_boxes_overlap_as_small_ones_do(name, dtype):
    a, b = columns_of(DEGENERATE, dtype)
    assert np.isfinite(pairwise(name, a, b)).all()
    if name == "nwd":
        return
    huge = 1e37 if dtype == np.float32 else 1e300
    rows = np.array([[-1, -1, 1, 1], [-3, -1, 1, 1], [0, 0, 1, 3]], dtype)
    expected = elementwise(name, rows, np.roll(rows, 1, axis=0))
    values = elementwise(name, rows * dtype(huge), np.roll(rows, 1, axis=0) * dtype(huge))
    assert values == pytest.approx(expected, rel=1e-5 if dtype == np.float32 else 1e-13)


@pytest.mark.parametrize("options", [{}, {"jit_compile": True}])
@pytest.mark.parametrize("stretch", [1.0, 2.0**62])
def test_a_graph_scales_when_it_runs(options, stretch):
    tf = pytest.importorskip("tensorflow")
    rows = np.array([[0, 0, 4, 4], [1, 1, 3, 5]], np.float32)
    others = np.array([[2, 2, 6, 6], [1, 2, 3, 6]], np.float32)
    a, b = (tf.constant(each * np.float32(stretch)) for each in (rows, others))
    spec = [tf.TensorSpec([None, 4])] * 2
    for name in ("iou", "giou"):
        of_pairs = tf.function(getattr(overlap, f"pairwise_{name}"), input_signature=spec, **options)
        of_rows = tf.function(getattr(overlap, f"elementwise_{name}"), input_signature=spec, **options)
        expected = pairwise(name, rows, others)  # which a stretch of both sides does not change
        assert of_pairs(a, b).numpy() == pytest.approx(expected, rel=1e-6)
        assert of_rows(a, b).numpy() == pytest.approx(np.diag(expected), rel=1e-6)


def test_gradients_of_a_graph_that_scales():
    tf = pytest.importorskip("tensorflow")

    @tf.function
    def slopes(a, b):
        with tf.GradientTape() as tape:
            tape.watch(a)
            loss = tf.reduce_sum(overlap.elementwise_iou(a, b))
        return tape.gradient(loss, a)

    a, b = tf.constant([[0.0, 0.0, 4.0, 4.0]]), tf.constant([[2.0, 0.0, 6.0, 4.0]])
    # IoU 8 / 24. One unit left of it: the union grows by 4, nothing is shared; right of it 4 more are shared.
    plain, huge = slopes(a, b).numpy(), slopes(a * 2.0**62, b * 2.0**62).numpy()
    assert plain[0, 0] == pytest.approx(4 * 8 / 24**2)
    assert plain[0, 2] == pytest.approx(4 / 24)
    assert huge * 2.0**62 == pytest.approx(plain)
    # What is computed beside the look overflows here, and none of it reaches the gradient.
    assert slopes(a * 2.0**100, b * 2.0**100).numpy() * 2.0**100 == pytest.approx(plain)
    jacobian = tf.function(lambda a, b: _jacobian(tf, a, b))
    assert jacobian(a, b).numpy()[0] == pytest.approx(plain)


def _jacobian(tf, a, b):
    with tf.GradientTape() as tape:
        tape.watch(a)
        answer = overlap.elementwise_iou(a, b)
    return tape.jacobian(answer, a)


# Powers of two, so that areas are exact: boxes far out, long, small beside huge, larger than the dtype.
FAR = [
    ((0, 0, 4, 4), (2, 2, 6, 6)),
    ((2.0**70, 2.0**70, 2.0**71, 2.0**71), (2.0**70, 2.0**70, 2.0**71, 2.0**70)),
    ((0, 0, 2.0**100, 2.0**-40), (0, 0, 2.0**100, 2.0**-41)),
    ((-(2.0**127), -(2.0**127), 2.0**127, 2.0**127), (-(2.0**127), -(2.0**127), 2.0**127, 0)),
    ((0, 0, 1, 1), (-(2.0**61), -(2.0**61), 2.0**61, 2.0**61)),
    ((2.0**61, 0, 2.0**61, 1), (0, 0, 1, 1)),
    ((3, 3, 1, 1), (2.0**64, 2.0**64, 0, 0)),
    ((0, 0, 2.0**-62, 2.0**-62), (0, 0, 2.0**-62, 2.0**-63)),
    # Farther apart than the largest number, on both axes and on one, with and without sides.
    ((-(2.0**127),) * 4, (2.0**127,) * 4),
    ((2.0**127, 1, 2.0**127, 1), (-(2.0**127), 1, -(2.0**127), 1)),
    ((-(2.0**127), -(2.0**127), -(2.0**126), -(2.0**126)), (2.0**126, 2.0**126, 2.0**127, 2.0**127)),
    ((0, -(2.0**127), 1, -(2.0**126)), (0, 2.0**126, 1, 2.0**127)),
]


def _exact(name, a, b):
    ax0, ay0, ax1, ay1, bx0, by0, bx1, by1 = (Fraction(value) for value in (*a, *b))
    shared = max(Fraction(0), min(ax1, bx1) - max(ax0, bx0)) * max(Fraction(0), min(ay1, by1) - max(ay0, by0))
    of_a, of_b = (ax1 - ax0) * (ay1 - ay0), (bx1 - bx0) * (by1 - by0)
    whole = {"iou": of_a + of_b - shared, "ioa": of_a, "ios": min(of_a, of_b)}[name]
    return float(shared / whole) if shared else 0.0


@pytest.mark.parametrize(("name", "layout"), [("iou", "xyxy"), ("ioa", "rel_xyxy"), ("ios", "yxyx")])
def test_far_boxes_in_a_fused_loop(name, layout):
    """Where they lie does not matter to measures of areas, and how long they are only where it must."""
    a, b = columns_of(FAR, np.float32)
    expected = np.array([_exact(name, *pair) for pair in FAR], np.float32)
    measure = getattr(overlap, f"elementwise_{name}")

    def found(a, b):
        return measure(a, b, box_format=layout)

    jax, tf = pytest.importorskip("jax"), pytest.importorskip("tensorflow")
    for answer in (
        jax.jit(found)(a, b),
        tf.function(found, jit_compile=True)(tf.constant(a), tf.constant(b)),
    ):
        assert np.asarray(answer).dtype == np.float32
        assert np.array_equal(answer, expected)
    slopes = jax.jit(jax.grad(lambda a, b: found(a, b).sum(), argnums=(0, 1)))(a, b)
    assert np.isfinite(slopes).all()


def test_a_fused_loop_of_pairs_is_not_divided_among_threads():
    """XLA divides one of more operations than bytes: 36 of a pair, eight floats read and one written."""
    jax = pytest.importorskip("jax")
    rows = np.ones((1000, 4), np.float32)
    for name in ("iou", "ioa"):
        measure = getattr(overlap, f"elementwise_{name}")
        cost = (
            jax.jit(lambda a, b, measure=measure: measure(a, b)).lower(rows, rows).compile().cost_analysis()
        )
        cost = cost[0] if isinstance(cost, list) else cost
        assert cost["flops"] <= 36 * len(rows)
