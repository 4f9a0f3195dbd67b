"""PyTorch: tensors on any device, with autograd, ``torch.compile`` and ``torch.func``.

PyTorch is imported inside a function: that runs only for tensors, so the caller has imported it, and
``torch.compile`` follows such an import without a graph break.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from importlib.util import find_spec
from typing import Any

from truebox.arrays.array_library import ArrayLibrary

__all__ = ["TorchLibrary", "has_triton"]


class TorchLibrary(ArrayLibrary):
    """PyTorch through the verbs of `ArrayLibrary`."""

    name = "torch"

    @property
    def xp(self) -> Any:
        """``torch`` has NumPy's names for all that formulas use."""
        return _torch()

    @property
    def default_float(self) -> str:
        """What integers become: ``torch.get_default_dtype()``."""
        torch = _torch()
        return str(torch.get_default_dtype()).removeprefix("torch.")

    def dtype_name(self, array: Any) -> str:
        """See `ArrayLibrary.dtype_name`."""
        return str(array.dtype).removeprefix("torch.")

    def cast(self, array: Any, dtype: str) -> Any:
        """See `ArrayLibrary.cast`."""
        torch = _torch()
        return array.to(getattr(torch, dtype))

    def columns(self, rows: Any, count: int = 4) -> tuple[Any, ...]:
        """By ``unbind``, whose gradient is one stack instead of `count` zero-filled arrays."""
        del count
        return tuple(rows.unbind(-1))

    def stack(self, columns: Any) -> Any:
        """See `ArrayLibrary.stack`."""
        return self.xp.stack(columns, dim=-1)

    def stop_gradient(self, array: Any) -> Any:
        """See `ArrayLibrary.stop_gradient`."""
        return array.detach()

    def known_below(self, array: Any, limit: float) -> bool:
        """Looked up on the CPU only: elsewhere the answer would block on the device."""
        if not _is_plain(array):
            return False
        return bool(array.numel() == 0 or (array.detach().abs().amax() < limit).item())

    def device(self, array: Any) -> Any | None:
        """See `ArrayLibrary.device`."""
        return array.device

    def from_numpy(self, array: Any, like: Any) -> Any:
        """See `ArrayLibrary.from_numpy`."""
        torch = _torch()
        return torch.as_tensor(array, device=None if like is None else like.device)

    def to_numpy(self, array: Any) -> Any:
        """See `ArrayLibrary.to_numpy`."""
        _refuse_without_memory(_torch(), array)
        return array.detach().cpu().double().numpy()

    def fetched(self, array: Any) -> Any:
        """See `ArrayLibrary.fetched`."""
        _refuse_written_down(_torch())
        _refuse_without_memory(_torch(), array)
        there = array.detach()
        return (there.float() if self.dtype_name(there) == "bfloat16" else there).cpu().numpy()

    def ready_on_cuda(self, first: Any, *others: Any) -> bool:
        """Whether a kernel may read all on a CUDA device: none is traced or differentiated, or no tensor."""
        torch = _torch()
        if not first.is_cuda or torch.compiler.is_compiling() or _is_watched(torch):
            return False
        for array in (first, *others):
            if not _is_ordinary(torch, array) or not array.is_cuda:
                return False
            if array.requires_grad and torch.is_grad_enabled():
                return False
        return True

    def numpy_views(self, first: Any, second: Any) -> tuple[Any, Any] | None:
        """As `numpy_view` of both, with what holds for the whole process asked once."""
        torch = _torch()
        if not first.is_cpu or torch.compiler.is_compiling() or _is_watched(torch):
            return None
        dtype = first.dtype
        if second.dtype is not dtype or (dtype is not torch.float32 and dtype is not torch.float64):
            return None
        if not (_is_in_memory(torch, first) and _is_in_memory(torch, second)):
            return None
        if first.requires_grad or second.requires_grad:
            return None if torch.is_grad_enabled() else (first.detach().numpy(), second.detach().numpy())
        return first.numpy(), second.numpy()

    def is_plain_pair(self, first: Any, second: Any) -> bool:
        """Two tensors of float32 or float64 on the CPU, of one dtype and shape; differentiated they may be.

        In more than two dimensions of C order, as what PyTorch makes of others lies otherwise.
        """
        torch = _torch()
        if torch.compiler.is_compiling() or _is_watched(torch) or _casts_on_cpu()():
            return False
        dtype = first.dtype
        if dtype is not torch.float32 and dtype is not torch.float64:
            return False
        if not (_is_in_memory(torch, first) and _is_in_memory(torch, second)):
            return False
        shape = first.shape
        if second.dtype is not dtype or second.shape != shape or len(shape) < 2 or shape[-1] != 4:
            return False
        if len(shape) > 2 and not (first.is_contiguous() and second.is_contiguous()):
            return False
        return bool(first.numel())

    def wrap_numpy(self, answer: Any) -> Any:
        """See `ArrayLibrary.wrap_numpy`."""
        torch = _torch()
        return torch.from_numpy(answer)

    def numpy_view(self, array: Any) -> Any | None:
        """A view of a CPU tensor that needs no gradient."""
        torch = _torch()
        if not _is_plain(array) or (array.requires_grad and torch.is_grad_enabled()):
            return None
        if array.dtype not in (torch.float32, torch.float64):
            return None
        return array.detach().numpy()

    def plain_view(self, array: Any) -> Any | None:
        """See `ArrayLibrary.plain_view`."""
        return self.numpy_view(array)

    def values_in_memory(self, array: Any) -> Any | None:
        """See `ArrayLibrary.values_in_memory`."""
        torch = _torch()
        known = array.dtype is torch.float32 or array.dtype is torch.float64
        return array.detach().numpy() if known and _is_plain(array) else None

    def numbers_in_memory(self, array: Any) -> Any | None:
        """See `ArrayLibrary.numbers_in_memory`; bfloat16, which NumPy has not, as float32."""
        if not _is_plain(array) or (array.requires_grad and self.xp.is_grad_enabled()):
            return None
        return (array.float() if self.dtype_name(array) == "bfloat16" else array).detach().numpy()


