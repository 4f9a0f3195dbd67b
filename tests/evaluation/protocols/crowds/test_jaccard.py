"""The Jaccard index of crowds by hand: which pairs, which images, which cut."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.diagnosis.certainty.replicates import Resampling
from truebox.evaluation.protocols.crowds.jaccard import JACCARD
from truebox.evaluation.states.deferred import tables_of_state
from truebox.evaluation.states.summary import summarise
from truebox.generation import make_dataset

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

_ADDED = 1e-6  # to what pairs are divided by, in lib/evaluate/compute_JI.py
A, B, FAR = [0, 0, 40, 80], [100, 0, 40, 80], [300, 300, 40, 80]


def person(box: list[float], tag: str = "person") -> dict[str, Any]:
    return {"tag": tag, "fbox": box, "vbox": box, "hbox": box, "extra": {}}


def evaluated(folder: Path, truth: list[list[Any]], found: list[list[Any]], **how: Any) -> Any:
    paths = folder / "truth.odgt", folder / "found.odgt"
    size = {"width": 5000, "height": 1000}
    lines = [
        [{"ID": f"i{k}", **size, "gtboxes": held} for k, held in enumerate(truth)],
        [
            {"ID": f"i{k}", "dtboxes": [{"box": box, "score": score} for box, score in held]}
            for k, held in enumerate(found)
        ],
    ]
    for path, rows in zip(paths, lines, strict=True):
        path.write_text("\n".join(map(json.dumps, rows)) + "\n")
    return tb.evaluate(*paths, protocol="crowdhuman", fit_test=False, **how)


def test_two_good_pairs_are_worth_more_than_three_poor_ones(tmp_path: Path) -> None:
    """A chain of boxes 1000 wide: neighbours 50 apart have IoU 0.905, those 320 apart 0.515."""
    places = [0, 320, 370, 690, 740, 1060]
    boxes = [[float(x), 0.0, 1000.0, 100.0] for x in places]
    people = [person(box) for box in boxes[::2]]
    found = [(box, 0.9) for box in boxes[1::2]]
    result = evaluated(tmp_path, [people], [found])
    assert result.metrics["AR"] < 1  # by score too
    assert result.metrics["JI"] == pytest.approx(2 / (3 + 3 - 2 + _ADDED), abs=1e-15)


def test_the_best_total_is_not_what_the_highest_scores_take(tmp_path: Path) -> None:
    """The first detection overlaps both people by more than half, the second one of them."""
    people = [person([0, 0, 1000, 100]), person([300, 0, 1000, 100])]
    found = [([140, 0, 1000, 100], 0.9), ([0, 0, 900, 100], 0.8)]
    result = evaluated(tmp_path, [people], [found])
    assert result.metrics["JI"] == pytest.approx(2 / (2 + _ADDED), abs=1e-15)


def test_images_with_people_alone_count_and_empty_ones_do_not(tmp_path: Path) -> None:
    truth, found = [[person(A)], [person(B)], []], [[(A, 0.95)], [], []]
    metrics = evaluated(tmp_path, truth, found).metrics
    assert metrics["JI"] == pytest.approx(1 / (1 + _ADDED) / 2, abs=1e-15)
    metrics = evaluated(tmp_path, truth, [[(A, 0.95)], [], [(FAR, 0.95)]]).metrics
    assert metrics["JI"] == pytest.approx(1 / (1 + _ADDED) / 3, abs=1e-15)


def test_a_score_must_exceed_the_cut(tmp_path: Path) -> None:
    metrics = evaluated(tmp_path, [[person(A)]], [[(A, 0.5), (FAR, 0.2)]]).metrics
    half, whole = 1 / (2 + _ADDED), 1 / (1 + _ADDED)
    expected = [whole, half, half, *[whole] * 3, *[0.0] * 5]
    assert [metrics[key] for key in JACCARD] == pytest.approx(expected, abs=1e-15)


def test_half_an_overlap_is_no_pair(tmp_path: Path) -> None:
    assert evaluated(tmp_path, [[person(A)]], [[([0, 0, 20, 80], 0.9)]]).metrics["JI"] == 0.0


def test_what_lies_in_a_region_without_a_partner_is_left_out(tmp_path: Path) -> None:
    region = person([100, 0, 200, 200], "mask")
    inside = [120, 0, 40, 80]
    truth = [[person(A), person(inside), region]]
    alone = evaluated(tmp_path, truth, [[(A, 0.95), ([200, 0, 40, 80], 0.95)]])
    assert alone.metrics["JI"] == pytest.approx(1 / (1 + _ADDED), abs=1e-15)
    paired = evaluated(tmp_path, truth, [[(A, 0.95), (inside, 0.95)]])
    assert paired.metrics["JI"] == pytest.approx(2 / (2 + _ADDED), abs=1e-15)


def test_regions_alone(tmp_path: Path) -> None:
    """As the kit: 0 where a detection is left over, undefined where nothing is."""
    truth = [[person(A, "mask")]]
    some = evaluated(tmp_path, truth, [[(FAR, 0.55)]])
    assert (some.metrics["AP"], some.metrics["JI"], some.metrics["JI[0.6]"]) == (None, 0.0, None)
    none = evaluated(tmp_path, truth, [[(A, 0.55)]])
    assert none.metrics["JI"] is None
    assert none.undefined["JI"] == "no image holds people or detections that count"


def made() -> tuple[Any, Any]:
    return make_dataset(30, 3, 12, 3.0, 1)


def test_states_add_and_draws_count_images() -> None:
    truth, found = made()
    whole = tb.evaluate(truth, found, protocol="crowdhuman", fit_test=False)
    ids = sorted(whole.state.images.tolist())
    first, second = (
        tb.evaluate(truth, found, protocol="crowdhuman", fit_test=False, images=part)
        for part in (ids[:10], ids[10:])
    )
    total = first.state + second.state
    metrics = summarise(total, tables_of_state(total)).metrics
    for key in JACCARD:
        assert metrics[key] == pytest.approx(whole.metrics[key], abs=1e-12)
    weights = np.zeros((2, 30), dtype=np.uint8)
    weights[0], weights[1, :10] = 1, 1
    drawn = Resampling(whole).weighed(weights).metrics
    for key in JACCARD:
        expected = [whole.metrics[key], first.metrics[key]]
        assert drawn[key].tolist() == pytest.approx(expected, abs=1e-12), key


def test_a_better_detector_is_found_better() -> None:
    truth, found = made()
    good = tb.evaluate(truth, found, protocol="crowdhuman", fit_test=False)
    worse = tb.evaluate(
        truth,
        replace(good.predictions, boxes=good.predictions.boxes + np.array([9.0, 9, 0, 0])),
        protocol="crowdhuman",
        fit_test=False,
    )
    found_apart = tb.compare(worse, good, replicates=200).pairs[0].metrics["JI"]
    assert found_apart.value == pytest.approx(good.metrics["JI"] - worse.metrics["JI"], abs=1e-12)
    assert found_apart.value > 0
    assert found_apart.low > 0


def test_pieces_say_that_they_have_none() -> None:
    truth, found = made()
    result = tb.evaluate(truth, found, protocol="crowdhuman", fit_test=False)
    without = replace(result.state, cells=None)
    summary = summarise(without, tables_of_state(without))
    assert summary.metrics["JI"] is None
    assert "in pieces" in summary.undefined["JI"]
