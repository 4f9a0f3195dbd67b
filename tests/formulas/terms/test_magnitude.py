from __future__ import annotations

import numpy as np
import pytest
from measure_cases import LIBRARIES

from truebox import formulas
from truebox.arrays import library_of


def test_magnitudes():
    assert np.array_equal(formulas.magnitude(np, np.array([-2.5, 0.0, 3.0])), [2.5, 0.0, 3.0])
    assert np.isnan(formulas.magnitude(np, np.array([np.nan]))).all()


@pytest.mark.parametrize("name", LIBRARIES)
def test_one_slope_in_every_library(name):
    library = LIBRARIES[name]()
    slope = library.gradient(lambda x: formulas.magnitude(library_of(x).xp, x), np.array([-2.0, 0.0, 3.0]))
    assert np.array_equal(slope, [-1.0, 0.0, 1.0])
