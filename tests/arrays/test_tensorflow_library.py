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
