"""AMOTA and AMOTP: by hand, and as nuscenes-devkit 1.2.0 with motmetrics 1.4.0 has them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from truebox.errors import ArgumentError
from truebox.tracking import evaluate_at_recalls

NAN = float("nan")
NAMES = (
    "AMOTA", "AMOTP", "recall", "MOTAR", "GT", "MOTA", "MOTP", "MT", "ML", "FAF", "TP", "FP", "FN", "IDS",
    "FRAG", "TID", "LGD",
)  # fmt: skip


def line(ids: list[Any], *, y: float = 0.0, score: float = 0.5) -> dict[str, Any]:
    """One object that moves a metre a frame."""
    frames = list(range(len(ids)))
    return {"frames": frames, "ids": ids, "centers": [[t, y] for t in frames], "scores": [score] * len(ids)}


def drawn(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Scenes of three classes whose tracks break, stray, and are found where nothing is."""
    chance = np.random.default_rng(seed)
    truth, found = {}, {}
    for scene in ("one", "two"):
        true: dict[str, list[Any]] = {"frames": [], "ids": [], "centers": [], "labels": []}
        seen: dict[str, list[Any]] = {"frames": [], "ids": [], "centers": [], "labels": [], "scores": []}
        for number in range(8):
            label = ("car", "pedestrian", "bus")[int(chance.integers(3))]
            place, step = chance.uniform(0, 8, 2) + 1000, chance.normal(0, 0.7, 2)
            track, score = 10 * number, chance.random()
            for frame in range(int(chance.integers(0, 4)), 12):
                place = place + step
                if chance.random() < 0.95:
                    for column, value in zip(
                        true.values(), (frame, f"o{number}", place.tolist(), label), strict=True
                    ):
                        column.append(value)
                track += int(chance.random() < 0.1)
                if chance.random() < 0.8:
                    there = (place + chance.normal(0, 0.6, 2)).tolist()
                    values = (frame, track, there, label, float(np.clip(score + chance.normal(0, 0.1), 0, 1)))
                    for column, value in zip(seen.values(), values, strict=True):
                        column.append(value)
        truth[scene], found[scene] = true, seen
    return truth, found


def test_a_perfect_tracker() -> None:
    rows = line(["a"] * 3)
    result = evaluate_at_recalls(rows, rows)
    assert result.metrics["AMOTA"] == 1
    assert result.metrics["AMOTP"] == 0
    assert (result.metrics["MT"], result.metrics["ML"], result.metrics["GT"]) == (1, 0, 3)
    assert result.recalls[[0, -1]].tolist() == [1, 0.1]
    assert result.curves["all"]["score"].tolist() == [0.5] * 40


def test_recalls_that_are_not_reached_count_as_the_worst() -> None:
    # One of two objects is found: MOTAR is 1 - (3 - .5 * 6) / 3 = 1 at 18 recalls up to .5, and 0 at 22.
    truth = {key: line(["a"] * 3)[key] + line(["b"] * 3, y=50)[key] for key in ("frames", "ids", "centers")}
    result = evaluate_at_recalls(truth, line([1] * 3, y=1))
    reached = int((result.recalls <= 0.5).sum())
    assert result.metrics["AMOTA"] == pytest.approx(reached / 40, abs=1e-15)
    assert result.metrics["AMOTP"] == pytest.approx((reached * 1 + (40 - reached) * 2) / 40, abs=1e-15)
    assert (result.metrics["recall"], result.metrics["ML"], result.metrics["FN"]) == (0.5, 1, 3)


def test_a_gap_delays_and_fragments() -> None:
    found = line([1, 1, 1, 1, 1])
    found = {key: [found[key][k] for k in (1, 4)] for key in found}
    result = evaluate_at_recalls(line(["a"] * 5), found)
    assert (result.metrics["TID"], result.metrics["LGD"]) == (0.5, 1.0)
    assert (result.metrics["FRAG"], result.metrics["FN"], result.metrics["IDS"]) == (1, 3, 0)


def test_the_score_of_a_track_is_the_mean_of_its_rows() -> None:
    found = line([1, 1]) | {"scores": [0.2, 0.6]}
    assert evaluate_at_recalls(line(["a", "a"]), found).curves["all"]["score"].tolist() == [0.4] * 40


def test_a_class_of_which_nothing_is_found_has_the_worst_of_all() -> None:
    empty: dict[str, Any] = {"frames": [], "ids": [], "centers": [], "scores": []}
    metrics = evaluate_at_recalls(line(["a"] * 3), empty).metrics
    worst = (
        0,
        2,
        0,
        0,
        3,
        0,
        2,
        0,
        1,
        500,
        0,
        0,
        3,
        0,
        0,
        20,
        20,
    )  # configs/tracking_nips_2019.json of the kit
    assert metrics == dict(zip(NAMES, worst, strict=True))


def test_tracks_of_one_id_in_two_scenes_of_which_nothing_is_found_are_one() -> None:
    # As `gt_track_ids` of the kit's accumulate() has it; in its own data no two scenes share an id.
    empty: dict[str, Any] = {"frames": [], "ids": [], "centers": [], "scores": []}
    scenes = {"one": line(["a"]), "two": line(["a"])}
    assert evaluate_at_recalls(scenes, dict.fromkeys(scenes, empty)).metrics["ML"] == 1


def test_a_class_without_truth_is_not_defined() -> None:
    truth = line(["a"] * 2) | {"labels": ["car"] * 2}
    result = evaluate_at_recalls(truth, line([1, 1]) | {"labels": ["bus"] * 2})
    assert set(result.per_class["bus"].values()) == {None}
    assert list(result.curves) == ["car"]


