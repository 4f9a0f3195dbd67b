"""Where arguments came from, answers go back to."""

from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox.arrays import ArrayLibrary, Home, fetched, home_of, library_of
from truebox.errors import ArgumentError


def test_numpy_and_lists_have_no_home_elsewhere():
    assert home_of({"boxes": [[0, 0, 1, 1]], "scores": np.ones(1), "labels": None}, np.ones(1)) is None


@pytest.mark.parametrize("name", LIBRARIES)
def test_numbers_go_back_where_they_came_from(name):
    scores = LIBRARIES[name]().array(np.array([0.5, 0.25], np.float32))
    home = home_of({"scores": scores}, scores)
    back = home.numbers(np.array([0.5]))
    assert library_of(back) is library_of(scores)
    assert fetched(back, "scores").tolist() == [0.5]
    assert fetched(back, "scores").dtype == np.float32


def test_two_libraries_are_refused():
    torch, jax = pytest.importorskip("torch"), pytest.importorskip("jax")
    with pytest.raises(ArgumentError, match="overlap is of torch and crowd of jax"):
        home_of({"overlap": torch.ones(1, 1), "crowd": jax.numpy.ones(1)}, torch.ones(1))


def test_of_numpy_itself():
    assert Home(ArrayLibrary(), None, "float32").numbers(np.array([0.5])).dtype == np.float32
