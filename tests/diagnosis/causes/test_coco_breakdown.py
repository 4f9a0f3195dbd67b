"""What one can ask of COCO's nested analysis."""

from __future__ import annotations

import json

import numpy as np
import pytest

from truebox.diagnosis import CocoBreakdown
from truebox.errors import ArgumentError


def made(groups: dict[str, tuple[int, ...]] | None = None) -> CocoBreakdown:
    """Three classes, two sizes; the third class has no small truth."""
    precision = np.empty((7, 5, 3, 2))
    for setting in range(7):
        precision[setting, :, :, 0] = [setting / 10, setting / 20, setting / 30]
        precision[setting, :, :, 1] = [setting / 10, setting / 20, -1.0]
    return CocoBreakdown(
        precision=precision,
        areas=("small", "all")[::-1],
        names=("cat", "dog", "<car>"),
        groups=groups,
        undefined=None if groups else "the truth's file names no supercategories",
    )


GROUPS = {"animal": (0, 1), "vehicle": (2,)}


def test_means_over_classes_that_have_truths() -> None:
    breakdown = made(GROUPS)
    assert breakdown.ap("C50", "small") == pytest.approx((0.1 + 0.05) / 2)
    assert breakdown.ap("C50") == pytest.approx((0.1 + 0.05 + 1 / 30) / 3)
    assert breakdown.ap("Loc", category="dog") == breakdown.ap("Loc", category=1) == pytest.approx(0.1)
    assert breakdown.ap("Loc", group="animal") == pytest.approx(0.15)
    assert breakdown.ap("Loc", "small", group="vehicle") is None


def test_without_groups_one_setting_is_undefined() -> None:
    breakdown = made()
    assert breakdown.ap("Sim") is None
    assert breakdown.undefined == "the truth's file names no supercategories"
    assert breakdown.ap("Oth") is not None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("C25",), "setting: 'C25' is unknown"),
        (("C50", "tiny"), "area: 'tiny' is unknown"),
    ],
)
def test_unknown_names(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        made().ap(*arguments)


def test_unknown_classes_and_groups() -> None:
    with pytest.raises(ArgumentError, match="category: 'cow' is unknown"):
        made().ap("C50", category="cow")
    with pytest.raises(ArgumentError, match="group: 'animal' is unknown. Fix: pass one of none"):  # noqa: RUF043
        made().ap("C50", group="animal")


def test_plain_values_and_a_table_for_notebooks() -> None:
    document = json.loads(json.dumps(made(GROUPS).to_dict()))
    assert document["per_group"][1] == {"name": "vehicle", "ap": document["per_class"][2]["ap"]}
    assert document["all"]["FN"]["all"] == pytest.approx((0.6 + 0.3 + 0.2) / 3)
    assert "n/a" in made()._repr_html_()
    assert "<tr><th>all</th>" in made()._repr_html_()
