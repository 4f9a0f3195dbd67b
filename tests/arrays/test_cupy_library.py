from __future__ import annotations

import sys

import numpy as np
import pytest
from cupy_stand_in import FUNCTIONS, make_module
from measure_cases import LOSSES, MEASURES, ROTATED_LOSSES, elementwise, loss, pairwise, random_pairs
from rotated_samples import random_rotated

from truebox import losses, overlap
from truebox.arrays import library_of

DEGREES = {"unit": "degrees", "direction": "clockwise"}
ROTATED = ("rotated_iou", "probiou", "gwd", "kld")


@pytest.fixture
def cupy(monkeypatch):
    module = make_module()
    monkeypatch.setitem(sys.modules, "cupy", module)
    return module


def test_boxes_on_the_device():
    cupy = pytest.importorskip("cupy")
    boxes = cupy.asarray([[0.0, 0.0, 4.0, 4.0], [2.0, 2.0, 6.0, 6.0]])
    answer = overlap.pairwise_giou(boxes, boxes)
    assert isinstance(answer, cupy.ndarray)
    assert np.allclose(answer.get(), [[1, 4 / 28 - 8 / 36], [4 / 28 - 8 / 36, 1]])


def test_the_stand_in_has_only_names_of_cupy():
    cupy = pytest.importorskip("cupy")
    assert [name for name in FUNCTIONS if not hasattr(cupy, name)] == []


def test_the_stand_in_refuses_what_cupy_refuses(cupy):
    array = cupy.asarray(np.ones(2))
    with pytest.raises(TypeError, match="Implicit conversion"):
        np.asarray(array)
    with pytest.raises(TypeError, match="Unsupported type"):
        cupy.minimum(array, np.ones(2))
    with pytest.raises(TypeError):
        np.ones(2) + array
    with pytest.raises(AttributeError):
        cupy.nonsense(array)


def test_verbs(cupy):
    boxes = cupy.asarray(np.arange(8.0).reshape(2, 4))
    library = library_of(boxes)
    assert library.name == "cupy"
    assert library.numpy_view(boxes) is None
    assert not library.known_below(boxes, 100.0)
    assert library.to_numpy(boxes).tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    assert library.fetched(library.cast(boxes, "float32")).dtype == np.float32
    assert library.from_numpy(np.ones(2), boxes).get().tolist() == [1, 1]
    assert library.dtype_name(library.cast(boxes, "float32")) == "float32"


@pytest.mark.parametrize("name", MEASURES)
def test_measures_by_the_stand_in(cupy, name):
    a, b = random_pairs(20, 1)
    left, right = cupy.asarray(a), cupy.asarray(b)
    for measure in (pairwise, elementwise):
        answer = measure(name, left, right)
        assert type(answer) is cupy.ndarray
        assert answer.get() == pytest.approx(measure(name, a, b), abs=1e-13)
    # The other side as a NumPy array goes to the device.
    assert pairwise(name, left, b[:3]).get() == pytest.approx(pairwise(name, a, b[:3]), abs=1e-13)


@pytest.mark.parametrize("name", LOSSES)
def test_losses_by_the_stand_in(cupy, name):
    a, b = random_pairs(20, 2)
    found = loss(name, cupy.asarray(a), cupy.asarray(b), reduction="mean", weights=np.ones(20))
    assert float(found.get()) == pytest.approx(float(loss(name, a, b, reduction="mean")), rel=1e-12)


@pytest.mark.parametrize("name", ROTATED)
def test_rotated_boxes_by_the_stand_in(cupy, name):
    a, b = random_rotated(20, 3), random_rotated(15, 4)
    measure = getattr(overlap, f"pairwise_{name}")
    found = measure(cupy.asarray(a), cupy.asarray(b), **DEGREES)
    assert type(found) is cupy.ndarray
    assert found.get() == pytest.approx(measure(a, b, **DEGREES), abs=1e-11)


@pytest.mark.parametrize("name", ROTATED_LOSSES)
def test_losses_of_rotated_boxes_by_the_stand_in(cupy, name):
    a, b = random_rotated(20, 5), random_rotated(20, 6)
    found = getattr(losses, name)(cupy.asarray(a), cupy.asarray(b), **DEGREES)
    assert found.get() == pytest.approx(getattr(losses, name)(a, b, **DEGREES), abs=1e-12)


def test_boxes_in_space_by_the_stand_in(cupy):
    low, size = np.random.default_rng(7).uniform(0, 8, (2, 20, 3))
    boxes = np.column_stack([low, low + size])
    found = overlap.pairwise_iou_3d(cupy.asarray(boxes), cupy.asarray(boxes))
    assert found.get() == pytest.approx(overlap.pairwise_iou_3d(boxes, boxes), abs=1e-14)
    turned = np.column_stack([low, size, low[:, 0]])
    options = {"unit": "radians", "direction": "counterclockwise"}
    found = overlap.pairwise_rotated_iou_3d(cupy.asarray(turned), cupy.asarray(turned), **options)
    assert found.get() == pytest.approx(overlap.pairwise_rotated_iou_3d(turned, turned, **options), abs=1e-12)
