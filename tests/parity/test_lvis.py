"""Array identity with the `lvis` package, run live on generated federated data."""

from __future__ import annotations

import copy
import json
import logging
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shape_worlds

from truebox.evaluation import evaluate

pytestmark = pytest.mark.filterwarnings("ignore")

try:
    import cv2  # noqa: F401
except ImportError:  # the evaluation does not use it, only the drawing beside it
    sys.modules["cv2"] = types.ModuleType("cv2")
    try:
        lvis = pytest.importorskip("lvis", reason="the reference of the protocol")
    finally:
        del sys.modules["cv2"]  # other tests look for the real one
else:
    lvis = pytest.importorskip("lvis", reason="the reference of the protocol")


def federated(rng: np.random.Generator, images: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    classes = 6
    truth, found = shape_worlds.mask_world(rng, images=images, classes=classes, boxed=True)
    for image in truth["images"]:
        order = rng.permutation(np.arange(1, classes + 1)).tolist()
        image["neg_category_ids"] = order[: rng.integers(0, 4)]
        image["not_exhaustive_category_ids"] = order[4 : 4 + rng.integers(0, 3)]
    for number, category in enumerate(truth["categories"]):
        category["frequency"] = "rcf"[number % 3]
    for row in truth["annotations"]:
        if rng.random() < 0.1:
            row["ignore"] = 1
        if rng.random() < 0.05:
            row["area"] = 0.0
    for row in found:
        if rng.random() < 0.05:
            row["bbox"][2] = 0.0
    if rng.random() < 0.3:
        truth["annotations"] = truth["annotations"][::2]
    return truth, found


def reference(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    truth: dict[str, Any],
    found: list[dict[str, Any]],
    kind: str,
    most: int,
) -> Any:
    monkeypatch.setattr(np, "float", float, raising=False)  # the package is older than NumPy 1.24
    path = folder / "truth.json"
    path.write_text(json.dumps(truth))
    loaded = lvis.LVIS(str(path))
    evaluation = lvis.LVISEval(loaded, lvis.LVISResults(loaded, copy.deepcopy(found), max_dets=most), kind)
    evaluation.params.max_dets = most
    evaluation.run()
    return evaluation


def _our_name(key: str) -> str:
    name, _, most = key.partition("@")  # "AR@300", but "ARs@300" is one of the sizes
    return name + most if name == "AR" else name


@pytest.mark.parametrize(("kind", "geometry"), [("bbox", "boxes"), ("segm", "masks")])
@pytest.mark.parametrize("batch", range(5))
def test_generated_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, geometry: Any, batch: int
) -> None:
    logging.disable(logging.WARNING)
    for seed in range(batch * 8, batch * 8 + 8):
        rng = np.random.default_rng(seed)
        truth, found = federated(rng, int(rng.integers(1, 5)))
        most = int(rng.choice([300, 10, 25]))
        expected = reference(monkeypatch, tmp_path, truth, found, kind, most)
        source: Any = truth if rng.random() < 0.5 else tmp_path / "truth.json"
        result = evaluate(source, found, protocol="lvis", geometry=geometry, max_detections=[most])
        ours = result.to_coco_eval()
        np.testing.assert_array_equal(
            ours["precision"][..., 0], expected.eval["precision"], err_msg=f"{seed}"
        )
        np.testing.assert_array_equal(ours["recall"][..., 0], expected.eval["recall"], err_msg=f"{seed}")
        names = {_our_name(key): value for key, value in expected.results.items()}
        assert list(result.metrics) == list(names)
        metrics = [-1.0 if value is None else value for value in result.metrics.values()]
        assert metrics == list(names.values()), f"seed {seed}"
    logging.disable(logging.NOTSET)


def test_printed_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from truebox.report import to_coco_text

    logging.disable(logging.WARNING)
    for seed in (1, 2, 3):
        truth, found = federated(np.random.default_rng(seed), 2)
        expected = reference(monkeypatch, tmp_path, truth, found, "bbox", 300)
        capsys.readouterr()
        expected.print_results()
        printed = capsys.readouterr().out
        assert to_coco_text(evaluate(truth, found, protocol="lvis")) == printed
    logging.disable(logging.NOTSET)


def test_without_what_lvis_adds_it_is_refused() -> None:
    truth, found = shape_worlds.mask_world(np.random.default_rng(1), boxed=True)
    with pytest.raises(ValueError, match=r"E-145.*images\[0\].neg_category_ids"):
        evaluate(truth, found, protocol="lvis")
    federated_truth, _ = federated(np.random.default_rng(1), 2)
    federated_truth["categories"][1]["frequency"] = "often"
    with pytest.raises(ValueError, match=r"E-145.*categories\[1\].frequency"):
        evaluate(federated_truth, [], protocol="lvis")
    with pytest.raises(ValueError, match="class_agnostic"):
        evaluate(truth, found, protocol="lvis", class_agnostic=True)
    with pytest.raises(ValueError, match="one limit per image"):
        evaluate(truth, found, protocol="lvis", max_detections=[1, 10])
    with pytest.raises(ValueError, match="does not take 'keypoints'"):
        evaluate(truth, found, protocol="lvis", geometry="keypoints")


def test_an_id_stands_for_its_last_annotation_also_where_that_has_no_area(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`get_ann_ids` looks for areas above 0 and gives ids, `load_anns` the last annotation of each."""
    logging.disable(logging.WARNING)
    looked_up = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        truth, found = federated(rng, int(rng.integers(1, 4)))
        rows = truth["annotations"]
        for row in rows:
            row["id"] = int(rng.integers(1, len(rows) + 1))
            row["area"] = 0.0 if rng.random() < 0.4 else max(row["area"], 1.0)
        last = {row["id"]: row["area"] for row in rows}
        looked_up += sum(row["area"] > 0 and last[row["id"]] == 0 for row in rows)
        expected = reference(monkeypatch, tmp_path, truth, found, "bbox", 300)
        result = evaluate(truth, found, protocol="lvis", fit_test=False)
        ours = result.to_coco_eval()
        np.testing.assert_array_equal(
            ours["precision"][..., 0], expected.eval["precision"], err_msg=f"{seed}"
        )
        np.testing.assert_array_equal(ours["recall"][..., 0], expected.eval["recall"], err_msg=f"{seed}")
        metrics = [-1.0 if value is None else value for value in result.metrics.values()]
        assert metrics == list(expected.results.values()), f"seed {seed}"
    assert looked_up > 20
    logging.disable(logging.NOTSET)


def test_the_classes_asked_for_follow_the_annotation_that_an_id_stands_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The first of two annotations of one id becomes the last one: its class is then asked for nowhere else.
    logging.disable(logging.WARNING)
    differing = 0
    for seed in range(20):
        truth, found = federated(np.random.default_rng(seed), 2)
        for image in truth["images"]:
            image["neg_category_ids"] = []
        for row in truth["annotations"]:
            row["area"] = max(row["area"], 1.0)
            row["id"] = 1 + row["id"] // 2
        expected = reference(monkeypatch, tmp_path, truth, found, "bbox", 300)
        ours = evaluate(truth, found, protocol="lvis").to_coco_eval()
        np.testing.assert_array_equal(
            ours["precision"][..., 0], expected.eval["precision"], err_msg=f"{seed}"
        )
        np.testing.assert_array_equal(ours["recall"][..., 0], expected.eval["recall"], err_msg=f"{seed}")
        mended = evaluate(truth, found, protocol="lvis", mode="corrected").to_coco_eval()
        differing += not np.array_equal(mended["precision"], ours["precision"])
    assert differing
    logging.disable(logging.NOTSET)
