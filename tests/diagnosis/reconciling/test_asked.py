"""Numbers as tools print them."""

from __future__ import annotations

import pytest

from truebox.diagnosis.reconciling.asked import asked_numbers


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("AP", "AP"),
        ("mAP", "AP"),
        ("mAP50-95", "AP"),
        ("map50_95", "AP"),
        ("mAP@0.5:0.95", "AP"),
        ("mAP50", "AP50"),
        ("map_50", "AP50"),
        ("AP@0.5", "AP50"),
        ("mAP_75", "AP75"),
        ("AP75[a b]", "AP75[a b]"),
    ],
)
def test_names(name: str, ours: str) -> None:
    assert list(asked_numbers({name: 0.5}, ["a b"])) == [ours]


@pytest.mark.parametrize(
    ("text", "value", "half"),
    [
        ("0.780", 0.78, 0.0005),
        (0.78, 0.78, 0.005),
        ("78.0", 0.78, 0.0005),
        ("78%", 0.78, 0.005),
        ("0.7 %", 0.007, 0.0005),
        ("1.0", 1.0, 0.05),
    ],
)
def test_shares_and_percent(text: str | float, value: float, half: float) -> None:
    found = asked_numbers({"AP": text}, [])["AP"]
    assert found.value == pytest.approx(value, abs=1e-12)
    assert found.half == pytest.approx(half, abs=2e-9)
