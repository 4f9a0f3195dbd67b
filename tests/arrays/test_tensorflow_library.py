from __future__ import annotations

import sys

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.arrays import library_of


@pytest.fixture
def tested():
    return LIBRARIES["tensorflow"]()


def test_verbs(tested):
    boxes = tested.array(np.arange(8.0).reshape(2, 4))
    library = library_of(boxes)
    assert library.dtype_name(boxes) == "float64"
    assert library.dtype_name(library.cast(boxes, "bfloat16")) == "bfloat16"
    assert library.shape(boxes) == (2, 4)
    assert [tested.numpy(column).tolist() for column in library.columns(boxes)] == [
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
    ]
    assert library.to_numpy(library.cast(boxes, "bfloat16")).tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert library_of(library.from_numpy(np.ones(2), boxes)) is library
    large = tested.array(np.array([2**62 + 1]))
    assert library.fetched(large).tolist() == [2**62 + 1]
    assert library.fetched(library.cast(boxes, "bfloat16")).dtype == np.float32


def test_ties_share_the_slope(tested):
    def smaller_and_larger(x):
        xp = library_of(x).xp
        return xp.minimum(x[:2], x[1:]) + 10 * xp.maximum(x[:2], x[1:])

    # Two equal neighbours, then 3 < 5: half of either slope to either side of the tie.
    assert tested.gradient(smaller_and_larger, np.array([3.0, 3.0, 5.0])).tolist() == [5.5, 6.5, 10.0]


def test_ties_share_the_slope_where_sides_stretch(tested):
    tf = tested.tf
    column, row = tf.constant([[3.0], [1.0]]), tf.constant([[3.0, 2.0, 3.0]])
    for traced in (lambda f: f, tf.function, tf.function(input_signature=[tf.TensorSpec(None)] * 2)):
        smaller = traced(lambda a, b: library_of(a).xp.minimum(a, b))
        with tf.GradientTape() as tape:
            tape.watch([column, row])
            answer = smaller(column, row)
        of_column, of_row = tape.gradient(answer, [column, row])
        assert answer.numpy().tolist() == [[3, 2, 3], [1, 1, 1]]
        assert of_column.numpy().tolist() == [[1.0], [3.0]]  # twice a half, and three alone
        assert of_row.numpy().tolist() == [[0.5, 1.0, 0.5]]


def test_nan_stays_on_either_side(tested):
    tf = tested.tf
    values, others = tf.constant([np.nan, 1.0] * 9), tf.constant([1.0, np.nan] * 9)
    xp = library_of(values).xp
    for name in ("minimum", "maximum"):
        assert np.isnan(getattr(xp, name)(values, others)).all()


def test_second_and_forward_derivatives(tested):
    tf = tested.tf
    x = tf.constant([1.0, 3.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            value = tf.reduce_sum(library_of(x).xp.maximum(x * x, 2 * x) ** 2)
        slope = inner.gradient(value, x)
    assert slope.numpy().tolist() == [8.0, 108.0]  # 4x and 4x³
    assert outer.gradient(slope, x).numpy().tolist() == [8.0, 108.0]  # 8 and 12x²
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as forward:
        value = library_of(x).xp.maximum(x * x, 2 * x)
    assert forward.jvp(value).numpy().tolist() == [2.0, 6.0]


def test_gradients_stop(tested):
    def half_stopped(x):
        return x * library_of(x).stop_gradient(x)

    assert tested.gradient(half_stopped, np.array([3.0, 5.0])).tolist() == [3, 5]


def test_unknown_shapes_are_none(tested):
    shapes = []

    @tested.tf.function(input_signature=[tested.tf.TensorSpec(None)])
    def look(x):
        shapes.append(library_of(x).shape(x))
        return x

    look(tested.tf.ones((2, 4)))
    assert shapes == [None]


def test_variables_count(tested):
    assert library_of(tested.tf.Variable([1.0])).name == "tensorflow"


def test_views_are_given_of_eager_memory_while_nothing_records(tested):
    tf = tested.tf
    boxes = tested.array(np.arange(8.0).reshape(2, 4))
    library = library_of(boxes)
    assert library.numpy_view(boxes).ctypes.data == np.asarray(memoryview(boxes)).ctypes.data
    assert library.numpy_views(boxes, boxes)[1].tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    with tf.GradientTape() as tape:
        assert library.numpy_view(boxes) is None
        with tape.stop_recording():
            assert library.numpy_view(boxes) is not None
    with tf.autodiff.ForwardAccumulator(boxes, boxes):
        assert library.numpy_view(boxes) is None
    for other in (tf.Variable(boxes), tf.cast(boxes, "bfloat16"), tf.cast(boxes, "int32"), boxes[0, 0]):
        assert library.numpy_view(other) is None
    views = []
    tf.function(lambda x: (views.append(library.numpy_view(x)), x)[1])(boxes)
    assert views == [None]


def test_integers_are_seen_as_the_floats_they_are_measured_in(tested):
    tf = tested.tf
    boxes = tf.constant([[0, 0, 4, 4]], tf.int64)
    library = library_of(boxes)
    assert [view.dtype for view in library.numpy_views(boxes, boxes)] == [np.float32, np.float32]
    assert library.numpy_views(boxes, tf.cast(boxes, "int32")) is None
    with tf.GradientTape():
        assert library.numpy_views(boxes, boxes) is None


def test_a_graph_takes_one_of_two_ways_when_it_runs(tested):
    tf = tested.tf

    @tf.function
    def way(x):
        return library_of(x).unless_huge((x,), 16.0, lambda x: x, lambda: -x)

    assert [way(tf.constant([value])).numpy().item() for value in (3.0, -7.0, 17.0, -17.0)] == [
        3,
        -7,
        -17,
        17,
    ]
    assert np.isnan(way(tf.constant([np.nan])).numpy()).all()
    eager = tf.constant([3.0])
    assert library_of(eager).unless_huge((eager,), 16.0, lambda x: "plain", lambda: "careful") == "plain"
    assert library_of(eager).known_below(eager, 2.0) is False


def test_without_an_answer_somebody_may_be_recording(tested, monkeypatch):
    boxes = tested.array(np.ones((2, 4)))
    monkeypatch.delitem(sys.modules, "tensorflow.python.eager.record")
    assert library_of(boxes).numpy_view(boxes) is None


def test_the_names_formulas_use(tested):
    xp = library_of(tested.array(np.ones(2))).xp
    values = np.array([0.25, 0.5])
    for name in ("cos", "sin", "log", "log1p", "expm1", "exp", "sqrt"):
        assert getattr(xp, name)(tested.array(values)).numpy() == pytest.approx(getattr(np, name)(values))
    assert xp.stack([tested.array(values), tested.array(values)], -1).numpy().shape == (2, 2)


@pytest.mark.parametrize("xla", [False, True])
def test_rows_are_scaled_each_by_its_factor(tested, xla):
    tf = tested.tf

    @tf.function(jit_compile=xla)
    def columns(rows, factor):
        library = library_of(rows)
        return library.columns(library.scaled(rows, factor))

    found = columns(tf.constant(np.arange(8.0).reshape(2, 4)), tf.constant([1.0, 0.5], tf.float64))
    assert [column.numpy().tolist() for column in found] == [[0, 2], [1, 2.5], [2, 3], [3, 3.5]]
