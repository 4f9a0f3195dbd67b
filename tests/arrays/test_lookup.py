from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.arrays import common_library, library_of, stop_gradient, without_wrapper
from truebox.errors import ArgumentError


@pytest.mark.parametrize("name", LIBRARIES)
def test_arrays_are_told_by_their_class(name):
    library = LIBRARIES[name]()
    assert library_of(library.array(np.ones(2))).name == name
    assert common_library([1.0], library.array(np.ones(2))).name == name


def test_everything_else_is_numpys():
    for value in (np.ones(2), [1, 2], 3.0, None, "text"):
        assert library_of(value).name == "numpy"


def test_a_subclass_counts_as_what_it_extends():
    torch = pytest.importorskip("torch")

    class Boxes(torch.Tensor):
        pass

    assert library_of(torch.ones(2).as_subclass(Boxes)).name == "torch"
    assert library_of(torch.nn.Parameter(torch.ones(2))).name == "torch"


def test_nothing_is_imported_to_tell():
    script = (
        "import sys, truebox as tb; tb.pairwise_iou([[0, 0, 1, 1]], [[0, 0, 1, 1]]); tb.losses.ciou_loss;"
        "print({'torch', 'jax', 'tensorflow', 'keras', 'cupy', 'triton'} & set(sys.modules))"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert shown.strip() == "set()"


def test_two_libraries_are_refused_by_the_names_of_the_arguments():
    torch, jax = pytest.importorskip("torch"), pytest.importorskip("jax")
    with pytest.raises(ArgumentError, match="prediction is of torch and target of jax"):
        common_library(torch.ones(2), jax.numpy.ones(2), ("prediction", "target"))


def test_two_devices_are_refused():
    torch = pytest.importorskip("torch")
    with pytest.raises(ArgumentError, match=r"boxes_a is on cpu and boxes_b on meta; .*to\(boxes_a.device\)"):
        common_library(torch.ones(2), torch.ones(2, device="meta"))


def test_stop_gradient_stops_it():
    torch = pytest.importorskip("torch")
    x = torch.ones(2, requires_grad=True)
    assert not stop_gradient(x).requires_grad
    assert stop_gradient(3.0) == 3.0


def test_only_keras_wraps():
    assert without_wrapper(3.0) == 3.0
    keras = pytest.importorskip("keras")
    variable = keras.Variable(np.ones((2, 4), np.float32))
    assert library_of(without_wrapper(variable)).name == keras.backend.backend()
