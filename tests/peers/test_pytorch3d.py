"""PyTorch3D, main at 9381c40, ``tests/test_iou_box3d.py``, as facts: boxes in space turned about any axis."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.errors import InputError
from truebox.overlap import pairwise_oriented_iou_3d

UNIT = np.array(
    [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]], float
)


def iou(a, b):
    found = pairwise_oriented_iou_3d([a], [b])
    assert pairwise_oriented_iou_3d([b], [a]) == pytest.approx(found, abs=1e-12)
    return float(found[0, 0])


@pytest.mark.parametrize(
    ("shift", "shared"),
    [
        ((0, 0, 0), 1),
        ((0, 0.3, 0), 0.7),
        ((0.6, 0, 0), 0.4),
        ((0.5, 0.25, 0.2), 0.5 * 0.75 * 0.8),
        ((0, 100, 0), 0),
    ],
)
def test_a_shifted_unit_box(shift, shared):
    """They draw the shifts; the shared volume is the product of what is left of each side."""
    assert iou(UNIT, UNIT + shift) == pytest.approx(shared / (2 - shared), abs=1e-12)
    half = 0.5**0.5
    turn = np.array([[half, -half, 0], [half, half, 0], [0, 0, 1]]) @ np.array(
        [[0.6, 0, 0.8], [0, 1, 0], [-0.8, 0, 0.6]]
    )
    assert iou(UNIT @ turn.T, (UNIT + shift) @ turn.T) == pytest.approx(shared / (2 - shared), abs=1e-12)


A = [
    *(
        [3.1673, -2.2574, 0.4817],
        [4.6470, 0.2223, 2.4197],
        [5.2200, 1.1844, 0.7510],
        [3.7403, -1.2953, -1.1869],
    ),
    *(
        [-4.9316, 2.5724, 0.4856],
        [-3.4519, 5.0521, 2.4235],
        [-2.8789, 6.0142, 0.7549],
        [-4.3586, 3.5345, -1.1831],
    ),
]
B = [
    *(
        [0.5623, 4.0647, 3.4334],
        [3.3584, 4.3191, 1.1791],
        [3.0724, -5.9235, -0.3315],
        [0.2763, -6.1779, 1.9229],
    ),
    *(
        [-2.0773, 4.6121, 0.2213],
        [0.7188, 4.8665, -2.0331],
        [0.4328, -5.3761, -3.5436],
        [-2.3633, -5.6305, -1.2893],
    ),
]


def test_volumes_of_another_tool():
    """Meshlab: 33.558529 shared by 65.899010 and 156.386719; corners have four decimals."""
    shared, first, second = 33.558529, 65.899010, 156.386719
    assert iou(A, B) == pytest.approx(shared / (first + second - shared), abs=1e-4)


def test_a_face_that_lies_in_the_plane_of_another():
    """A face in the plane of a face of the other: cubes of side 2, half a side apart both ways: 2 of 14."""
    assert iou(2 * UNIT - 1, 2 * UNIT - 1 + [-1, 1, 0]) == pytest.approx(2 / 14, abs=1e-12)


def test_a_turned_box_with_itself():
    cosine, sine = np.cos(0.185), np.sin(0.185)
    turned = (UNIT - 0.5) @ np.array([[cosine, 0, sine], [0, 1, 0], [-sine, 0, cosine]]).T
    assert iou(turned, turned) == pytest.approx(1, abs=1e-12)


def test_nearly_parallel_boxes():
    """Published: .91."""
    a = [
        *([-2.5629019, 4.13995749, -1.76344576], [1.92329434, 4.28127117, -1.86155124]),
        *([1.86994571, 5.97489644, -1.86155124], [-2.61625053, 5.83358276, -1.76344576]),
        *([-2.53123587, 4.14095496, -0.31397536], [1.95496037, 4.28226864, -0.41208084]),
        *([1.90161174, 5.97589391, -0.41208084], [-2.5845845, 5.83458023, -0.31397536]),
    ]
    b = [
        *([-2.6256125, 4.13036357, -1.82893437], [1.87201008, 4.25296695, -1.82893437]),
        *([1.82562476, 5.95458116, -1.82893437], [-2.67199782, 5.83197777, -1.82893437]),
        *([-2.6256125, 4.13036357, -0.40095884], [1.87201008, 4.25296695, -0.40095884]),
        *([1.82562476, 5.95458116, -0.40095884], [-2.67199782, 5.83197777, -0.40095884]),
    ]
    assert iou(a, b) == pytest.approx(0.91, abs=0.005)


def test_a_frustum_is_no_box():
    """Theirs measures any hexahedron with flat faces (5.431122 of 14 and 14); here it must be a box."""
    frustum = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [-2, -2, 2], [2, -2, 2], [2, 2, 2], [-2, 2, 2]]
    with pytest.raises(InputError, match="E-194"):
        pairwise_oriented_iou_3d([frustum], [UNIT])


def test_a_box_without_volume():
    """Refused there; here it overlaps nothing, as a flat box does."""
    assert pairwise_oriented_iou_3d([2 * UNIT - 1], [np.zeros((8, 3))]).tolist() == [[0]]
