"""ICDAR 2015 by hand: which word takes which detection, what excuses, what is left out, ranking."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import InputError

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")


def box(left: float, width: float, top: float = 0, height: float = 10) -> list[float]:
    right, bottom = left + width, top + height
    return [left, top, right, top, right, bottom, left, bottom]


def evaluated(folder: Path, truth: list[Any], found: list[Any], **how: Any) -> Any:
    """Of one image: corners and transcription, and corners and confidence where there is one."""
    for name, file, rows in (("truth", "gt_a.txt", truth), ("found", "res_a.txt", found)):
        (folder / name).mkdir(parents=True)
        lines = [",".join(map(str, row)) for row in rows]
        (folder / name / file).write_text("".join(f"{line}\n" for line in lines))
    how = {"protocol": "icdar2015", "geometry": "rotated", "fit_test": False, **how}
    return tb.evaluate(folder / "truth", folder / "found", **how)


def test_counts(tmp_path: Path) -> None:
    """Two of three words, by two of four detections that count; one lies in what is not to be read."""
    truth = [[*box(0, 40), "a"], [*box(100, 40), "b"], [*box(200, 40), "c"], [*box(300, 40), "###"]]
    found = [box(0, 40), box(105, 40), box(500, 40), box(600, 40), box(310, 20)]
    metrics = evaluated(tmp_path, truth, found).metrics
    assert metrics["recall"] == pytest.approx(2 / 3, abs=1e-15)
    assert metrics["precision"] == 0.5
    assert metrics["hmean"] == pytest.approx(4 / 7, abs=1e-15)
    assert metrics["AP"] is None


def test_exactly_half_is_not_more_than_half(tmp_path: Path) -> None:
    truth = [[191.07, 184.16, 341.21, 184.16, 341.21, 204.11, 191.07, 204.11, "a"]]
    half = [191.07, 184.16, 266.14, 184.16, 266.14, 204.11, 191.07, 204.11]
    more = [191.07, 184.16, 266.15, 184.16, 266.15, 204.11, 191.07, 204.11]
    assert evaluated(tmp_path / "half", truth, [half]).metrics["recall"] == 0
    assert evaluated(tmp_path / "more", truth, [more]).metrics["recall"] == 1


@pytest.mark.parametrize(
    ("word", "half", "found"),
    [
        ((62.99, 283.6, 149.19, 307.65), (62.99, 283.6, 106.09, 307.65), 1),
        ((70.29, 264.85, 189.81, 282.06), (70.29, 264.85, 130.05, 282.06), 0),
        ((182.33, 122.22, 325.83, 151.8), (182.33, 122.22, 254.08, 151.8), 0),
    ],
)
def test_half_is_as_the_kit_rounds(word: Any, half: Any, found: int, tmp_path: Path) -> None:
    """`DetectionIoUEvaluator` of MhLiao/DB at 65ca77a: recall 1, 0, 0.

    Its IoU, by shapely 2.2 with GEOS 3.14, is 0.5000000000000001, 0.5 and 0.5.
    """

    def outline(box: Any) -> list[float]:
        left, top, right, bottom = box
        return [left, top, right, top, right, bottom, left, bottom]

    result = evaluated(tmp_path, [[*outline(word), "a"]], [outline(half)])
    assert result.metrics["recall"] == found


def test_the_first_that_fits(tmp_path: Path) -> None:
    """X1: the first word takes the detection that is the second's best; the second then has none."""
    truth = [[*box(0, 100), "a"], [*box(20, 100), "b"]]
    found = [box(20, 100), box(-30, 100)]
    strict = evaluated(tmp_path / "s", truth, found)
    assert strict.metrics["recall"] == 0.5
    assert any(each.code == "W-310" and "X1" in each.message for each in strict.warnings)
    assert evaluated(tmp_path / "c", truth, found, mode="corrected").metrics["recall"] == 1


def test_outlines_that_cross_are_left_out_and_said(tmp_path: Path) -> None:
    """X4."""
    bow = [0, 0, 40, 10, 40, 0, 0, 10]
    result = evaluated(tmp_path, [[*bow, "a"], [*box(100, 40), "b"]], [bow, box(100, 40)])
    assert result.truths == 1
    assert result.metrics["hmean"] == 1
    assert sum(each.code == "W-314" and "cross" in each.message for each in result.warnings) == 2


def test_ap_of_confidences(tmp_path: Path) -> None:
    """False first, right second: 1/2 of the only word."""
    result = evaluated(tmp_path, [[*box(0, 40), "a"]], [[*box(200, 40), 0.9], [*box(0, 40), 0.8]])
    assert result.metrics["AP"] == 0.5


def test_the_most_confident_that_fits(tmp_path: Path) -> None:
    """The competition's script sorts an image's detections before words ask: AP 1, in file order 1/2."""
    truth = [[*box(0, 40), "a"]]
    found = [[*box(0, 30), 0.8], [*box(0, 40), 0.9]]
    result = evaluated(tmp_path / "a", truth, found)
    assert (result.metrics["AP"], result.metrics["precision"]) == (1.0, 0.5)
    assert partners(result) == {0: -1, 1: 0}
    unsaid = evaluated(tmp_path / "b", truth, [each[:-1] for each in found])
    assert partners(unsaid) == {0: 0, 1: -1}


def partners(result: Any) -> dict[int, int]:
    """Of each row of the detections, the row of its word."""
    held = result.matches.detections
    return dict(zip(held.row.tolist(), held.matched_truth[:, 0].tolist(), strict=True))


