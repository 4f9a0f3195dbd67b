"""Open Images on generated images against a plain twin of the kit's walk, and cases worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.errors import TrueboxWarning
from truebox.overlap import pairwise_ioa, pairwise_iou

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

LABELS = ("cat", "dog")
HEAD = "ImageID,LabelName,XMin,XMax,YMin,YMax"


def a_world(seed: int) -> tuple[list[Any], list[Any], list[Any]]:
    """Boxes on a grid of sixteenths, so that exact halves abound: image, class, box, group or score."""
    rng = np.random.default_rng(seed)
    scores = iter(rng.permutation(500) / 512)
    truths, found = [], []
    labels = [(i, label) for i in range(6) for label in LABELS if rng.random() < 0.6]
    for image in range(6):
        for _ in range(int(rng.integers(0, 5))):
            x, y = rng.integers(0, 10, 2) / 16
            w, h = rng.integers(1, 7, 2) / 16
            truths.append((image, str(rng.choice(LABELS)), [x, y, x + w, y + h], int(rng.random() < 0.3)))
        for _ in range(int(rng.integers(0, 7))):
            x, y = rng.integers(0, 10, 2) / 16
            w, h = rng.integers(1, 7, 2) / 16
            found.append((image, str(rng.choice(LABELS)), [x, y, x + w, y + h], float(next(scores))))
    for each in [each for each in truths if rng.random() < 0.7]:
        x1, y1, x2, y2 = each[2]
        found.append((each[0], each[1], [x1, y1, x2, y2 - (y2 - y1) / 4], float(next(scores))))
    truths += [(0, label, [0.75, 0.75, 1.0, 1.0], 0) for label in LABELS]  # every class is known
    return truths, found, labels


def expected(
    world: tuple[list[Any], list[Any], list[Any]], label: str, *, groups_count: bool, verified: bool
) -> float:
    truths, found, labels = world
    outcomes: list[tuple[float, bool]] = []
    count = 0
    for image in range(6):
        plain = [each[2] for each in truths if each[:2] == (image, label) and not each[3]]
        groups = [each[2] for each in truths if each[:2] == (image, label) and each[3]]
        count += len(plain) + (len(groups) if groups_count else 0)
        if verified and not plain and not groups and (image, label) not in labels:
            continue
        rows = sorted((each for each in found if each[:2] == (image, label)), key=lambda each: -each[3])
        taken: set[int] = set()
        best: dict[int, float] = {}
        for _, _, box, score in rows:
            overlap = pairwise_iou([box], plain)[0] if plain else np.empty(0)
            if len(overlap) and overlap.max() >= 0.5 and int(overlap.argmax()) not in taken:
                taken.add(int(overlap.argmax()))
                outcomes.append((score, True))
                continue
            share = pairwise_ioa([box], groups)[0] if groups else np.empty(0)
            if len(share) and share.max() >= 0.5:
                best[int(share.argmax())] = max(best.get(int(share.argmax()), 0.0), score)
                continue
            outcomes.append((score, False))
        if groups_count:
            outcomes += [(score, True) for score in best.values()]
    outcomes.sort(key=lambda each: -each[0])
    hits = np.cumsum([hit for _, hit in outcomes])
    recall = np.concatenate([[0.0], hits / count, [1.0]])
    precision = np.concatenate([[0.0], hits / np.arange(1, len(hits) + 1), [0.0]])
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float((np.diff(recall) * envelope[1:]).sum())


def written(folder: Path, world: tuple[list[Any], list[Any], list[Any]]) -> tuple[Path, Path]:
    truths, found, labels = world
    truth = folder / "truth"
    truth.mkdir(parents=True)

    def row(each: Any) -> str:
        x1, y1, x2, y2 = map(float, each[2])
        return f"i{each[0]},{each[1]},{x1!r},{x2!r},{y1!r},{y2!r},{each[3]!r}"

    (truth / "boxes.csv").write_text("\n".join([f"{HEAD},IsGroupOf", *map(row, truths)]) + "\n")
    lines = ["ImageID,LabelName,Confidence", *(f"i{image},{label},0" for image, label in labels)]
    (truth / "labels.csv").write_text("\n".join(lines) + "\n")
    (folder / "found.csv").write_text("\n".join([f"{HEAD},Conf", *map(row, found)]) + "\n")
    return truth, folder / "found.csv"


@pytest.mark.parametrize(("protocol", "challenge"), [("open_images", False), ("open_images_challenge", True)])
def test_generated_images_against_the_twin(protocol: str, challenge: bool, tmp_path: Path) -> None:
    for seed in range(8):
        world = a_world(seed)
        truth, found = written(tmp_path / str(seed), world)
        result = tb.evaluate(truth, found, protocol=protocol)
        wanted = {
            label: expected(world, label, groups_count=challenge, verified=challenge) for label in LABELS
        }
        ours = {each.name: each.metrics["AP"] for each in result.per_class}
        assert ours == pytest.approx(wanted, abs=1e-12), seed
        assert result.metrics["AP"] == pytest.approx(sum(wanted.values()) / len(LABELS), abs=1e-12)


GROUP = [{"boxes": [[0, 0, 80, 80], [90, 90, 99, 99]], "labels": ["cat", "cat"], "iscrowd": [1, 0]}]
INSIDE = [{"boxes": [[0, 0, 20, 20], [40, 40, 60, 60]], "labels": ["cat", "cat"], "scores": [0.9, 0.8]}]


def test_a_group_is_found_once_or_never_missed() -> None:
    counted = tb.evaluate(GROUP, INSIDE, protocol="open_images_challenge")
    assert (counted.truths, counted.metrics["AR"]) == (2, 0.5)
    excused = tb.evaluate(GROUP, INSIDE, protocol="open_images")
    assert (excused.truths, excused.metrics["AP"]) == (1, 0.0)
    assert counted.matches.outcome_at(0).tolist() == [1, 2]
    assert excused.matches.outcome_at(0).tolist() == [2, 2]


@pytest.mark.filterwarnings("default::truebox.errors.TrueboxWarning")
def test_a_truth_without_labels_says_so() -> None:
    with pytest.warns(TrueboxWarning, match=r"W-313 .* has no verified image labels"):
        tb.evaluate(GROUP, INSIDE, protocol="open_images_challenge")


def test_equal_scores_stand_as_in_the_file() -> None:
    truth = [{"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}]
    found = {"boxes": [[50, 50, 59, 59], [0, 0, 9, 9]], "labels": ["cat", "cat"], "scores": [0.5, 0.5]}
    turned = {key: value[::-1] for key, value in found.items()}
    values = [tb.evaluate(truth, [each], protocol="open_images").metrics["AP"] for each in (found, turned)]
    assert values == [0.5, 1.0]  # O1


def test_an_exact_half_is_enough_in_double_precision() -> None:
    truth = [{"boxes": [[0.0, 0.0, 0.3, 0.1]], "labels": ["cat"]}]
    found = [{"boxes": [[0.0, 0.0, 0.15, 0.1]], "labels": ["cat"], "scores": [0.5]}]
    assert tb.evaluate(truth, found, protocol="open_images").metrics["AP"] == 1.0  # O2
