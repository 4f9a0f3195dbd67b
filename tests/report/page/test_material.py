"""What several sections need is that of the diagnoses, and made once."""

from __future__ import annotations

import pytest
from diagnosed_results import made_result

from truebox.diagnosis import label_errors
from truebox.report.page import material as module
from truebox.report.page.material import Material
from truebox.report.page.side import Side


@pytest.fixture(scope="module")
def side() -> Side:
    return Side.of(made_result())


def test_suspects_are_those_of_the_diagnosis(side: Side) -> None:
    wanted = [each.to_dict() for each in label_errors([made_result()]).suspects]
    assert Material(sides=[side]).suspects == wanted[:60]


def test_one_result_has_nothing_to_compare(side: Side) -> None:
    assert Material(sides=[side], replicates=1000).comparisons == []


def test_images_of_suspects_are_among_the_chosen(side: Side) -> None:
    material = Material(sides=[side], most_images=8)
    wanted = [each["image_id"] for each in material.suspects]
    ids = [side.result.state.images[place] for place in material.choice.places.tolist()]
    assert len(ids) == 8
    assert wanted[0] in ids


def test_it_is_made_once(side: Side, monkeypatch: pytest.MonkeyPatch) -> None:
    material = Material(sides=[side])
    first = material.suspects
    monkeypatch.setattr(module, "label_errors", None)
    assert material.suspects is first
