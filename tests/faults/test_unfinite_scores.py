"""A score that is NaN or infinite has no rank: every door refuses it, or says what it makes of it.

The rule stands in `truebox.errors`. Files are tried in `test_unfinite_scores_in_files`.
"""

from __future__ import annotations

import inspect
import json
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from public_callables import FUNCTIONS

import truebox as tb
from truebox import datasets, drawing, matching, plotting, records, suppression, tracking
from truebox.errors import ArgumentError, InputError, TrueboxWarning

VALUES = [float("nan"), float("inf"), float("-inf")]
BOXES = np.array([[0.0, 0.0, 9.0, 9.0], [30.0, 30.0, 9.0, 9.0]])
CORNERS = [[0.0, 0.0, 9.0, 9.0], [30.0, 30.0, 39.0, 39.0]]
TURNED = [[5.0, 5, 4, 4, 10], [16, 15, 4, 4, 10]]
OVERLAP = [[1.0, 0.5], [0.5, 1.0]]
LABELS = [1, 1]
TURNING: dict[str, Any] = {"unit": "degrees", "direction": "clockwise"}


def picture() -> Any:
    return np.zeros((40, 40, 3), np.uint8)


def of_models(function: Callable[..., Any], boxes: Any, **how: Any) -> Callable[[Any], Any]:
    return lambda scores: function([boxes], [scores], [LABELS], **how)


ARGUMENTS: dict[str, Callable[[Any], Any]] = {
    "matching.match_greedy": lambda scores: matching.match_greedy(OVERLAP, scores),
    "tracking.associate": lambda scores: tracking.associate(CORNERS, CORNERS, scores=scores),
    "tracking.ByteTracker": lambda scores: tracking.ByteTracker().update(CORNERS, scores),
    "tracking.IouTracker": lambda scores: tracking.IouTracker().update(CORNERS, scores),
    "tracking.OcSortTracker": lambda scores: tracking.OcSortTracker().update(CORNERS, scores),
    "tracking.SortTracker": lambda scores: tracking.SortTracker().update(CORNERS, scores),
    "suppression.nms": lambda scores: suppression.nms(CORNERS, scores),
    "suppression.diou_nms": lambda scores: suppression.diou_nms(CORNERS, scores),
    "suppression.soft_nms": lambda scores: suppression.soft_nms(CORNERS, scores),
    "suppression.matrix_nms": lambda scores: suppression.matrix_nms(CORNERS, scores),
    "suppression.rotated_nms": lambda scores: suppression.rotated_nms(TURNED, scores, **TURNING),
    "suppression.nms_from_overlap": lambda scores: suppression.nms_from_overlap(OVERLAP, scores),
    "suppression.soft_nms_from_overlap": lambda scores: suppression.soft_nms_from_overlap(OVERLAP, scores),
    "suppression.matrix_nms_from_overlap": lambda scores: suppression.matrix_nms_from_overlap(
        OVERLAP, scores
    ),
    "suppression.non_max_merge": lambda scores: suppression.non_max_merge(CORNERS, scores),
    "suppression.non_maximum_weighted": of_models(suppression.non_maximum_weighted, np.array(CORNERS) / 99),
    "suppression.weighted_boxes_fusion": of_models(suppression.weighted_boxes_fusion, np.array(CORNERS) / 99),
    "suppression.rotated_weighted_boxes_fusion": of_models(
        suppression.rotated_weighted_boxes_fusion, TURNED, **TURNING
    ),
    "drawing.draw_boxes": lambda scores: drawing.draw_boxes(picture(), predictions=CORNERS, scores=scores),
    "drawing.draw_keypoints": lambda scores: drawing.draw_keypoints(
        picture(), predictions=np.ones((2, 3, 3)), scores=scores
    ),
    "drawing.draw_masks": lambda scores: drawing.draw_masks(
        picture(), predictions=np.ones((2, 40, 40), dtype=bool), scores=scores
    ),
    "drawing.draw_polygons": lambda scores: drawing.draw_polygons(
        picture(), predictions=[[[0, 0], [9, 0], [9, 9]]] * 2, scores=scores
    ),
    "drawing.draw_rotated_boxes": lambda scores: drawing.draw_rotated_boxes(
        picture(), predictions=TURNED, scores=scores, **TURNING
    ),
    "plotting.plot_score_histogram": plotting.plot_score_histogram,
    "records.rows_beyond": lambda scores: records.rows_beyond(np.zeros(2, np.int64), np.array(scores), 1),
    "datasets.write_coco_predictions": lambda scores: datasets.write_coco_predictions(
        "found.json", image=LABELS, category=LABELS, boxes=BOXES, scores=scores
    ),
}
"""Every public function with an argument `scores`, and every tracker."""

