"""The metric beside the one of torchmetrics, in one process and in several."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch_batches import batches  # noqa: E402  after the skip

from truebox.errors import InputError  # noqa: E402  after the skip
from truebox.integrations.torchmetrics import MeanAveragePrecision  # noqa: E402  after the skip

HAVE_TORCHMETRICS = importlib.util.find_spec("torchmetrics") is not None
needs_reference = pytest.mark.skipif(
    not HAVE_TORCHMETRICS or importlib.util.find_spec("torchvision") is None,
    reason="needs torchmetrics and torchvision, to compare with",
)


def filled(kind: Any, **how: Any) -> Any:
    metric = kind(**how)
    for preds, target in batches(5, 4, masks="segm" in str(how.get("iou_type"))):
        metric.update(preds, target)
    return metric


def computed(metric: Any) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return dict(metric.compute())


@needs_reference
@pytest.mark.filterwarnings("ignore:Encountered more than")
@pytest.mark.parametrize(
    "how",
    [
        {},
        {"class_metrics": True},
        {"average": "micro"},
        {"average": "micro", "class_metrics": True},
        {"box_format": "xywh"},
        {"box_format": "cxcywh"},
        {"iou_thresholds": [0.5, 0.6], "rec_thresholds": [0.0, 0.5, 1.0]},
        {"max_detection_thresholds": [1, 2, 100]},
        {"max_detection_thresholds": [1, 2, 3], "class_metrics": True},
        {"max_detection_thresholds": [1, 2, 3], "class_metrics": True, "backend": "faster_coco_eval"},
        {"max_detection_thresholds": [1, 2, 3], "average": "micro", "backend": "faster_coco_eval"},
        {"iou_type": "segm"},
        {"iou_type": ("bbox", "segm")},
        {"iou_type": ("bbox", "segm"), "average": "micro"},
        {"iou_type": ("bbox", "segm"), "average": "micro", "class_metrics": True},
        {"iou_type": ("segm", "bbox"), "average": "micro", "class_metrics": True},
    ],
)
def test_keys_types_and_values_are_those_of_torchmetrics(how: dict[str, Any]) -> None:
    from torchmetrics.detection import MeanAveragePrecision as Reference

    ours, theirs = computed(filled(MeanAveragePrecision, **how)), computed(filled(Reference, **how))
    assert list(ours) == list(theirs) or set(ours) == set(theirs)
    for name, value in theirs.items():
        assert ours[name].dtype == value.dtype, name
        assert ours[name].shape == value.shape, name
        assert torch.equal(ours[name], value), (name, ours[name], value)


@pytest.mark.parametrize("kinds", [("bbox", "segm"), ("segm", "bbox")])
def test_of_classes_the_second_kind_is_macro(kinds: tuple[str, str]) -> None:
    """`_calculate_map_with_coco` of torchmetrics 1.9 puts the classes back after the first, and goes on."""
    how = {"iou_type": kinds, "class_metrics": True, "extended_summary": True}
    mixed = computed(filled(MeanAveragePrecision, average="micro", **how))
    sides = [computed(filled(MeanAveragePrecision, average=each, **how)) for each in ("micro", "macro")]
    assert not torch.equal(sides[0][f"{kinds[0]}_map"], sides[1][f"{kinds[0]}_map"])
    alone = computed(filled(MeanAveragePrecision, average="micro", iou_type=kinds))
    for name, value in sides[1].items():
        if name.startswith(kinds[1]) and not name.endswith("ious"):
            assert torch.equal(mixed[name], value), name
        if name.startswith(kinds[0]) and name in alone and not name.endswith("per_class"):
            assert torch.equal(mixed[name], alone[name]), name
    assert list(mixed[f"{kinds[1]}_ious"]) == list(sides[1][f"{kinds[1]}_ious"])


def test_tables_of_micro_have_one_class_also_where_nothing_came() -> None:
    """In torchmetrics 1.9 the class 0 stands in the truth of `average="micro"` whatever the labels are."""
    metric = MeanAveragePrecision(average="micro", extended_summary=True)
    none = {"boxes": torch.zeros(0, 4), "labels": torch.zeros(0, dtype=torch.int64)}
    metric.update([none | {"scores": torch.zeros(0)}], [none])
    answer = computed(metric)
    assert answer["precision"].shape == (10, 101, 1, 4, 3)
    assert answer["recall"].shape == (10, 1, 4, 3)
    assert (answer["scores"] == -1).all()


def test_values_without_torchmetrics() -> None:
    answer = computed(filled(MeanAveragePrecision))
    assert float(answer["map"]) == pytest.approx(float(answer["map_50"]), abs=1)
    assert answer["map"].dtype == torch.float32
    assert answer["classes"].dtype == torch.int32


@pytest.mark.parametrize(("backend", "expected"), [("pycocotools", -1.0), ("faster_coco_eval", 0.6)])
def test_without_100_among_the_limits_the_backend_decides(backend: str, expected: float) -> None:
    # As in torchmetrics' own tests; the overlap is 304 / 392 = 0.776, at or above six of ten thresholds.
    metric = MeanAveragePrecision(max_detection_thresholds=[1, 10, 1000], class_metrics=True, backend=backend)
    found = {"boxes": torch.tensor([[258.0, 41, 606, 285]]), "labels": torch.tensor([0])}
    true = {"boxes": torch.tensor([[214.0, 41, 562, 285]]), "labels": torch.tensor([0])}
    metric.update([{**found, "scores": torch.tensor([0.5])}], [true])
    answer = computed(metric)
    assert float(answer["map"]) == pytest.approx(expected)
    assert float(answer["map_per_class"]) == pytest.approx(expected)
    assert float(answer["mar_1000"]) == pytest.approx(0.6)


def test_with_a_limit_above_100_the_second_backend_reads_precision_there() -> None:
    # Of 130 detections the last alone is right: at limit 100 it does not count, at 300 precision is 1 / 130.
    boxes = torch.tensor([[0.0, 0.0, 9.0, 9.0]]).repeat(130, 1)
    boxes[:-1] += 100
    scores, labels = torch.linspace(0.9, 0.1, 130), torch.zeros(130, dtype=torch.int64)
    read = {}
    for backend in ("pycocotools", "faster_coco_eval"):
        metric = MeanAveragePrecision(max_detection_thresholds=[1, 100, 300], backend=backend)
        metric.update(
            [{"boxes": boxes, "scores": scores, "labels": labels}],
            [{"boxes": boxes[-1:], "labels": labels[-1:]}],
        )
        read[backend] = float(computed(metric)["map"])
    assert read["pycocotools"] == 0
    assert read["faster_coco_eval"] == pytest.approx(1 / 130)


def test_forward_merge_and_reset() -> None:
    together, apart = filled(MeanAveragePrecision), MeanAveragePrecision()
    for preds, target in batches(5, 4):
        assert set(apart(preds, target)) == set(computed(together))
    assert torch.equal(computed(apart)["map"], computed(together)["map"])
    halves = [MeanAveragePrecision(), MeanAveragePrecision()]
    for number, (preds, target) in enumerate(batches(5, 4)):
        halves[number > 2].update(preds, target)
    halves[0].merge_state(halves[1])
    assert torch.equal(computed(halves[0])["map"], computed(together)["map"])
    together.reset()
    assert float(computed(together)["map"]) == -1


def test_entries_are_refused_as_torchmetrics_refuses_them() -> None:
    metric, box = MeanAveragePrecision(), torch.zeros((1, 4))
    good = {"boxes": box, "labels": torch.zeros(1, dtype=torch.int), "scores": torch.zeros(1)}
    for preds, target, said in (
        ([], [good], "same length"),
        ([{**good, "scores": [1]}], [good], "of type Tensor"),
        ([{"boxes": box}], [good], "contain the `labels` key"),
        ([{**good, "scores": torch.zeros(2)}], [good], "different lengths"),
    ):
        with pytest.raises(ValueError, match=said):
            metric.update(preds, target)
    for wrong in (
        {"box_format": "xxyy"},
        {"iou_type": "points"},
        {"max_detection_thresholds": [1]},
        {"backend": "x"},
    ):
        with pytest.raises(ValueError, match=r"rgument|thresholds"):
            MeanAveragePrecision(**wrong)


@pytest.mark.skipif(not HAVE_TORCHMETRICS, reason="needs torchmetrics, whose synchronisation it is")
@pytest.mark.parametrize(
    ("world", "spread"),
    [
        *((2, spread) for spread in ("round", "blocks", "empty", "padded")),
        *((3, spread) for spread in ("unequal", "empty", "padded")),
    ],
)
def test_processes_give_the_numbers_of_one(world: int, spread: str, tmp_path: Path) -> None:
    _together(world, "gloo", spread, tmp_path)


@pytest.mark.skipif(not HAVE_TORCHMETRICS, reason="needs torchmetrics, whose synchronisation it is")
@pytest.mark.skipif(
    not (torch.cuda.is_available() and torch.distributed.is_nccl_available()), reason="needs a GPU and NCCL"
)
@pytest.mark.parametrize("spread", ["round", "padded"])
def test_processes_with_a_gpu_each_give_the_numbers_of_one(spread: str, tmp_path: Path) -> None:
    world = min(2, torch.cuda.device_count())
    _together(world, "nccl", spread if world > 1 else "round", tmp_path)


def _together(world: int, backend: str, spread: str, tmp_path: Path) -> None:
    """Processes of `torch.distributed` answer as one does, each of them."""
    alone = MeanAveragePrecision()
    for preds, target in batches(5, 4):
        alone.update(preds, target)
    script = Path(__file__).with_name("metric_rank.py")
    store = tmp_path / "store"
    ranks = [
        subprocess.Popen(
            [sys.executable, str(script), str(rank), str(world), backend, spread, str(store), str(tmp_path)]
        )
        for rank in range(world)
    ]
    for process in ranks:
        assert process.wait(timeout=240) == 0
    expected = computed(alone)
    for rank in range(world):
        found = torch.load(tmp_path / f"{rank}.pt")
        assert all(torch.equal(found[name], expected[name]) for name in expected), spread
    said = (tmp_path / "0.txt").read_text()
    assert ("W-570" in said) == (spread == "padded")


@pytest.mark.filterwarnings("ignore")
def test_scalars_go_to_log_dict_of_lightning() -> None:
    lightning = pytest.importorskip("lightning")

    class Detector(lightning.LightningModule):
        def __init__(self) -> None:
            super().__init__()
            self.metric, self.weight = MeanAveragePrecision(), torch.nn.Linear(1, 1)

        def validation_step(self, batch: Any, _: int) -> None:
            self.metric.update(*batch)

        def on_validation_epoch_end(self) -> None:
            numbers = self.metric.compute()
            self.log_dict({name: value for name, value in numbers.items() if value.numel() == 1})
            self.metric.reset()

    trainer = lightning.Trainer(
        accelerator="cpu",
        logger=False,
        enable_checkpointing=False,
        enable_progress_bar=False,
        enable_model_summary=False,
    )
    loader = torch.utils.data.DataLoader(list(batches(5, 4)), batch_size=None)
    logged = trainer.validate(Detector(), loader, verbose=False)[0]
    expected = computed(filled(MeanAveragePrecision))
    assert logged["map"] == float(expected["map"])
    assert logged["mar_100"] == float(expected["mar_100"])


@pytest.mark.parametrize(
    ("layout", "box", "said"),
    [
        ("xyxy", [10.0, 10, 0, 0], r"\[10.0, 10.0, 0.0, 0.0\] read as \[x_min, y_min, x_max, y_max\]"),
        ("cxcywh", [10.0, 10, -2, 0], r"\[10.0, 10.0, -2.0, 0.0\] read as \[x_center"),
        ("xyxy", [float("nan"), 10, 20, 20], r"E-121 predictions\[0\].boxes\[0\]: \[nan, 10.0, 20.0, 20.0\]"),
    ],
)
def test_a_bad_box_is_shown_as_it_came(layout: str, box: list[float], said: str) -> None:
    metric = MeanAveragePrecision(box_format=layout)
    label = torch.tensor([1])
    found = {"boxes": torch.tensor([box]), "labels": label, "scores": torch.tensor([0.5])}
    with pytest.raises(InputError, match=said):
        metric.update([found], [{"boxes": torch.tensor([[0.0, 0, 10, 10]]), "labels": label}])


@pytest.mark.parametrize("average", ["macro", "micro"])
def test_a_refused_batch_changes_nothing(average: str) -> None:
    metric = MeanAveragePrecision(iou_type=("bbox", "segm"), average=average, extended_summary=True)
    mask = torch.zeros(1, 20, 20, dtype=torch.bool)
    mask[0, :10, :10] = True
    true = {"boxes": torch.tensor([[0.0, 0, 10, 10]]), "labels": torch.tensor([1]), "masks": mask}
    found = {**true, "scores": torch.tensor([0.5])}
    metric.update([found], [true])
    bad = {
        **found,
        "masks": mask[:, :5, :5],
        "labels": torch.tensor([4]),
    }  # good boxes, a mask of another size
    with pytest.raises(InputError, match="E-164"):
        metric.update([bad], [true])
    metric.update([found], [true])
    numbers = computed(metric)
    assert list(numbers["bbox_ious"]) == list(numbers["segm_ious"])
    assert {len(each) for each in metric._seen.values()} == {2}
    assert numbers["classes"].tolist() == 1
