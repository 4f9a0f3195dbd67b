"""Labels that are any whole number: the numbers of the same data with its classes counted from 0."""

from __future__ import annotations

import copy
import importlib.util
import pickle
import warnings
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch_batches import batches  # noqa: E402  after the skip

from truebox.errors import ArgumentError, InputError  # noqa: E402  after the skip
from truebox.integrations.torchmetrics import MeanAveragePrecision  # noqa: E402  after the skip
from truebox.integrations.torchmetrics.far_labels import FarLabels, all_far_or_none  # noqa: E402

FAR = [-(2**31), -257, -1, 4, 70_000, 70_001, 2**31 - 1]
HOW: list[dict[str, Any]] = [
    {},
    {"average": "micro"},
    {"iou_type": "segm", "extended_summary": True},
    {"max_detection_thresholds": [1, 2, 3], "iou_thresholds": [0.3, 0.5]},
    {"max_detection_thresholds": [1, 2, 3], "backend": "faster_coco_eval"},
]


def _labelled(labels: list[int], how: dict[str, Any]) -> list[Any]:
    """Batches whose label k is the k-th of these, for k up to the largest that comes."""
    table = torch.tensor(labels)
    rounds = [*batches(5, 4, masks="segm" in how.get("iou_type", ""))]
    return [
        tuple(
            [{**each, "labels": table[each["labels"].long() % len(labels)]} for each in side] for side in pair
        )
        for pair in rounds
    ]


def _computed(kind: Any, rounds: list[Any], how: dict[str, Any]) -> dict[str, Any]:
    metric = kind(class_metrics=True, **how)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for preds, target in rounds:
            metric.update(preds, target)
        return dict(metric.compute())


def _assert_equal(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert list(one) == list(other)
    for name, value in other.items():
        if isinstance(value, torch.Tensor):
            assert one[name].dtype == value.dtype
            torch.testing.assert_close(one[name], value, rtol=0, atol=0)


@pytest.mark.parametrize("how", HOW, ids=str)
def test_numbers_are_those_of_classes_counted_from_0(how: dict[str, Any]) -> None:
    near = _computed(MeanAveragePrecision, _labelled([*range(len(FAR))], how), how)
    far = _computed(MeanAveragePrecision, _labelled(FAR, how), how)
    seen = near.pop("classes").tolist()
    assert far.pop("classes").tolist() == [FAR[place] for place in seen]
    assert len(seen) > 2
    _assert_equal(far, near)


def test_the_last_near_label_and_the_first_far_one_are_told_apart() -> None:
    border = [65_534, 65_535, 65_536, 65_537, 65_791, 65_792, 65_793]
    near = _computed(MeanAveragePrecision, _labelled([*range(len(border))], {}), {})
    far = _computed(MeanAveragePrecision, _labelled(border, {}), {})
    assert far.pop("classes").tolist() == [border[place] for place in near.pop("classes").tolist()]
    _assert_equal(far, near)


@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("torchmetrics", "torchvision")),
    reason="needs torchmetrics and torchvision, to compare with",
)
@pytest.mark.parametrize("how", [each for each in HOW if "backend" not in each], ids=str)
def test_numbers_are_those_of_torchmetrics(how: dict[str, Any]) -> None:
    from torchmetrics.detection import MeanAveragePrecision as Theirs

    rounds = _labelled(FAR, how)
    ours, theirs = (_computed(kind, rounds, how) for kind in (MeanAveragePrecision, Theirs))
    _assert_equal({name: ours[name] for name in theirs}, theirs)


@pytest.mark.filterwarnings("ignore:The ``compute`` method")
def test_metrics_of_far_labels_are_copied_pickled_and_merged() -> None:
    rounds = _labelled(FAR, {})
    expected = _computed(MeanAveragePrecision, rounds, {})
    halves = [MeanAveragePrecision(class_metrics=True) for _ in range(2)]
    for number, (preds, target) in enumerate(rounds):
        halves[number > 1].update(preds, target)
    merged = pickle.loads(pickle.dumps(copy.deepcopy(halves[0])))
    merged.merge_state(halves[1])
    _assert_equal(dict(merged.compute()), expected)
    packed = MeanAveragePrecision(class_metrics=True)
    packed._unpack(merged._packed())
    _assert_equal(dict(packed.compute()), expected)
    with pytest.raises(ArgumentError, match="labels outside 0 to 65535"):
        merged.result()


def _update_twice(seen: FarLabels, truth: Any, first: Any, second: Any) -> None:
    for found in (first, second):
        seen.update(truth, found)


def test_a_refused_batch_leaves_no_stretch_behind() -> None:
    cat = {"boxes": torch.tensor([[0.0, 0.0, 9.0, 9.0]]), "labels": torch.tensor([-3])}
    seen = FarLabels(box_format="xywh")
    bad = {**cat, "boxes": -cat["boxes"], "scores": torch.tensor([0.5])}
    with pytest.raises(InputError, match="E-122"):
        seen.update([cat], [bad])
    with pytest.raises(InputError, match="E-122"), all_far_or_none([seen]):
        _update_twice(seen, [cat], [{**cat, "scores": torch.tensor([0.5])}], [bad])
    assert len(seen) == 0
    assert len(seen.evaluators) == 1
    assert seen.to_bytes() == FarLabels(box_format="xywh").to_bytes()


def test_labels_that_are_no_whole_numbers_are_refused() -> None:
    cat = {"boxes": torch.tensor([[0.0, 0.0, 9.0, 9.0]]), "labels": torch.tensor([1.5])}
    with pytest.raises(InputError, match="E-131"):
        FarLabels(box_format="xywh").update([cat], [{**cat, "scores": torch.tensor([0.5])}])
