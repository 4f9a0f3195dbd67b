"""Kernels have the values and slopes that PyTorch has of the formulas, to the last bit."""

from __future__ import annotations

import numpy as np
import pytest

from truebox import losses
from truebox.arrays import library_of
from truebox.arrays.torch_library import TorchLibrary

torch = pytest.importorskip("torch")

NAMES = ("iou", "giou", "diou", "ciou", "eiou", "siou", "mpdiou", "nwd")
FORMATS = ("xyxy", "yxyx", "xywh", "cxcywh")
DTYPES = ("float32", "float64")


def boxes_of(kind, count, seed=0):
    """Predictions and targets, float64 [count, 4]."""
    chance = np.random.default_rng(seed)
    if kind == "ties":  # of few whole numbers: corners in common, boxes closed and the wrong way round
        return chance.integers(0, 6, (count, 4)) * 1.0, chance.integers(0, 6, (count, 4)) * 1.0
    if kind == "sizes":  # of every size, and equal ones
        one, other = (
            chance.normal(0, 1, (count, 4)) * 10.0 ** chance.integers(-12, 12, (count, 1)) for _ in "ab"
        )
        one[::7] = other[::7]
        return one, other
    low = chance.uniform(0, 600, (count, 2))
    target = np.concatenate((low, low + chance.uniform(0.1, 100, (count, 2))), axis=1)
    return target + chance.normal(0, 3, target.shape), target


def loss_of(name, prediction, target, **options):
    sizes = {"image_size": (640, 479.3)} if name == "mpdiou" else {}
    return getattr(losses, f"{name}_loss")(prediction, target, **sizes, **options)


def answer(name, boxes, dtype, wanted=(True, True), upstream=None, **options):
    """The loss and the gradients of both sides."""
    prediction, target = (
        torch.tensor(side, dtype=getattr(torch, dtype)).requires_grad_(need)
        for side, need in zip(boxes, wanted, strict=True)
    )
    loss = loss_of(name, prediction, target, **options)
    weight = (
        torch.tensor(1.37, dtype=loss.dtype) if upstream is None else torch.tensor(upstream, dtype=loss.dtype)
    )
    if any(wanted):
        (loss * weight).sum().backward()
    return loss.detach(), prediction.grad, target.grad


@pytest.fixture
def by_formula(monkeypatch):
    """`answer`, by operations of PyTorch alone."""

    def answered(*given, **options):
        with monkeypatch.context() as patch:
            patch.setattr(TorchLibrary, "is_plain_pair", lambda *_: False)
            return answer(*given, **options)

    return answered


