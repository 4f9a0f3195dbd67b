"""Marks of LUNA16 and CAMELYON16 in other orders, signs and units."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

DRAW = np.random.default_rng(5)
NODULES = [(f"s{k // 2}", DRAW.uniform(-150, 150, 3) - np.array([0, 0, 200]), 12.0) for k in range(40)]
MARKS = [(scan, at + DRAW.normal(0, 1, 3), DRAW.uniform(0.5, 1)) for scan, at, _ in NODULES[:34]]
MARKS += [(f"s{k}", DRAW.uniform(-150, 150, 3), DRAW.uniform(0, 0.5)) for k in range(20)]


def luna(marks: Any, **how: Any) -> Any:
    def table(rows: Any, last: str) -> dict[str, Any]:
        columns = [[row[0] for row in rows], *(np.array([row[1] for row in rows]).T.tolist())]
        names = ("seriesuid", "coordX", "coordY", "coordZ", last)
        return dict(zip(names, [*columns, [row[2] for row in rows]], strict=True))

    return tb.evaluate(table(NODULES, "diameter_mm"), table(marks, "probability"), protocol="luna16", **how)


WRITTEN = {
    "z, y, x": lambda at: at[::-1],
    "y, x, z": lambda at: at[[1, 0, 2]],
    "-x, -y, z": lambda at: at * [-1, -1, 1],
    "x, y, -z": lambda at: at * [1, 1, -1],
    "centimetres": lambda at: at / 10,
    "metres": lambda at: at / 1000,
    "moved by -8": lambda at: at - 8,
}


@pytest.mark.parametrize("what", WRITTEN)
def test_luna(what: str) -> None:
    right = luna(MARKS)
    assert not [each for each in right.warnings if each.code in ("W-321", "W-312")]
    wrong = [(scan, WRITTEN[what](at), score) for scan, at, score in MARKS]
    said = f"CPM .* as given; {right.metrics['CPM']:.3f} if the coordinates were {what}"
    with pytest.raises(InputError, match=said) as caught:
        luna(wrong)
    assert caught.value.code == "E-470"
    assert luna(wrong, fit_test=False).metrics["CPM"] < 0.1


def test_voxels_are_said_with_where_both_sides_lie() -> None:
    wrong = [(scan, (at + 400) / [0.7, 0.6, 1.4], score) for scan, at, score in MARKS]
    (said,) = [each.message for each in luna(wrong).warnings if each.code in ("W-321", "W-312")]
    assert "best detections are on an object of their image; they have x from" in said


def test_reversed_scores_are_said_alone() -> None:
    wrong = [(scan, at, 1 - score) for scan, at, score in MARKS]
    wrong += [(f"s{k // 3}", DRAW.uniform(-150, 150, 3), 0.9) for k in range(60)]
    codes = {each.code for each in luna(wrong).warnings}
    assert "W-315" in codes
    assert not codes & {"W-321", "W-312"}


@pytest.mark.parametrize(("what", "by"), [("pixels of level 5", 32), ("micrometres", 1 / 0.243)])
def test_camelyon(what: str, by: float) -> None:
    draw = np.random.default_rng(2)
    centers = draw.uniform(6000, 60000, (24, 2))
    corners = [
        (f"s{k // 2}", f"l{k}", *(center + offset))
        for k, center in enumerate(centers)
        for offset in ([-900, -900], [900, -900], [900, 900], [-900, 900])
    ]
    lesions = dict(zip(("slide", "lesion", "x", "y"), map(list, zip(*corners, strict=True)), strict=True))
    points = centers + draw.normal(0, 200, (24, 2))

    def found(factor: float, order: list[int]) -> dict[str, Any]:
        x, y = (points * factor)[:, order].T.tolist()
        return {
            "slide": [f"s{k // 2}" for k in range(24)],
            "confidence": np.linspace(0.9, 0.1, 24).tolist(),
            "x": x,
            "y": y,
        }

    right = tb.evaluate(lesions, found(1, [0, 1]), protocol="camelyon16").metrics["FROC"]
    assert right > 0.9
    with pytest.raises(InputError, match=f"{right:.3f} if the coordinates were {what}"):
        tb.evaluate(lesions, found(1 / by, [0, 1]), protocol="camelyon16")
    with pytest.raises(InputError, match=f"{right:.3f} if the coordinates were y, x"):
        tb.evaluate(lesions, found(1, [1, 0]), protocol="camelyon16")