OTHERWISE = {
    "arrays.home_of": "asks of what library an array is, and never what it holds",
    "evaluation.Curves": "an answer: its scores are those of what was evaluated",
    "evaluation.Rules": "its `scores` is the word for their rounding",
    "generation.Detections": "an answer of a generator",
    "records.Predictions": "columns: refused where they are evaluated, checked or written, below",
    "suppression.FusedBoxes": "an answer",
    "suppression.MergedBoxes": "an answer",
}

NEEDED = {"drawing": "PIL.Image", "plotting": "matplotlib"}


def test_every_function_that_takes_scores_is_here() -> None:
    takes = {name for name, each in FUNCTIONS.items() if "scores" in inspect.signature(each).parameters}
    trackers = {f"tracking.{name}" for name in tracking.__all__ if name.endswith("Tracker")}
    assert takes | trackers == set(ARGUMENTS) | set(OTHERWISE)
    assert not set(ARGUMENTS) & set(OTHERWISE)


@pytest.mark.parametrize("name", ARGUMENTS)
def test_an_argument_is_named_with_its_row(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if name.partition(".")[0] in NEEDED:
        pytest.importorskip(NEEDED[name.partition(".")[0]])
    monkeypatch.chdir(tmp_path)
    ARGUMENTS[name]([0.5, 0.25])  # the call is sound but for the score
    for path in tmp_path.iterdir():
        path.unlink()
    for value in VALUES:
        with pytest.raises(ArgumentError, match=r"^scores(\[0\])?(\[1\] is -?(nan|inf)| must be finite)"):
            ARGUMENTS[name]([0.5, value])
    assert list(tmp_path.iterdir()) == []


TRUTH = [{"boxes": CORNERS, "labels": LABELS}]
COCO = {
    "images": [{"id": 1, "width": 99, "height": 99}],
    "categories": [{"id": 1, "name": "cat"}],
    "annotations": [
        {"id": k, "image_id": 1, "category_id": 1, "bbox": box, "area": 81, "iscrowd": 0}
        for k, box in enumerate(BOXES.tolist(), 1)
    ],
}


def entries(scores: Any) -> list[dict[str, Any]]:
    return [{"boxes": CORNERS, "labels": LABELS, "scores": scores}]


def arrays(scores: Any) -> list[dict[str, Any]]:
    return [{key: np.array(value) for key, value in entries(scores)[0].items()}]


def half_arrays(scores: Any) -> list[dict[str, Any]]:
    return [arrays(scores)[0] | {"scores": np.array(scores, np.float16)}]


def rows(scores: Any) -> list[dict[str, Any]]:
    return [
        {"image_id": 1, "category_id": 1, "bbox": box, "score": score}
        for box, score in zip(BOXES.tolist(), scores, strict=True)
    ]


def columns(scores: Any) -> Any:
    return replace(tb.read_predictions(entries([0.5, 0.25])), scores=np.array(scores))


def tensors(library: str) -> Callable[[Any], list[dict[str, Any]]]:
    def made(scores: Any) -> list[dict[str, Any]]:
        made = {
            "torch": lambda: pytest.importorskip("torch").tensor,
            "jax": lambda: pytest.importorskip("jax.numpy").array,
            "tensorflow": lambda: pytest.importorskip("tensorflow").constant,
        }[library]()
        return [{key: made(value) for key, value in entries(scores)[0].items()}]

    return made


GIVEN: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "lists": (TRUTH, entries),
    "a mapping by image": ({7: TRUTH[0]}, lambda scores: {7: entries(scores)[0]}),
    "arrays": (TRUTH, arrays),
    "half precision": (TRUTH, half_arrays),
    "rows of COCO": (COCO, rows),
    "columns": (TRUTH, columns),
    "tensors of torch": (TRUTH, tensors("torch")),
    "tensors of jax": (TRUTH, tensors("jax")),
    "tensors of tensorflow": (TRUTH, tensors("tensorflow")),
}
"""Predictions in every form of memory, beside a truth."""


def streamed(truth: Any, found: Any) -> Any:
    evaluator = tb.Evaluator({1: "cat"})
    evaluator.update(truth, found)
    return evaluator.result()


