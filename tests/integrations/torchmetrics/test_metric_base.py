"""What is inherited: without torchmetrics, and its `state_dict`."""

from __future__ import annotations

import importlib.util
import warnings
from typing import Any

import pytest

torch = pytest.importorskip("torch")

from torch_batches import batches  # noqa: E402  after the skip

from truebox.integrations.torchmetrics import MeanAveragePrecision  # noqa: E402  after the skip
from truebox.integrations.torchmetrics.metric_base import _Alone  # noqa: E402  after the skip

HAVE_TORCHMETRICS = importlib.util.find_spec("torchmetrics") is not None


def computed(metric: Any) -> dict[str, Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return dict(metric.compute())


def filled(**how: Any) -> Any:
    metric = MeanAveragePrecision(**how)
    for preds, target in batches(5, 4):
        metric.update(preds, target)
    return metric


def test_an_argument_that_nobody_takes_is_named() -> None:
    with pytest.raises(ValueError, match="'dist_sync'"):
        _Alone(dist_sync=True)


def test_a_call_gives_the_value_of_its_batch_and_keeps_all() -> None:
    metric, alone = MeanAveragePrecision(), MeanAveragePrecision()
    for preds, target in batches(5, 4):
        alone.reset()
        alone.update(preds, target)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = metric(preds, target)
        assert torch.equal(value["map"], computed(alone)["map"])
    assert torch.equal(computed(metric)["map"], computed(filled())["map"])


@pytest.mark.skipif(not HAVE_TORCHMETRICS, reason="needs torchmetrics, whose state_dict it is")
def test_a_checkpoint_holds_what_was_seen_where_that_is_asked_for() -> None:
    first, *others = list(batches(5, 4))
    metric = MeanAveragePrecision(extended_summary=True)
    metric.update(*first)
    assert not metric.state_dict()
    metric.persistent(True)
    module = torch.nn.ModuleDict({"map": metric})
    resumed = torch.nn.ModuleDict({"map": MeanAveragePrecision(extended_summary=True)})
    computed(resumed["map"])  # what was computed before is not what is asked for after
    assert resumed.load_state_dict(module.state_dict()) == ([], [])
    for batch in others:
        resumed["map"].update(*batch)
    found, expected = computed(resumed["map"]), computed(filled(extended_summary=True))
    assert "ious" not in found  # matrices are not in it
    expected.pop("ious")
    assert found.keys() == expected.keys()
    assert all(torch.equal(found[name], value) for name, value in expected.items())


@pytest.mark.filterwarnings("ignore:.torch.jit:DeprecationWarning")  # of PyTorch's own compiler
def test_a_compiled_step_updates_as_python_does() -> None:
    metric = MeanAveragePrecision()

    def step(preds: Any, target: Any) -> Any:
        metric.update(preds, target)
        return sum(each["scores"].sum() for each in preds)

    compiled = torch.compile(step, backend="eager")
    for preds, target in batches(5, 4):
        assert compiled(preds, target) == sum(each["scores"].sum() for each in preds)
    numbers, expected = computed(metric), computed(filled())
    assert all(torch.equal(numbers[name], expected[name]) for name in expected)
