"""HOTA, CLEAR and Identity beside their definitions in plain Python, and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from track_worlds import make_tracks

from truebox.errors import TrueboxWarning
from truebox.evaluation import evaluate_tracks
from truebox.evaluation.tracks.measures import flat_metrics

plain = pytest.importorskip("plain_tracks", reason="scipy is not installed")


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("grid", [0.0, 16.0])
def test_beside_the_definitions(seed, grid):
    world = make_tracks(seed, 25, 10, grid=grid)
    truth, found = world.sides
    result = evaluate_tracks(truth, found, fit_test=False)
    hota = plain.plain_hota(truth, found, truth["length"])
    for name, values in hota.items():
        np.testing.assert_allclose(result.fields["HOTA"][name], values, rtol=1e-9, atol=1e-12, err_msg=name)
    for name, value in {
        **plain.plain_clear(truth, found, truth["length"]),
        **plain.plain_identity(truth, found, truth["length"]),
    }.items():
        assert result.metrics[name] == pytest.approx(value, rel=1e-12), name


def side(frames, ids, boxes):
    return {"frames": frames, "ids": ids, "boxes": boxes}


BOX = [0, 0, 10, 10]


def test_one_switch_by_hand():
    """Two ids of two frames each: A(c) = 2 / 4 for every match, so AssA is a half."""
    result = evaluate_tracks(
        side([0, 1, 2, 3], [7] * 4, [BOX] * 4), side([0, 1, 2, 3], [1, 1, 2, 2], [BOX] * 4)
    )
    assert result.metrics["DetA"] == 1
    assert result.metrics["AssA"] == 0.5
    assert result.metrics["HOTA"] == pytest.approx(0.5**0.5, abs=1e-15)
    assert (result.metrics["IDSW"], result.metrics["Frag"], result.metrics["MT"]) == (1, 0, 1)
    assert result.metrics["MOTA"] == 0.75
    assert result.metrics["IDF1"] == 0.5


def test_ids_have_no_meaning_but_to_be_equal():
    """Any whole numbers or texts; strict mode refuses negative ones, corrected mode takes them."""
    truth = side([0, 1], [10**13, 10**13], [BOX] * 2)
    for ids in ([5, 5], ["b", "b"], [2**60, 2**60]):
        assert evaluate_tracks(truth, side([0, 1], ids, [BOX] * 2)).metrics["HOTA"] == 1
    mixed = side([0, 1], [-1, 5], [BOX] * 2)
    assert evaluate_tracks(truth, mixed, mode="corrected").metrics["HOTA"] == pytest.approx(
        0.5**0.5, abs=1e-15
    )


@pytest.mark.parametrize(("strict", "corrected"), [((0, 1), (1, 0))])
def test_quirks_of_gaps(strict, corrected):
    """A silent frame breaks no track in strict mode (M4), a gap of the truth among others does."""
    silent = side([0, 2], [1, 1], [BOX] * 2)
    truth = side([0, 1, 2], [7] * 3, [BOX] * 3)
    far = [500, 500, 10, 10]
    gap = side([0, 2, 0, 1, 2], [7, 7, 8, 8, 8], [BOX, BOX, far, far, far])
    both = side([0, 2, 0, 1, 2], [1, 1, 2, 2, 2], [BOX, BOX, far, far, far])
    for mode, expected in (("strict", strict), ("corrected", corrected)):
        counted = tuple(
            evaluate_tracks(*pair, mode=mode).metrics["Frag"] for pair in ((truth, silent), (gap, both))
        )
        assert counted == expected


def test_quirks_of_four_fifths_and_the_logarithm():
    """Exactly 80 % is partly tracked in strict mode (M5); one switch costs MOTAL nothing there (M17)."""
    truth = side(range(10), [7] * 10, [BOX] * 10)
    found = side(range(8), [1] * 4 + [2] * 4, [BOX] * 8)
    strict, corrected = (evaluate_tracks(truth, found, mode=mode).metrics for mode in ("strict", "corrected"))
    assert (strict["MT"], corrected["MT"]) == (0, 1)
    assert strict["MOTAL"] == 0.8
    assert corrected["MOTAL"] == pytest.approx(0.8 - np.log10(2) / 10, abs=1e-15)


@pytest.mark.parametrize("switches", [11, 40, 43])
def test_the_logarithm_is_that_of_numpy(switches):
    """TrackEval takes np.log10, whose last bit is another than that of the C library for these."""
    frames = list(range(switches + 1))
    boxes = [[0, 0, 10, 10]] * len(frames)
    found = side(frames, frames, boxes)
    result = evaluate_tracks(side(frames, [1] * len(frames), boxes), found, fit_test=False)
    assert result.metrics["IDSW"] == switches
    assert result.metrics["MOTAL"] == (len(frames) - np.log10(switches)) / len(frames)


def test_nothing_on_a_side():
    """Empty sides are valid: nothing found or to find; LocA is 1 in strict mode (M3), else undefined."""
    some, none = side([0, 1], [1, 1], [BOX] * 2), side([], [], [])
    with pytest.warns(TrueboxWarning, match="no sequence has a box"):
        missed = evaluate_tracks(some, none)
    assert (missed.metrics["HOTA"], missed.metrics["MOTA"], missed.metrics["CLR_FN"]) == (0, 0, 2)
    assert missed.metrics["LocA"] == 1
    assert evaluate_tracks(some, none, mode="corrected", fit_test=False).metrics["LocA"] is None
    invented = evaluate_tracks(none, some)
    assert (invented.metrics["CLR_FP"], invented.metrics["IDFP"]) == (2, 2)
    assert evaluate_tracks(none, none).metrics["SFDA"] is None


def test_corrected_numbers_do_not_depend_on_the_order_of_rows():
    world = make_tracks(11, 25, 12, grid=16)
    truth, found = world.sides
    order = np.random.default_rng(0).permutation(len(found["ids"]))
    mixed = {name: values[order] if np.ndim(values) else values for name, values in found.items()}
    one, other = (evaluate_tracks(truth, each, mode="corrected", fit_test=False) for each in (found, mixed))
    assert one.metrics == other.metrics


def test_one_number_each():
    assert flat_metrics({"HOTA": {"HOTA": np.array([0.5, 1.0])}, "CLEAR": {"IDSW": np.int64(3)}}) == {
        "HOTA": 0.75,
        "IDSW": 3,
    }


@pytest.mark.parametrize("missed", [1, 3, 7])
def test_shares_of_what_is_found_and_missed_by_hand(missed):
    """An object in ten frames, not found in so many of them, and two boxes found where nothing is."""
    frames_of_found = list(range(missed, 10))
    found = side(
        [*frames_of_found, 0, 1],
        [1] * len(frames_of_found) + [2, 2],
        [BOX] * len(frames_of_found) + [[500, 500, 10, 10]] * 2,
    )
    fields = evaluate_tracks(side(list(range(10)), [1] * 10, [BOX] * 10), found, fit_test=False).fields[
        "HOTA"
    ]
    right = 10 - missed
    for name, value in {
        "HOTA_TP": right,
        "HOTA_FN": missed,
        "HOTA_FP": 2,
        "DetRe": right / 10,
        "DetPr": right / (right + 2),
        "DetA": right / 12,
        "AssA": right / 10,
        "OWTA": right / 10,
        "LocA": 1,
    }.items():
        assert fields[name] == pytest.approx(np.full(19, value), abs=1e-12), name


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("mode", ["strict", "corrected"])
def test_every_number_of_clear_is_made_of_its_counts(seed, mode):
    """As Bernardin and Stiefelhagen 2008 and TrackEval 1.3.0 define them, by fractions of the counts."""
    truth, found = make_tracks(seed, 25, 10).sides
    fields = evaluate_tracks(truth, found, mode=mode, fit_test=False).fields["CLEAR"]
    tp, fn, fp, switches = (int(fields[name]) for name in ("CLR_TP", "CLR_FN", "CLR_FP", "IDSW"))
    ids, frames = sum(int(fields[name]) for name in ("MT", "PT", "ML")), int(fields["CLR_Frames"])
    assert min(tp, fn, fp, switches, ids) > 0
    assert (tp + fn, tp + fp) == (len(truth["ids"]), len(found["ids"]))
    lost = np.log10(switches + (mode == "corrected"))
    wanted = {
        "MODA": (tp - fp) / (tp + fn),
        "MOTA": (tp - fp - switches) / (tp + fn),
        "sMOTA": (fields["MOTP_sum"] - fp - switches) / (tp + fn),
        "MOTAL": (tp - fp - lost) / (tp + fn),
        "MOTP": fields["MOTP_sum"] / tp,
        "CLR_Re": tp / (tp + fn),
        "CLR_Pr": tp / (tp + fp),
        "CLR_F1": 2 * tp / (2 * tp + fn + fp),
        "FP_per_frame": fp / frames,
        "MTR": fields["MT"] / ids,
        "PTR": fields["PT"] / ids,
        "MLR": fields["ML"] / ids,
    }
    assert {name: float(fields[name]) for name in wanted} == pytest.approx(wanted, rel=1e-12)
