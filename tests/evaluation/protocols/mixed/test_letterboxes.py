"""Points in the letterbox of another tool, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.evaluation import Rules
from truebox.evaluation.protocols.mixed.letterboxes import in_letterbox

POINT = 100.0, 40.0


def at(point: tuple[float, float], width: int, height: int, **rules: object) -> list[float]:
    points = np.array([[point]])
    found = in_letterbox(points, np.array([[width, height]], dtype=float), Rules(**rules))  # type: ignore[arg-type]
    return found[0, 0].round(6).tolist()


@pytest.mark.parametrize(
    ("shape", "wanted"),
    [
        # 500 x 375 becomes 640 x 480: 80 above and below in a square; 480 is 15 times 32.
        ("square", [128.0, 131.2]),
        ("whole square", [128.0, 131.2]),
        ("multiples of 32", [128.0, 51.2]),
    ],
)
def test_an_image_that_fits_whole_pixels(shape: str, wanted: list[float]) -> None:
    assert at(POINT, 500, 375, letterbox="left in", letterbox_shape=shape) == wanted


@pytest.mark.parametrize(
    ("shape", "above"),
    [
        # 500 x 333 becomes 640 x 426.24, drawn as 426: 106.88 above; 107 of 214; 11 of 22 up to 448.
        ("square", 106.88),
        ("whole square", 107.0),
        ("multiples of 32", 11.0),
    ],
)
def test_an_image_that_does_not(shape: str, above: float) -> None:
    x, y = at(POINT, 500, 333, letterbox="left in", letterbox_shape=shape)
    assert (x, y) == (128.0, pytest.approx(51.2 + above, abs=1e-6))
    assert at((x, y), 500, 333, letterbox="taken off", letterbox_shape=shape) == pytest.approx(list(POINT))


def test_an_odd_number_of_pixels_has_the_smaller_half_first() -> None:
    """640 x 427.52 is drawn as 428: 20 up to 448. 640 x 428.8 as 429: 19, of which 9 are above."""
    assert at((0.0, 0.0), 500, 334, letterbox="left in", letterbox_shape="multiples of 32") == [0.0, 10.0]
    assert at((0.0, 0.0), 500, 335, letterbox="left in", letterbox_shape="multiples of 32") == [0.0, 9.0]


def test_a_scale_alone_is_what_padding_right_and_below_leaves() -> None:
    assert at(POINT, 500, 375, letterbox="scale left in") == [128.0, 51.2]
    assert at((128.0, 51.2), 500, 375, letterbox="scale taken off") == list(POINT)


def test_nothing_is_changed_as_read() -> None:
    assert at(POINT, 500, 375, letterbox_shape="multiples of 32") == list(POINT)
