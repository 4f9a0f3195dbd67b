"""What an angle means."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.boxes.rotated.rotation import as_rotation
from truebox.errors import ArgumentError


def test_clockwise_on_an_image_is_counterclockwise_on_a_map():
    assert as_rotation("degrees", "clockwise") == as_rotation("degrees", "counterclockwise", y_down=False)
    assert as_rotation("degrees", "clockwise") != as_rotation("degrees", "counterclockwise")


@pytest.mark.parametrize("y_down", [True, False])
def test_by_the_axes_it_does_not_matter_where_y_points(y_down):
    assert not as_rotation("degrees", "x_to_y", y_down=y_down).from_y_to_x
    assert as_rotation("radians", "y_to_x", y_down=y_down).from_y_to_x
    assert as_rotation("degrees", "y_to_x").factor == -np.pi / 180


def test_rows_in_radians():
    rows = np.array([[1, 2, 3, 4, 90.0], [1, 2, 3, 4, -3600 + 45]])
    turned = as_rotation("degrees", "clockwise").in_radians(rows)
    assert turned[:, 4] == pytest.approx([np.pi / 2, np.pi / 4], rel=1e-15)
    assert as_rotation("degrees", "counterclockwise").in_radians(rows)[0, 4] == -turned[0, 4]
    assert rows[0, 4] == 90
    assert as_rotation("radians", "clockwise").in_radians(turned).tolist() == turned.tolist()


@pytest.mark.parametrize(
    ("unit", "direction"), [("degree", "clockwise"), ("radians", "cw"), (None, "clockwise")]
)
def test_other_words(unit, direction):
    with pytest.raises(ArgumentError, match="expected '"):
        as_rotation(unit, direction)


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        *(
            (word, "counterclockwise")
            for word in ("anticlockwise", "anti-clockwise", "Anticlockwise", "ccw", "acw")
        ),
        *(
            (word, "counterclockwise")
            for word in ("counter-clockwise", "counter clockwise", "counterclockwize")
        ),
        *((word, "clockwise") for word in ("cw", "CW", "clock-wise", "Clockwise", "clockwize")),
    ],
)
def test_other_words_are_never_led_the_wrong_way(word, meant):
    with pytest.raises(ArgumentError) as refused:
        as_rotation("degrees", word)
    assert str(refused.value).endswith(f" Did you mean '{meant}'?")
