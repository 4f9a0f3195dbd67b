"""Matching again by centres, seen through the protocol that asks for it."""

from __future__ import annotations

import numpy as np
import pytest

import truebox as tb
from truebox.evaluation.protocols.driving.centers.settling import settled_by_centers

NAMES = ("tx_m", "ty_m", "tz_m", "length_m", "width_m", "height_m", "qw", "qx", "qy", "qz")


def table(*places: float, **more: list[float]) -> dict[str, object]:
    columns = {
        name: [value] * len(places)
        for name, value in zip(NAMES[1:], (0, 0, 4, 2, 2, 1, 0, 0, 0), strict=True)
    }
    of_all = {"timestamp_ns": [1] * len(places), "category": ["BUS"] * len(places)}
    return {"tx_m": list(places), **columns, **of_all, **more}


@pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")
def test_objects_and_errors_by_detection() -> None:
    """Of three in the order of their scores the second is 1.5 m off, the last 9 m."""
    result = tb.evaluate(table(0, 20), table(0, 21.5, 11, score=[0.9, 0.8, 0.7]), protocol="argoverse2")
    assert result.matches.detections.matched_truth.tolist() == [
        [0, 0, 0, 0],
        [-1, -1, 1, 1],
        [-1, -1, -1, -1],
    ]
    assert result.state.values is not None
    assert result.state.values[:, 0] == pytest.approx([0, 1.5, np.nan], nan_ok=True)
    assert callable(settled_by_centers)
