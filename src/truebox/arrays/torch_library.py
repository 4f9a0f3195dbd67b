"""PyTorch: tensors on any device, with autograd, ``torch.compile`` and ``torch.func``.

``import torch`` stands inside the functions: they run only for tensors, so the caller has imported it, and
``torch.compile`` follows such an import without a graph break.
"""

from __future__ import annotations

from typing import Any

from truebox.arrays.array_library import ArrayLibrary

__all__ = ["TorchLibrary"]


class TorchLibrary(ArrayLibrary):
    """PyTorch through the verbs of `ArrayLibrary`."""

    name = "torch"

    @property
    def xp(self) -> Any:
        """``torch`` has NumPy's names for all that formulas use."""
        import torch  # noqa: PLC0415

        return torch

    @property
    def default_float(self) -> str:
        """What integers become: ``torch.get_default_dtype()``."""
        import torch  # noqa: PLC0415

        return str(torch.get_default_dtype()).removeprefix("torch.")

    def dtype_name(self, array: Any) -> str:
        """See `ArrayLibrary.dtype_name`."""
        return str(array.dtype).removeprefix("torch.")

    def cast(self, array: Any, dtype: str) -> Any:
        """See `ArrayLibrary.cast`."""
        import torch  # noqa: PLC0415

        return array.to(getattr(torch, dtype))

    def columns(self, boxes: Any) -> tuple[Any, Any, Any, Any]:
        """By ``unbind``, whose gradient is one stack instead of four zero-filled arrays."""
        x_min, y_min, x_max, y_max = boxes.unbind(-1)
        return x_min, y_min, x_max, y_max

    def stack(self, columns: Any) -> Any:
        """See `ArrayLibrary.stack`."""
        return self.xp.stack(columns, dim=-1)

    def stop_gradient(self, array: Any) -> Any:
        """See `ArrayLibrary.stop_gradient`."""
        return array.detach()

    def known_below(self, array: Any, limit: float) -> bool:
        """Looked up on the CPU only: elsewhere the question would wait for the device."""
        if not _is_plain(array):
            return False
        return bool(array.numel() == 0 or (array.detach().abs().amax() < limit).item())

    def device(self, array: Any) -> Any | None:
        """See `ArrayLibrary.device`."""
        return array.device

    def from_numpy(self, array: Any, like: Any) -> Any:
        """See `ArrayLibrary.from_numpy`."""
        import torch  # noqa: PLC0415

        return torch.as_tensor(array, device=None if like is None else like.device)

    def to_numpy(self, array: Any) -> Any:
        """See `ArrayLibrary.to_numpy`."""
        return array.detach().cpu().double().numpy()

    def ready_on_cuda(self, array: Any) -> bool:
        """Whether a kernel may read `array` on a CUDA device: nobody traces or differentiates it."""
        import torch  # noqa: PLC0415

        return _is_plain(array, "cuda") and not (array.requires_grad and torch.is_grad_enabled())

    def numpy_view(self, array: Any) -> Any | None:
        """A view of a CPU tensor whose gradient nobody asks for."""
        import torch  # noqa: PLC0415

        if not _is_plain(array) or (array.requires_grad and torch.is_grad_enabled()):
            return None
        if array.dtype not in (torch.float32, torch.float64):
            return None
        return array.detach().numpy()


def _is_plain(array: Any, device: str = "cpu") -> bool:
    """Whether the numbers lie in ordinary memory of `device` now: no trace, no ``vmap``, no tangent."""
    import torch  # noqa: PLC0415

    if torch.compiler.is_compiling() or array.device.type != device or array.layout is not torch.strided:
        return False
    if type(array) not in (torch.Tensor, torch.nn.Parameter):
        return False
    jit: Any = torch.jit  # its types are incomplete
    # A level above -1 means dual numbers, whose tangents a view would lose.
    if torch.autograd.forward_ad._current_level >= 0 or jit.is_tracing():
        return False
    return not torch._C._functorch.is_functorch_wrapped_tensor(array)