def assert_same(found, expected):
    for mine, theirs in zip(found, expected, strict=True):
        if theirs is None:
            assert mine is None
        else:
            torch.testing.assert_close(mine, theirs, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", ["near", "ties", "sizes"])
def test_bits_are_those_of_the_formula(by_formula, name, dtype, kind):
    for count in (1, 7, 200):  # also what fills no whole register
        boxes = boxes_of(kind, count, seed=count)
        for reduction in ("none", "mean", "sum"):
            given = (name, boxes, dtype)
            assert_same(answer(*given, reduction=reduction), by_formula(*given, reduction=reduction))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("box_format", FORMATS)
@pytest.mark.parametrize("kind", ["near", "ties"])
def test_bits_of_every_format(by_formula, name, box_format, kind):
    given, options = (name, boxes_of(kind, 50), "float32"), {"box_format": box_format, "reduction": "mean"}
    for wanted in ((True, False), (False, True), (False, False)):
        assert_same(answer(*given, wanted, **options), by_formula(*given, wanted, **options))


@pytest.mark.parametrize("name", NAMES)
def test_bits_of_slopes_and_weights_of_single_boxes(by_formula, name):
    boxes, weights = boxes_of("near", 33), np.random.default_rng(1).uniform(0, 2, 33)
    assert_same(
        answer(name, boxes, "float32", upstream=weights), by_formula(name, boxes, "float32", upstream=weights)
    )
    for reduction in ("none", "mean", "sum"):
        options = {"weights": weights.tolist(), "reduction": reduction}
        assert_same(answer(name, boxes, "float64", **options), by_formula(name, boxes, "float64", **options))


@pytest.mark.parametrize("name", ["giou", "ciou"])
def test_bits_of_many_boxes_and_of_batches(by_formula, name):
    many = boxes_of("near", 70_001)
    assert_same(
        answer(name, many, "float32", reduction="mean"), by_formula(name, many, "float32", reduction="mean")
    )
    batch = tuple(side.reshape(2, 3, 5, 4) for side in boxes_of("near", 30))
    assert_same(answer(name, batch, "float32"), by_formula(name, batch, "float32"))


# CIoU's weight is a constant in the gradient, and none in a small step.
@pytest.mark.parametrize("name", sorted(set(NAMES) - {"ciou"}))
def test_gradients_are_those_of_small_steps(name):
    prediction, target = (torch.tensor(side).requires_grad_() for side in boxes_of("near", 6))
    for reduction in ("none", "mean"):
        assert torch.autograd.gradcheck(
            lambda a, b, reduction=reduction: loss_of(name, a, b, reduction=reduction), (prediction, target)
        )
    assert torch.autograd.gradgradcheck(lambda a, b: loss_of(name, a, b), (prediction, target))


@pytest.mark.parametrize("name", NAMES)
def test_second_derivatives_are_those_of_the_formula(by_formula, monkeypatch, name):
    boxes = boxes_of("near", 5)

    def second(one_tensor):
        prediction, target = (torch.tensor(side).requires_grad_() for side in boxes)
        target = prediction if one_tensor else target
        (slope,) = torch.autograd.grad(
            loss_of(name, prediction, target, reduction="sum"), prediction, create_graph=True
        )
        (slope * slope).sum().backward()
        return slope.detach(), prediction.grad

    for one_tensor in (False, True):
        found = second(one_tensor)
        with monkeypatch.context() as patch:
            patch.setattr(TorchLibrary, "is_plain_pair", lambda *_: False)
            expected = second(one_tensor)
        for mine, theirs in zip(found, expected, strict=True):
            torch.testing.assert_close(mine, theirs, rtol=1e-12, atol=1e-14)


def test_many_gradients_at_once():
    prediction, target = (torch.tensor(side) for side in boxes_of("near", 5))
    prediction.requires_grad_()
    loss = loss_of("giou", prediction, target)
    (found,) = torch.autograd.grad(loss, prediction, torch.eye(5, dtype=loss.dtype), is_grads_batched=True)
    for row in range(5):
        (one,) = torch.autograd.grad(loss_of("giou", prediction, target)[row], prediction)
        assert torch.equal(found[row], one)


def test_transforms_see_the_formula():
    prediction, target = (torch.tensor(side) for side in boxes_of("near", 5))

    def total(boxes):
        return loss_of("giou", boxes, target, reduction="sum")

    wanted = prediction.clone().requires_grad_()
    total(wanted).backward()
    assert torch.equal(torch.func.grad(total)(prediction), wanted.grad)
    each = torch.func.vmap(torch.func.grad(lambda a, b: loss_of("giou", a[None], b[None]).sum()))(
        prediction, target
    )
    assert torch.equal(each, wanted.grad)


def test_what_is_changed_after_the_loss_is_noticed():
    prediction, target = (torch.tensor(side) for side in boxes_of("near", 5))
    loss = loss_of("giou", prediction.requires_grad_(), target, reduction="sum")
    target.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_who_is_taken():
    library, (one, other) = library_of(torch.zeros(1)), (torch.tensor(side) for side in boxes_of("near", 6))
    assert library.is_plain_pair(one, other)
    assert library.is_plain_pair(one.requires_grad_(), other)
    assert library.is_plain_pair(torch.nn.Parameter(one), other)
    assert library.is_plain_pair(one[::2], other[::2])

    class Watched(torch.Tensor):
        pass

    for first, second in (
        (one, other.float()),
        (one.half(), other.half()),
        (one[:, None], other[None]),
        (one[:0], other[:0]),
        (one.reshape(2, 3, 4).transpose(0, 1), other.reshape(3, 2, 4)),
        (one.detach().as_subclass(Watched), other),
        (one, other.numpy()),
        (one, other.to("meta")),
        (one, other.long()),
    ):
        assert not library.is_plain_pair(first, second)
    with torch.autocast("cpu"):
        assert not library.is_plain_pair(one, other)


@pytest.mark.parametrize("name", NAMES)
def test_huge_boxes_and_none_are_left_to_the_formula(by_formula, name):
    one, other = boxes_of("near", 6)
    for value in (2.0**70, np.inf, np.nan):
        spoilt = one.copy()
        spoilt[2, 3] = value
        for mine, theirs in zip(
            answer(name, (spoilt, other), "float32"),
            by_formula(name, (spoilt, other), "float32"),
            strict=True,
        ):
            torch.testing.assert_close(mine, theirs, rtol=0, atol=0, equal_nan=True)


def test_strided_boxes():
    one, other = (torch.tensor(side, dtype=torch.float32) for side in boxes_of("near", 9))
    view = torch.cat((one, one), dim=1)[:, 4:].requires_grad_()
    plain = one.requires_grad_()
    for boxes in (view, plain):
        loss_of("ciou", boxes, other, reduction="sum").backward()
    assert torch.equal(view.grad, plain.grad)


def test_a_prediction_of_hardly_any_extent_has_the_gradient_of_double_precision(by_formula):
    """In single precision the square of such sides, or its reciprocal, is none, which made CIoU's NaN."""
    sides = np.array([[1e-20, 1e-20], [1e-19, 3e-20], [1e-18, 1e-21], [1e-16, 1e-16], [2e-15, 1e-15]])
    pairs = np.concatenate([np.zeros_like(sides), sides], axis=1), np.tile([0.0, 0.0, 1.0, 2.0], (5, 1))
    exact = answer("ciou", pairs, "float64")[1]
    assert torch.isfinite(exact).all()
    for way in (answer, by_formula):
        torch.testing.assert_close(way("ciou", pairs, "float32")[1].double(), exact, rtol=1e-4, atol=0)
