from __future__ import annotations

import sys
from importlib import import_module

import pytest

from truebox.arrays import has_triton
from truebox.errors import MissingExtraError

torch = pytest.importorskip("torch")
on_cuda = pytest.mark.skipif(not torch.cuda.is_available() or not has_triton(), reason="needs a CUDA device")

if has_triton():  # kernels see what their module holds
    tl = import_module("triton.language")
    ordinary_quotient = import_module("truebox.arrays.triton").ordinary_quotient


def plus(given, out, number, count, block: tl.constexpr):
    """A kernel, once it is compiled: more than the numbers given."""
    at = tl.arange(0, block)
    tl.store(out + at, tl.load(given + at, mask=at < count, other=0) + number, mask=at < count)


def quotients(given, out, count, block: tl.constexpr):
    at = tl.program_id(0) * block + tl.arange(0, block)
    value = tl.load(given + 2 * at, mask=at < count, other=1.0)
    tl.store(
        out + at,
        ordinary_quotient(value, tl.load(given + 2 * at + 1, mask=at < count, other=1.0)),
        mask=at < count,
    )


@pytest.mark.skipif(has_triton(), reason="Triton is installed")
@pytest.mark.parametrize("room", ["arrays", "masks", "suppression", "overlap.ways"])
def test_without_triton_the_error_says_what_to_install(room):
    assert "triton" not in sys.modules
    with pytest.raises(MissingExtraError, match=r"needs triton\. Install it with: pip install"):
        import_module(f"truebox.{room}.triton")


@on_cuda
def test_what_is_started_again_is_what_was_compiled_for_such_values():
    triton, starts = import_module("triton"), import_module("truebox.arrays.triton").Starts
    start = starts(triton.jit(plus), num_warps=1)
    numbers = torch.arange(200, device="cuda")
    for _ in range(2):
        for dtype in (torch.int64, torch.float32):
            for given in (numbers.to(dtype), numbers.to(dtype)[1:]):
                for number in (1, 2, 3, 16, 48, -5, 2**33, 2**33 + 1):
                    for count, block in ((1, 64), (16, 64), (50, 64), (50, 128)):
                        out = torch.zeros(200, dtype=dtype, device="cuda")
                        start((1,), (given, out, number, count), (block,))
                        assert torch.equal(out[:count], given[:count] + number)
                        assert not out[count:].any()


@on_cuda
def test_an_ordinary_quotient_is_rounded_to_the_nearest():
    triton = import_module("triton")
    kernel = triton.jit(quotients)
    chance = torch.Generator().manual_seed(1)
    count = 1 << 20
    mantissas = 1 + torch.randint(0, 1 << 23, (count, 2), generator=chance) / 2**23
    pairs = (mantissas * 2.0 ** torch.randint(-60, 40, (count, 2), generator=chance)).float()
    pairs[::4, 0] = (pairs[::4, 1].double() * mantissas[::4, 0]).float()  # nearly a whole quotient
    pairs[1::97, 0] = 0
    out = torch.empty(count, device="cuda")
    kernel[(count // 1024,)](pairs.cuda(), out, count, 1024)
    assert torch.equal(out.cpu(), pairs[:, 0] / pairs[:, 1])
