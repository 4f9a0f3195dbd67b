"""ActivityNet and THUMOS14: generated videos against a plain twin of the kit's walk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import truebox as tb
from truebox.overlap import pairwise_temporal_iou

pytestmark = pytest.mark.filterwarnings("ignore::truebox.errors.TrueboxWarning")

THRESHOLDS = {"activitynet": np.linspace(0.5, 0.95, 10), "thumos14": np.linspace(0.3, 0.7, 5)}
LABELS = ("Run", "Swim", "Jump")


def a_world(seed: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Whole and half seconds: exact halves, overlapping segments and second detections abound."""
    rng = np.random.default_rng(seed)
    database: dict[str, Any] = {}
    results: dict[str, Any] = {}
    scores = iter(rng.permutation(400) / 400)
    for number in range(8):
        segments = []
        for _ in range(int(rng.integers(0, 6))):
            start = float(rng.integers(0, 60)) / 2
            segment = [start, start + float(rng.integers(1, 30)) / 2]
            segments.append({"segment": segment, "label": str(rng.choice(LABELS))})
        database[f"v{number}"] = {"subset": "validation", "duration": 60.0, "annotations": segments}
        rows = []
        for each in segments * int(rng.integers(0, 3)):
            start, end = (value + float(rng.integers(-3, 4)) / 2 for value in each["segment"])
            label = each["label"] if rng.random() < 0.9 else str(rng.choice(LABELS))
            rows.append(
                {"segment": [start, max(end, start + 0.5)], "label": label, "score": float(next(scores))}
            )
        if rows:
            results[f"v{number}"] = rows
    for label in LABELS:  # every class is known
        database["v0"]["annotations"].append({"segment": [70.0, 72.0], "label": label})
    return {"database": database}, {"version": "VERSION 1.3", "results": results}


def expected(truth: dict[str, Any], found: dict[str, Any], label: str, threshold: float) -> float:
    """AP of a class: detections of all videos by score, each with the best truth that is free."""
    truths = {
        video: [each["segment"] for each in held["annotations"] if each["label"] == label]
        for video, held in truth["database"].items()
    }
    rows = [
        (each["score"], video, each["segment"])
        for video, listed in found["results"].items()
        for each in listed
        if each["label"] == label
    ]
    rows.sort(key=lambda row: -row[0])
    taken: set[tuple[str, int]] = set()
    hits = []
    for _, video, segment in rows:
        overlap = pairwise_temporal_iou([segment], truths[video])[0] if truths[video] else np.empty(0)
        order = overlap.argsort(kind="stable")[::-1]
        free = [g for g in order.tolist() if overlap[g] >= threshold and (video, g) not in taken]
        hits.append(bool(free))
        taken |= {(video, g) for g in free[:1]}
    tp = np.cumsum(hits)
    recall = np.concatenate([[0.0], tp / sum(map(len, truths.values())), [1.0]])
    precision = np.concatenate([[0.0], tp / np.arange(1, len(hits) + 1), [0.0]])
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float((np.diff(recall) * envelope[1:]).sum())


def written(folder: Path, *pair: dict[str, Any]) -> list[Path]:
    paths = [folder / "truth.json", folder / "found.json"]
    for path, document in zip(paths, pair, strict=True):
        path.write_text(json.dumps(document))
    return paths


@pytest.mark.parametrize("name", THRESHOLDS)
def test_every_class_and_threshold_is_what_the_twin_gives(name: str, tmp_path: Path) -> None:
    for seed in range(25):
        truth, found = a_world(seed)
        result = tb.evaluate(*written(tmp_path, truth, found), protocol=name, fit_test=False)
        wanted = {k: [expected(truth, found, k, t) for t in THRESHOLDS[name]] for k in LABELS}
        for each in result.per_class:
            assert each.metrics["AP"] == pytest.approx(np.mean(wanted[each.name]), abs=1e-12), seed
        keys = [key for key in result.metrics if key not in ("AP", "AR")]
        means = np.mean(list(wanted.values()), axis=0)
        assert [result.metrics[key] for key in keys] == pytest.approx(means, abs=1e-12)
        assert result.metrics["AP"] == pytest.approx(means.mean(), abs=1e-12)


def test_names_of_thresholds_are_decimals_in_both_modes(tmp_path: Path) -> None:
    paths = written(tmp_path, *a_world(1))
    for mode in ("strict", "corrected"):
        metrics = tb.evaluate(*paths, protocol="thumos14", mode=mode, fit_test=False).metrics
        assert list(metrics) == ["AP", "AP30", "AP40", "AP50", "AP60", "AP70", "AR"]


def test_intervals_draw_videos_and_models_are_compared(tmp_path: Path) -> None:
    paths = written(tmp_path, *a_world(2))
    result = tb.evaluate(*paths, protocol="thumos14", fit_test=False)
    assert set(tb.diagnosis.intervals(result, replicates=100).metrics) == set(result.metrics)
    compared = tb.diagnosis.compare(paths[0], paths[1], paths[1], protocol="thumos14", fit_test=False)
    assert compared.pairs[0].metrics["AP"].value == 0


def test_t1_a_label_that_the_truth_does_not_know_is_said_and_counts_nowhere(tmp_path: Path) -> None:
    """The kit ends with a KeyError."""
    truth, found = a_world(3)
    before = tb.evaluate(*written(tmp_path, truth, found), protocol="activitynet", fit_test=False)
    found["results"].setdefault("v1", []).append({"segment": [0, 1], "label": "Fly", "score": 0.5})
    result = tb.evaluate(*written(tmp_path, truth, found), protocol="activitynet", fit_test=False)
    assert [each.code for each in result.warnings if "Fly" in each.message] == ["W-152"]
    assert result.metrics == before.metrics


def test_t2_a_class_that_nothing_predicts_has_zero(tmp_path: Path) -> None:
    truth, _ = a_world(4)
    found = {"results": {"v0": [{"segment": [70.0, 72.0], "label": "Run", "score": 0.5}]}}
    result = tb.evaluate(*written(tmp_path, truth, found), protocol="activitynet", fit_test=False)
    assert [each.metrics["AP"] for each in result.per_class if each.name != "Run"] == [0.0, 0.0]