DOORS: dict[str, Callable[[Any, Any], Any]] = {
    "evaluate": tb.evaluate,
    "Evaluator": streamed,
    "compare": lambda truth, found: tb.compare(truth, found, found),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("form", GIVEN)
def test_data_is_refused_with_its_place(form: str) -> None:
    truth, made = GIVEN[form]
    for name, door in DOORS.items():
        door(truth, made([0.5, 0.25]))
        for value in VALUES:
            with pytest.raises(InputError) as caught:
                door(truth, made([0.5, value]))
            assert caught.value.code in ("E-124", "E-139"), (name, value)
            assert caught.value.row == 1, (name, value)
            assert "finite" in caught.value.problem, (name, value)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("form", GIVEN)
def test_a_check_names_it_and_a_lenient_reading_counts_it(form: str) -> None:
    truth, made = GIVEN[form]
    for value in VALUES:
        codes = {item.code for item in tb.check(truth, made([0.5, value])).items}
        assert codes & {"E-124", "E-139"}, value
        result = tb.evaluate(truth, made([0.5, value]), lenient=True)
        assert result.detections == 1
        assert any("1 row dropped by E-1" in str(each) for each in result.warnings), value


def test_the_best_of_images_have_scores() -> None:
    with pytest.raises(ArgumentError, match=r"scores\[1\] is nan"):
        datasets.best_of_images(columns([0.5, np.nan]), 1)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("given", ["texts", "file", "pieces", "packed"])
def test_files_of_json_are_refused_whole_in_pieces_and_packed(given: str, tmp_path: Path) -> None:
    truth = tmp_path / "truth.json"
    truth.write_text(json.dumps(COCO))
    for word in ("NaN", "Infinity", "-Infinity", "1e999"):
        text = json.dumps(rows([0.5, 0.25])).replace("0.25", word).encode()
        path = tmp_path / ("found.json.gz" if given == "packed" else "found.json")
        if given == "packed":
            import gzip

            text = gzip.compress(text)
        path.write_bytes(text)
        how: dict[str, Any] = {"max_memory": 1 << 30} if given == "pieces" else {}
        with pytest.raises(InputError, match=r"E-1(04|24) .*(NaN|[Ii]nf|1e999)"):
            tb.evaluate(truth, path, **how)


def in_torchmetrics(scores: Any) -> Any:
    module = pytest.importorskip("truebox.integrations.torchmetrics")
    torch = pytest.importorskip("torch")
    metric = module.MeanAveragePrecision()
    found = {key: torch.tensor(value) for key, value in entries(scores)[0].items()}
    metric.update([found], [{key: torch.tensor(value) for key, value in TRUTH[0].items()}])
    return metric.compute()


def in_torchvision(scores: Any) -> Any:
    torch = pytest.importorskip("torch")
    from truebox.integrations.torchvision import CocoEvaluator

    evaluator = CocoEvaluator(COCO, ["bbox"])
    evaluator.update({1: {key: torch.tensor(value) for key, value in entries(scores)[0].items()}})


def in_ignite(scores: Any) -> Any:
    torch = pytest.importorskip("torch")
    from truebox.integrations.ignite import DetectionMetric

    metric = DetectionMetric([1])
    true = {"bbox": torch.tensor(CORNERS), "labels": torch.tensor(LABELS)}
    metric.update(([true | {"scores": torch.tensor(scores)}], [true]))


def in_mmengine(scores: Any) -> Any:
    from truebox.integrations.mmengine import TrueboxMetric

    metric = TrueboxMetric()
    metric.dataset_meta = {"classes": ("dog", "cat")}
    boxes = np.array(CORNERS)
    sample = {
        "img_id": 1,
        "ori_shape": (99, 99),
        "pred_instances": {"bboxes": boxes, "scores": np.array(scores), "labels": np.array(LABELS)},
        "instances": [{"bbox": box, "bbox_label": 1, "ignore_flag": 0} for box in CORNERS],
    }
    metric.process(None, [sample])
    return metric.evaluate(1)


FRAMEWORKS = {
    "torchmetrics": in_torchmetrics,
    "torchvision": in_torchvision,
    "ignite": in_ignite,
    "mmengine": in_mmengine,
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", FRAMEWORKS)
def test_metrics_of_frameworks_refuse_it(name: str) -> None:
    FRAMEWORKS[name]([0.5, 0.25])
    for value in VALUES:
        with pytest.raises(InputError, match=r"E-124 .*scores\[1\]: -?(nan|inf) is not finite"):
            FRAMEWORKS[name]([0.5, value])


def test_lvis_ranks_it_as_the_reference_and_says_so(tmp_path: Path) -> None:
    from truebox.integrations.lvis import LVIS, LVISEval, LVISResults

    image = COCO["images"][0] | {"neg_category_ids": [], "not_exhaustive_category_ids": []}
    truth = COCO | {"images": [image], "categories": [COCO["categories"][0] | {"frequency": "f"}]}
    path = tmp_path / "truth.json"
    path.write_text(json.dumps(truth))

    def answered(scores: Any) -> dict[str, Any]:
        lvis = LVIS(str(path))
        evaluation = LVISEval(lvis, LVISResults(lvis, rows(scores)), "bbox")
        evaluation.run()
        return dict(evaluation.get_results())

    for value, same in ((np.nan, 0.1), (np.inf, 0.9), (-np.inf, 0.1)):
        with pytest.warns(TrueboxWarning, match="W-147 1 score is not a finite number"):
            found = answered([0.5, value])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert answered([0.5, same]) == found