def competition(
    images: list[tuple[list[tuple[int, int, bool]], list[tuple[int, int, float]]]],
) -> tuple[list[Fraction], float]:
    """Recall, precision and AP of words and detections as stretches of one line, by the competition's script.

    Confidences sort the detections of an image; each word takes the first that is left and fits.
    """
    words = counting = right = 0
    ranked: list[tuple[float, bool]] = []
    for true, found in images:
        taken: set[int] = set()
        ordered = sorted(found, key=lambda each: -each[2])

        def shared(a: Sequence[float], b: Sequence[float]) -> int:
            return int(max(0, min(a[0] + a[1], b[0] + b[1]) - max(a[0], b[0])))

        excused = {
            k
            for k, each in enumerate(ordered)
            for word in true
            if word[2] and 2 * shared(word, each) > each[1]
        }
        for word in true:
            if word[2]:
                continue
            words += 1
            for k, each in enumerate(ordered):
                both = shared(word, each)
                if k not in taken | excused and 2 * both > word[1] + each[1] - both:
                    taken.add(k)
                    break
        right += len(taken)
        counting += len(ordered) - len(excused)
        ranked += [(each[2], k in taken) for k, each in enumerate(ordered) if k not in excused]
    hits, total = 0, 0.0
    for place, (_, hit) in enumerate(sorted(ranked, key=lambda each: -each[0]), start=1):
        hits += hit
        total += hits / place * hit
    return [Fraction(right, words), Fraction(right, max(counting, 1))], total / words


def test_generated_confidences(tmp_path: Path) -> None:
    """Second detections, halves, words that are not to be read and that lie on each other."""
    differing = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        images: Any = []
        for _ in range(int(rng.integers(1, 4))):
            true = [
                (int(rng.integers(0, 300)), 2 * int(rng.integers(4, 30)), bool(rng.random() < 0.2))
                for _ in range(int(rng.integers(1, 6)))
            ]
            near = [
                (left + int(rng.integers(-4, 5)), int(rng.choice([width, width // 2, width + 3])))
                for left, width, _ in true
                for _ in range(int(rng.integers(0, 4)))
            ]
            scores = rng.permutation(1000)[: len(near)] / 1000
            images.append((true, [(*each, float(score)) for each, score in zip(near, scores, strict=True)]))
        if not any(found for _, found in images) or all(word[2] for true, _ in images for word in true):
            continue
        metrics = []
        for way in (slice(None), slice(None, None, -1)):
            folder = tmp_path / f"{seed}{way.step}"
            for side in ("truth", "found"):
                (folder / side).mkdir(parents=True)
            for k, (true, found) in enumerate(images):
                rows = [[*box(*each[:2]), "###" if each[2] else "word"] for each in true]
                (folder / "truth" / f"gt_{k}.txt").write_text("\n".join(",".join(map(str, r)) for r in rows))
                rows = [[*box(*each[:2]), each[2]] for each in found[way]]
                (folder / "found" / f"res_{k}.txt").write_text("\n".join(",".join(map(str, r)) for r in rows))
            result = tb.evaluate(
                folder / "truth", folder / "found", protocol="icdar2015", geometry="rotated", fit_test=False
            )
            metrics.append([result.metrics[key] for key in ("recall", "precision", "AP")])
        (recall, precision), ranked = competition(images)
        assert metrics[0] == pytest.approx([float(recall), float(precision), ranked], abs=1e-12), seed
        assert metrics[1] == metrics[0]
        differing += ranked not in (0.0, 1.0)
    assert differing > 20


def test_nothing_to_read_is_undefined(tmp_path: Path) -> None:
    """X3."""
    result = evaluated(tmp_path, [[*box(0, 40), "###"]], [box(200, 40)])
    assert result.metrics["hmean"] is None
    assert "hmean" in result.undefined


def test_intervals_matches_and_refusals(tmp_path: Path) -> None:
    result = evaluated(tmp_path, [[*box(0, 40), "a"]], [box(0, 40), box(90, 40)])
    assert result.matches.detections.matched_truth[:, 0].tolist() == [0, -1]
    assert set(tb.diagnosis.intervals(result, replicates=100).metrics) == set(result.metrics)
    with pytest.raises(tb.errors.ArgumentError, match=r".icdar2015. does not take .boxes."):
        tb.evaluate(tmp_path / "truth", tmp_path / "found", protocol="icdar2015")
    with pytest.raises(tb.errors.ArgumentError, match="in pieces"):
        tb.Evaluator(categories=["text"], protocol="icdar2015", geometry="rotated")


def test_words_that_lie_elsewhere_are_told_without_an_ap(tmp_path: Path) -> None:
    """Without confidences there is no AP, and hmean is judged by."""
    words = [box(900 + 37 * k, 30, 500 + 45 * k, 15) for k in range(24)]
    truth = [[*word, "word"] for word in words]
    halves = [[value / 2 for value in word] for word in words]
    with pytest.raises(InputError, match=r"hmean 0.00 as given; .* if the corners were 2 times as large"):
        evaluated(tmp_path / "a", truth, halves, fit_test=True)
    moved = [[value + 200 for value in word] for word in words]
    result = evaluated(tmp_path / "b", truth, moved)
    (said,) = [each.message for each in result.warnings if each.code == "W-312"]
    assert said.startswith("hmean is 0")
    assert said.endswith("100% would, moved by -200 in x and -200 in y")
