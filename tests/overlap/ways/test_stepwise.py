from __future__ import annotations

import numpy as np
import pytest
from measure_cases import MEASURES, extra, pairwise, random_pairs

from truebox import overlap
from truebox.errors import ArgumentError, InputError
from truebox.overlap.ways import in_order as engine
from truebox.overlap.ways import stepwise


def test_the_answer_may_lie_over_the_boxes():
    a, b = random_pairs(8, 1)
    expected = overlap.pairwise_giou(a, b)
    memory = np.empty((8, 8))
    memory[:, :4] = a
    boxes = memory.reshape(16, 4)[::2]
    assert np.array_equal(overlap.pairwise_giou(boxes, b, out=memory), expected)


@pytest.mark.parametrize("name", MEASURES)
def test_every_measure_has_both_functions_and_takes_the_same_options(name):
    a, b = random_pairs(4, 2)
    values = pairwise(name, a, b)
    rows = getattr(overlap, f"elementwise_{name}")(a, b, **extra(name))
    assert np.array_equal(np.diagonal(values), rows)


def test_out_is_for_numpy():
    torch = pytest.importorskip("torch")
    with pytest.raises(ArgumentError, match="out goes with NumPy arrays only; these are of torch"):
        overlap.pairwise_giou(torch.ones(1, 4), torch.ones(1, 4), out=np.empty((1, 1)))


def test_two_libraries_at_once_are_refused():
    torch, jax = pytest.importorskip("torch"), pytest.importorskip("jax")
    with pytest.raises(ArgumentError, match="boxes_a is of torch and boxes_b of jax"):
        overlap.pairwise_giou(torch.ones(1, 4), jax.numpy.ones((1, 4)))


@pytest.mark.parametrize("name", ["giou", "diou", "ciou", "eiou", "ios"])
def test_kernels_answer_for_arrays_and_tensors_in_memory(name, monkeypatch):
    torch = pytest.importorskip("torch")
    a, b = random_pairs(8, 5)
    expected = pairwise(name, a, b)

    def forbidden(*_arguments, **_options):
        raise AssertionError("the formula was asked")

    monkeypatch.setattr(engine, "measured_pairs", forbidden)
    monkeypatch.setattr(stepwise, "pair_boxes", forbidden)
    assert np.array_equal(pairwise(name, a, b), expected)
    assert np.array_equal(pairwise(name, a.tolist(), np.asfortranarray(b)), expected)
    tensors = torch.from_numpy(a), torch.from_numpy(b)
    assert np.array_equal(pairwise(name, *tensors).numpy(), expected)
    # Whoever asks for a gradient gets the formula, which has one.
    with pytest.raises(AssertionError, match="the formula was asked"):
        pairwise(name, tensors[0].requires_grad_(), tensors[1])


@pytest.mark.parametrize("name", ["giou", "diou", "ciou", "eiou", "ios"])
def test_what_kernels_refuse_has_its_answer_or_its_error(name):
    a, b = random_pairs(8, 6)
    # So large that squares overflow: scaled by the formula.
    huge = pairwise(name, a * 2.0**600, b * 2.0**600)
    assert huge == pytest.approx(pairwise(name, a, b), abs=1e-12)
    torch = pytest.importorskip("torch")
    broken = a.copy()
    broken[3, 1] = np.nan
    for array in (np.asarray, torch.from_numpy):
        with pytest.raises(InputError, match=r"E-190 boxes_a\[3\]"):
            pairwise(name, array(broken), array(b))
        with overlap.unchecked():  # NaN stays in its row
            values = np.asarray(pairwise(name, array(broken), array(b)))
        assert np.isnan(values[3]).all()
        assert np.isfinite(np.delete(values, 3, 0)).all()
    if name in ("diou", "ciou", "eiou"):
        with pytest.raises(ArgumentError, match="needs image_size"):
            pairwise(name, a / 1000, b / 1000, box_format="rel_xyxy")


def test_many_pairs_are_shared_between_threads():
    a, b = random_pairs(3000, 7)
    values = overlap.pairwise_giou(a, b[:1000])
    assert np.array_equal(values[2990:], overlap.pairwise_giou(a[2990:], b[:1000]))


@pytest.mark.parametrize("name", ["giou", "siou"])
def test_a_side_that_takes_no_part_in_a_transform(name):
    torch = pytest.importorskip("torch")
    a, b = (torch.from_numpy(boxes) for boxes in random_pairs(5, 8))
    watched = a.clone().requires_grad_()
    pairwise(name, watched, b).sum().backward()
    gradient = torch.func.grad(lambda boxes: pairwise(name, boxes, b).sum())(a)
    assert torch.allclose(gradient, watched.grad, rtol=0, atol=1e-12)
    mapped = torch.vmap(lambda boxes: pairwise(name, boxes, b))(torch.stack([a, a]))
    assert torch.allclose(mapped[1], pairwise(name, a, b), rtol=0, atol=1e-14)
    constant = torch.vmap(lambda shift: pairwise(name, a, b) + shift)(torch.zeros(3, dtype=torch.float64))
    assert torch.allclose(constant[2], pairwise(name, a, b), rtol=0, atol=1e-14)
