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

__all__ = ["FOR_NVIDIA", "Starts", "device_of", "ordinary_quotient", "rounded_quotient"]


def device_of(tensor: Any) -> Any:
    """What to start kernels on a tensor in; nothing, which is quicker, where its device is current."""
    if tensor.device.index == torch.cuda.current_device():
        return nullcontext()
    return torch.cuda.device(tensor.device)


class Starts:
    """A kernel whose compiled forms are kept, so that starting it again asks little.

    Triton's own start binds, checks and describes every argument of every call, which takes longer than a
    kernel of a thousand boxes runs. Here a form is found by what Triton compiles it for: the device, dtypes,
    constants, whether pointers and whole numbers are multiples of 16, and whether a number is 1 or needs 64
    bits.

    Parameters
    ----------
    kernel : triton.JITFunction
        With all arguments, then all constants, in its signature.
    **options
        What Triton takes beside them: ``num_warps``, ``enable_fp_fusion``.
    """

    def __init__(self, kernel: Any, **options: Any) -> None:
        self._kernel, self._options = kernel, options
        self._forms: dict[Any, Any] = {}

    def __call__(
        self, blocks: tuple[int, ...], values: tuple[Any, ...], constants: tuple[Any, ...], kinds: Any = None
    ) -> None:
        """Start `blocks` of threads on the device of the first value, a tensor, which is the current one.

        `kinds` stands for all that the values make Triton compile anew, where the caller knows it is less
        than is looked up else.
        """
        device = values[0].get_device()
        key = (device, constants, kinds or tuple(map(_kind, values)))
        form = self._forms.get(key)
        if form is None:
            form = self._kernel[blocks](*values, *constants, **self._options)
            # Interpreted kernels have none, and older releases start theirs with other arguments.
            if form is not None and _STARTS_FORMS:
                self._forms[key] = form
            return
        if _is_profiled():
            form[(*blocks, 1, 1)[:3]](*values, *constants)
            return
        stream = torch._C._cuda_getCurrentRawStream(device)
        form.run(
            *(*blocks, 1, 1)[:3],
            stream,
            form.function,
            form.packed_metadata,
            None,
            None,
            None,
            *values,
            *constants,
        )


# As of 3.6 a compiled form takes what the kernel takes, constants too.
_STARTS_FORMS = tuple(int(part) for part in triton.__version__.split(".")[:2]) >= (3, 6)


def _is_profiled() -> bool:
    """Whether somebody asked to be called at each start."""
    hooks = triton.knobs.runtime.launch_enter_hook, triton.knobs.runtime.launch_exit_hook
    return any(getattr(hook, "calls", hook) for hook in hooks)


def _kind(value: Any) -> Any:
    if isinstance(value, int):
        return value == 1, value % 16 == 0, -(2**31) <= value < 2**31
    return value.dtype, value.data_ptr() % 16 == 0


@triton.jit
def rounded_quotient(a, b):  # type: ignore[no-untyped-def]
    """Rounded as the processor rounds it; Triton's own division of float32 is approximate."""
    if a.dtype == tl.float32:
        return tl.div_rn(a, b)
    else:
        return a / b


# Neither interpreted nor for cards of AMD.
FOR_NVIDIA = isinstance(rounded_quotient, triton.JITFunction) and torch.version.hip is None
_FOR_NVIDIA = tl.constexpr(FOR_NVIDIA)


@triton.jit
def ordinary_quotient(a, b):  # type: ignore[no-untyped-def]
    """As `rounded_quotient`, of float32: a >= 0, b > 0, nothing near underflow or overflow.

    The reciprocal's estimate is corrected once, the quotient twice by what is left of `a`, which fused
    operations know exactly; the last correction rounds to the nearest.
    """
    if not _FOR_NVIDIA:
        return rounded_quotient(a, b)
    else:
        return tl.inline_asm_elementwise(
            """
            {
                .reg .f32 minus, inverse, quotient, rest;
                neg.f32 minus, $2;
                rcp.approx.ftz.f32 inverse, $2;
                fma.rn.f32 rest, minus, inverse, 0f3F800000;
                fma.rn.f32 inverse, inverse, rest, inverse;
                mul.rn.f32 quotient, $1, inverse;
                fma.rn.f32 rest, minus, quotient, $1;
                fma.rn.f32 quotient, inverse, rest, quotient;
                fma.rn.f32 rest, minus, quotient, $1;
                fma.rn.f32 $0, inverse, rest, quotient;
            }
            """,
            "=f,f,f",
            [a, b],
            dtype=tl.float32,
            is_pure=True,
            pack=1,
        )
