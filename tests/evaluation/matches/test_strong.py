"""What is found without the match table is what the table says."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import coco_worlds
import numpy as np
import pytest
from match_worlds import annotation, detection, result_of, small_result

from truebox.errors import ArgumentError
from truebox.evaluation import Result, StrongPairs, evaluate

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def both_ways(result: Result, least: float) -> tuple[StrongPairs, StrongPairs]:
    """Without the table and with it."""
    assert result.ground is not None
    assert result.ground._made == []
    alone = result.strong_pairs(least)
    assert result.ground._made == []
    assert len(result.matches.detections) == len(result.state)
    return alone, result.strong_pairs(least)


def triples(strong: StrongPairs, least: float) -> list[tuple[int, int, float]]:
    rows = np.repeat(np.arange(len(strong.excused)), np.diff(strong.pairs.offsets))
    columns = zip(rows.tolist(), strong.pairs.truth.tolist(), strong.pairs.overlap.tolist(), strict=True)
    return [each for each in columns if each[2] >= least]


@pytest.mark.parametrize("protocol", ["coco", "voc", "lvis", "open_images"])
def test_both_ways_agree(protocol: str) -> None:
    found = excused = 0
    for seed in range(16):
        rng = np.random.default_rng(900 + seed)
        truth, predictions = coco_worlds.world(rng, images=6)
        if protocol == "lvis":
            for image in truth["images"]:
                image |= {"neg_category_ids": [1], "not_exhaustive_category_ids": [1, 2]}
            for category in truth["categories"]:
                category["frequency"] = "f"
        settings: dict[str, Any] = {} if protocol == "coco" else {"protocol": protocol}
        if protocol == "coco":
            settings["mode"] = "corrected" if seed % 2 else "strict"
        least = float(rng.choice([0.1, 0.5, 0.99]))
        alone, of_table = both_ways(evaluate(truth, predictions, **settings), least)
        assert triples(alone, least) == triples(of_table, least)
        assert alone.excused.tolist() == of_table.excused.tolist()
        assert alone.ignored.tolist() == of_table.ignored.tolist()
        assert alone.category.tolist() == of_table.category.tolist()
        assert alone.category_names == of_table.category_names
        found += len(triples(alone, least))
        excused += int(alone.excused.sum())
    assert found > 30
    assert excused > 30 or protocol != "lvis"


def test_smaller_overlaps_are_not_even_looked_for() -> None:
    found = [detection(1, 1, (0, 0, 10, 6), 0.9), detection(1, 1, (0, 0, 10, 2), 0.8)]
    result = result_of([annotation(1, 1, (0, 0, 10, 10))], found)
    assert result.strong_pairs(0.5).pairs.overlap.tolist() == [0.6]
    assert result.matches.pairs.overlap.tolist() == [0.6, 0.2]


def test_what_nothing_matches_and_yet_is_ignored_is_excused() -> None:
    assert not small_result().strong_pairs(0.5).excused.any()  # the one in the crowd is matched by it
    # beyond 1e10, where the reference's range "all" ends, a detection that nothing matches is ignored
    huge = detection(1, 1, (0.0, 0.0, 2e5, 1e5), 0.9)
    result = result_of([annotation(1, 1, (0, 0, 9, 9))], [huge], mode="strict")
    assert result.strong_pairs(0.5).excused.tolist() == [True]


def test_a_result_from_elsewhere_has_none() -> None:
    with pytest.raises(ArgumentError, match="was not evaluated here"):
        replace(small_result(), ground=None).strong_pairs(0.5)
