"""Colour schemes: objects stand out from the ground."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.generation.scenes.colours import SCHEMES, Scheme


@pytest.mark.parametrize("scheme", SCHEMES)
def test_objects_stand_out(scheme: Scheme) -> None:
    assert len(scheme.objects) == 5
    for colour in scheme.objects:
        for ground in scheme.ground:
            # Of 441 between black and white.
            assert np.linalg.norm(np.subtract(colour, ground)) > 50
