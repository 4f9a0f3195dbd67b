"""What the Triton kernels of several rooms share."""

from __future__ import annotations

from contextlib import nullcontext
from importlib import import_module
from typing import Any

from truebox.errors import MissingExtraError

try:
    torch: Any = import_module("torch")
    triton: Any = import_module("triton")
    tl: Any = import_module("triton.language")
except ImportError as error:
    raise MissingExtraError("triton", "torch", "kernels on a CUDA device") from error

__all__ = ["device_of", "rounded_quotient"]


def device_of(tensor: Any) -> Any:
    """What to start kernels on a tensor in; nothing, which is quicker, where its device is current."""
    if tensor.device.index == torch.cuda.current_device():
        return nullcontext()
    return torch.cuda.device(tensor.device)


@triton.jit
def rounded_quotient(a, b):  # type: ignore[no-untyped-def]
    """Rounded as the processor rounds it; Triton's own division of float32 is approximate."""
    if a.dtype == tl.float32:
        return tl.div_rn(a, b)
    else:
        return a / b