@pytest.mark.parametrize(
    ("seed", "of_class", "expected"),
    [
        (
            1,
            "car",
            (
                0.675,
                1.1604555174480349,
                0.7407407407407407,
                1.0,
                27.0,
                0.7037037037037037,
                0.7511303448665829,
                1.0,
                0.0,
                0.0,
                19.0,
                0.0,
                7.0,
                1.0,
                4.0,
                0.0,
                1.0,
            ),
        ),
        (
            1,
            "pedestrian",
            (
                0.7203586509563953,
                1.018358805814285,
                0.8285714285714286,
                0.9629629629629629,
                70.0,
                0.7428571428571429,
                0.6716262963604803,
                6.0,
                0.0,
                9.523809523809524,
                54.0,
                2.0,
                12.0,
                4.0,
                5.0,
                0.1875,
                0.6875,
            ),
        ),
        (
            1,
            "bus",
            (
                0.46200847763347763,
                1.3633543422194574,
                0.6170212765957447,
                0.8888888888888887,
                47.0,
                0.5106382978723405,
                0.8198001271112239,
                1.0,
                0.0,
                27.27272727272727,
                27.0,
                3.0,
                18.0,
                2.0,
                9.0,
                0.8,
                1.3,
            ),
        ),
        (
            1,
            "all",
            (
                0.6191223761966244,
                1.1807228884939258,
                0.728777815302638,
                0.9506172839506172,
                48.0,
                0.6523997148110624,
                0.7475189227794291,
                8.0,
                0.0,
                12.265512265512264,
                100.0,
                5.0,
                37.0,
                7.0,
                18.0,
                0.32916666666666666,
                0.9958333333333332,
            ),
        ),
        (
            2,
            "car",
            (
                0.7,
                1.2107464688436929,
                0.7941176470588235,
                0.9999999999999999,
                34.0,
                0.7352941176470589,
                0.8364482508745669,
                1.0,
                0.0,
                0.0,
                25.0,
                0.0,
                7.0,
                2.0,
                5.0,
                0.0,
                0.8333333333333334,
            ),
        ),
        (
            2,
            "pedestrian",
            (
                0.7593406593406593,
                1.052701242172145,
                0.8461538461538461,
                0.9047619047619048,
                52.0,
                0.7307692307692308,
                0.7805254767838654,
                4.0,
                0.0,
                17.391304347826086,
                42.0,
                4.0,
                8.0,
                2.0,
                5.0,
                0.1,
                0.6,
            ),
        ),
        (
            2,
            "bus",
            (
                0.6982657194254215,
                1.0019335021217661,
                0.8227848101265823,
                0.935483870967742,
                79.0,
                0.7341772151898734,
                0.691952528467442,
                5.0,
                0.0,
                17.391304347826086,
                62.0,
                4.0,
                14.0,
                3.0,
                10.0,
                0.125,
                0.5625,
            ),
        ),
        (
            2,
            "all",
            (
                0.7192021262553602,
                1.0884604043792012,
                0.8210187677797506,
                0.9467485919098823,
                55.0,
                0.7334135212020544,
                0.7696420853752914,
                10.0,
                0.0,
                11.594202898550725,
                129.0,
                8.0,
                29.0,
                7.0,
                20.0,
                0.075,
                0.6652777777777779,
            ),
        ),
    ],
)
def test_the_numbers_of_the_kit(seed: int, of_class: str, expected: tuple[float, ...]) -> None:
    result = evaluate_at_recalls(*drawn(seed))
    found = result.metrics if of_class == "all" else result.per_class[of_class]
    # The kit's distances are differences of squares of coordinates about 1,000: no more digits are the same
    # with another BLAS.
    assert [found[name] for name in NAMES] == pytest.approx(list(expected), rel=1e-9)


@pytest.mark.parametrize(
    ("truth", "predictions", "how", "said"),
    [
        ([], line([1]), {}, "truth: expected a mapping"),
        ({"s": 3}, {"s": line([1])}, {}, "expected columns"),
        (line(["a"]), {"s": line([1])}, {}, "one side alone has the scene"),
        ({"frames": [0], "ids": [1]}, line([1]), {}, "column 'centers' is missing"),
        (line(["a"]), {"frames": [0], "ids": [1], "centers": [[0, 0]]}, {}, "column 'scores' is missing"),
        (line(["a"]), line([1]) | {"centers": [[0, 0, 0]]}, {}, "centers must be finite numbers"),
        (line(["a"]), line([1]) | {"scores": [NAN]}, {}, "scores must be finite numbers"),
        (line(["a"]), line([1]) | {"scores": ["high"]}, {}, "scores must be finite numbers"),
        (line(["a"]) | {"frames": [0.5]}, line([1]), {}, "no whole numbers"),
        (line(["a"]) | {"labels": []}, line([1]), {}, "0 labels for 1 ids"),
        (line(["a"]), line([1, 1]) | {"frames": [4, 4]}, {}, "the id 1 occurs twice in frame 4"),
        ({"frames": [], "ids": [], "centers": []}, line([1]), {}, "there is no object"),
        (line(["a"]), line([1]), {"limit": 0}, "limit: 0 is no distance"),
        (line(["a"]), line([1]), {"recalls": 0}, "cannot be asked for"),
        (line(["a"]), line([1]), {"least_recall": 0}, "cannot be asked for"),
    ],
)
def test_what_is_refused_says_how_to_mend_it(
    truth: Any, predictions: Any, how: dict[str, Any], said: str
) -> None:
    with pytest.raises(ArgumentError, match=said) as refused:
        evaluate_at_recalls(truth, predictions, **how)
    assert "Fix: " in str(refused.value)
