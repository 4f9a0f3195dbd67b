"""Run lengths on a CUDA device: run where there is one, skipped visibly elsewhere."""

from __future__ import annotations

import numpy as np
import pytest

from truebox.arrays import has_triton
from truebox.errors import ArgumentError
from truebox.masks import as_masks, cuda, encode_masks
from truebox.masks.cuda import encoded_on_cuda

torch = pytest.importorskip("torch")
on_cuda = pytest.mark.skipif(not torch.cuda.is_available() or not has_triton(), reason="needs a CUDA device")


@pytest.fixture
def small_ones_too(monkeypatch):
    """Masks of few pixels are else fetched, which is as quick."""
    monkeypatch.setattr(cuda, "FEW_PIXELS", 0)


def dense(number: int) -> np.ndarray:
    chance = np.random.default_rng(number)
    shape = chance.integers(1, 4), chance.integers(1, 700), chance.integers(1, 500)
    masks = chance.random(shape) < chance.choice([0, 0.01, 0.5, 1])
    return masks.cumsum(1) % 97 > 48 if number % 2 else masks


def test_what_is_elsewhere_is_left_to_the_processor():
    assert encoded_on_cuda(np.ones((2, 2), bool), "nhw", "masks") is None
    assert encoded_on_cuda(torch.ones((2, 2), dtype=torch.bool), "nhw", "masks") is None


def test_tensors_elsewhere_are_fetched():
    mask = np.array([[0, 1], [0, 1]], np.uint8)
    for encode in (encode_masks, as_masks):
        assert encode(torch.tensor(mask)).runs.tolist() == [2, 2]
        with pytest.raises(ArgumentError, match=r"masks > 0\.5"):
            encode(torch.tensor(mask).float())


@on_cuda
@pytest.mark.parametrize("number", range(12))
def test_runs_are_those_of_the_processor(number, small_ones_too):
    masks = dense(number)
    stack = torch.tensor(masks).cuda()
    if number % 3 == 0:
        stack = stack.transpose(1, 2).contiguous().transpose(1, 2)
    if number % 4 == 0:
        stack = stack.to(torch.int32) * 256
    found, expected = encode_masks(stack), encode_masks(masks)
    assert encoded_on_cuda(stack, "nhw", "masks") is not None
    assert found.runs.tolist() == expected.runs.tolist()
    assert found.offsets.tolist() == expected.offsets.tolist()
    assert found.sizes.tolist() == expected.sizes.tolist()
    assert found.runs.dtype == np.uint32
    by_last = encode_masks(stack.permute(1, 2, 0), layout="hwn")
    assert by_last.runs.tolist() == expected.runs.tolist()


@on_cuda
def test_few_pixels_are_fetched_and_give_the_same():
    masks = torch.arange(2**20, device="cuda").reshape(2, 512, 1024) % 7 == 0
    assert encoded_on_cuda(masks[:1], "nhw", "masks") is None
    assert encoded_on_cuda(masks, "nhw", "masks") is not None
    assert encode_masks(masks[:1]).runs.tolist() == encode_masks(masks)[0].runs.tolist()


@on_cuda
def test_floats_are_refused_and_nothing_is_nothing():
    with pytest.raises(ArgumentError, match=r"masks > 0\.5"):
        encode_masks(torch.ones((2, 2)).cuda())
    assert len(encode_masks(torch.ones((0, 2, 2), dtype=torch.bool).cuda())) == 0
