"""Textures stay between their two colours and fill the image."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from truebox.generation.chance import Chance
from truebox.generation.scenes.textures import TEXTURES, clouds


@pytest.mark.parametrize("texture", TEXTURES)
@pytest.mark.parametrize("seed", range(3))
def test_mixture_lies_between_zero_and_one(texture: Callable[..., np.ndarray], seed: int) -> None:
    mixture = texture(120, 90, Chance(seed))
    assert np.broadcast_to(mixture, (90, 120)).shape == (90, 120)
    assert mixture.min() >= 0
    assert mixture.max() <= 1
    assert mixture.max() - mixture.min() > 0.2


def test_clouds_are_smooth() -> None:
    noise = clouds(200, 150, Chance(1))
    assert noise.shape == (150, 200)
    assert np.abs(np.diff(noise, axis=1)).max() < 0.2