@cache
def has_triton() -> bool:
    """Whether Triton is installed, which PyTorch's builds for CUDA bring.

    Examples
    --------
    >>> has_triton() in (True, False)
    True
    """
    return find_spec("triton") is not None


def _is_plain(array: Any) -> bool:
    """Whether the numbers lie in ordinary memory now: no trace, no ``vmap``, no tangent."""
    torch = _torch()
    return not torch.compiler.is_compiling() and not _is_watched(torch) and _is_in_memory(torch, array)


def _is_watched(torch: Any) -> bool:
    """Whether it is being traced, transformed or differentiated forwards, which a view would lose.

    A mode that sees operations may be writing them down (``make_fx``): numbers from elsewhere would stand in
    its graph as constants.
    """
    # A level above -1 means dual numbers. Within a transform (`torch.func`) operations on any tensor, also
    # on one that takes no part in it, give tensors without memory.
    return (
        torch.autograd.forward_ad._current_level >= 0
        or bool(torch._C._is_tracing())
        or torch._C._functorch.peek_interpreter_stack() is not None
        or torch._C._len_torch_dispatch_stack() > 0
    )


def _refuse_written_down(torch: Any) -> None:
    """Numbers read while a graph is written (``make_fx``, ``torch.jit.trace``) stand in it as constants."""
    written = bool(torch._C._is_tracing())
    tracing = sys.modules.get("torch.fx.experimental.proxy_tensor")
    if tracing is not None and not written:
        mode = getattr(tracing, "get_proxy_mode", None) or tracing.get_innermost_proxy_mode  # before 2.3
        written = mode() is not None
    if written:
        raise RuntimeError("operations are being written down")


def _refuse_without_memory(torch: Any, array: Any) -> None:
    """What ``torch.func.functionalize`` hands on has an address of nothing, which ``numpy()`` reads."""
    if torch._is_functional_tensor(array):
        raise RuntimeError("a tensor under functionalize has no memory")


@cache
def _casts_on_cpu() -> Callable[[], bool]:
    """The question whether operations of the CPU are cast, as this version of PyTorch takes it."""
    torch = _torch()
    try:
        torch.is_autocast_enabled("cpu")
    except TypeError:  # before 2.4
        return torch.is_autocast_cpu_enabled  # type: ignore[no-any-return]
    return partial(torch.is_autocast_enabled, "cpu")


def _is_in_memory(torch: Any, array: Any) -> bool:
    """Whether `array` is an ordinary tensor of the CPU."""
    return _is_ordinary(torch, array) and array.is_cpu


def _is_ordinary(torch: Any, array: Any) -> bool:
    """Whether `array` is its own numbers: of no subclass, not sparse, not a batch of ``vmap``."""
    if type(array) is not torch.Tensor and type(array) is not torch.nn.Parameter:
        return False
    return array.layout is torch.strided and not torch._C._functorch.is_functorch_wrapped_tensor(array)


def _torch() -> Any:
    import torch  # noqa: PLC0415  of the extra "torch"

    return torch
