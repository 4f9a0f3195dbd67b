from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.arrays import library_of


@pytest.fixture
def tested():
    return LIBRARIES["jax"]()


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


def test_rows_that_reach_beyond_a_limit(tested):
    rows = tested.array(np.array([[1.0, -7.0, 3.0, 2.0], [6.0, 0.0, -6.0, 0.0], [1.0, np.nan, 2.0, 3.0]]))
    found = tested.numpy(library_of(rows).reaches_beyond(rows, 6.0))
    assert found.tolist() == [True, False, False]
    each = tested.array(np.diag([-9.0, 9.0, -np.inf, np.inf]))
    assert tested.numpy(library_of(each).reaches_beyond(each, 6.0)).all()


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


def test_views_are_given_only_of_concrete_arrays(tested):
    boxes = tested.array(np.ones((2, 4)))
    library = library_of(boxes)
    assert library.numpy_view(boxes).tolist() == [[1.0] * 4] * 2
    assert library.numpy_view(library.cast(boxes, "bfloat16")) is None
    views = []
    tested.jax.jit(lambda x: (views.append(library.numpy_view(x)), x)[1])(boxes)
    assert views == [None]


def test_rows_are_scaled_column_by_column(tested):
    rows = tested.array(np.arange(8.0).reshape(2, 4))
    scaled = library_of(rows).scaled(rows, tested.array(np.array([1.0, 0.5])))
    assert [tested.numpy(column).tolist() for column in library_of(rows).columns(scaled)] == [
        [0, 2],
        [1, 2.5],
        [2, 3],
        [3, 3.5],
    ]


def test_names_of_any_object_are_asked_for_without_jax():
    """As `inspect` and `doctest` do of whatever a module holds, before JAX was imported (KeyError)."""
    code = (
        "import inspect, sys\nfrom truebox.arrays.jax_library import JaxLibrary\n"
        "print(hasattr(inspect.unwrap(JaxLibrary().xp), '__wrapped__'), 'jax' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


def test_answers_stay_on_the_device_of_the_boxes_and_shards_have_those_of_the_whole():
    pytest.importorskip("jax")
    code = """
import os
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import jax, numpy as np
from jax.sharding import Mesh, PartitionSpec
from truebox import elementwise_iou, pairwise_iou

corner = np.random.default_rng(1).integers(0, 20, (8, 2))
a = np.hstack([corner, corner + [[9, 7]]]).astype(np.float32)
b = a[::-1].copy()
for device in jax.devices()[:2]:
    for measure in (pairwise_iou, elementwise_iou):
        answer = measure(jax.device_put(a, device), jax.device_put(b, device))
        assert answer.devices() == {device}, answer.devices()
        assert np.allclose(answer, measure(a, b), atol=1e-6)
parts = jax.pmap(elementwise_iou)(a.reshape(4, 2, 4), b.reshape(4, 2, 4))
assert np.allclose(parts.reshape(8), elementwise_iou(a, b), atol=1e-6)
if hasattr(jax, "shard_map"):
    spec = PartitionSpec("host")
    mesh = Mesh(np.array(jax.devices()), ("host",))
    shards = jax.shard_map(pairwise_iou, mesh=mesh, in_specs=(spec, PartitionSpec()), out_specs=spec)
    assert np.allclose(shards(a, b), pairwise_iou(a, b), atol=1e-6)
print("all of them")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "all of them\n", done.stderr
