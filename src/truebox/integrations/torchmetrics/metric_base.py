"""The class a metric inherits: `torchmetrics.Metric`, or what of it is needed where that is missing."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any

import torch

__all__ = ["MetricBase", "uncompiled"]


def uncompiled(update: Callable[..., None]) -> Callable[..., None]:
    """`update`, which ``torch.compile`` leaves to Python.

    The compiler takes NumPy's arrays for tensors, which what is native does not take. It is told so only once
    it compiles: to load it takes a second.
    """

    @wraps(update)
    def left_alone(*args: Any, **kwargs: Any) -> None:
        if torch.compiler.is_compiling():
            torch.compiler.disable(update)(*args, **kwargs)  # type: ignore[no-untyped-call]
        else:
            update(*args, **kwargs)

    return left_alone


class _Alone:
    """A metric without torchmetrics: no synchronisation but the one that is called."""

    def __init__(self, **kwargs: Any) -> None:
        if kwargs:
            raise ValueError(f"Unexpected keyword arguments: {', '.join(map(repr, kwargs))}")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """The value of this batch alone, which is kept with the others."""
        kept = self._copy_state_dict()
        self.reset()
        self.update(*args, **kwargs)
        alone, batch = self.compute(), self._copy_state_dict()
        for name, value in kept.items():
            setattr(self, name, value)
        self._take_over(batch)
        return alone

    if TYPE_CHECKING:

        def update(self, *args: Any, **kwargs: Any) -> None: ...
        def compute(self) -> Any: ...
        def reset(self) -> None: ...
        def _copy_state_dict(self) -> dict[str, Any]: ...
        def _take_over(self, state: dict[str, Any]) -> None: ...


def _with_state(metric: Any) -> Any:
    """`torchmetrics.Metric`, of which `state_dict` holds what was seen, once `persistent` asks for it."""

    class Kept(metric):  # type: ignore[misc]
        is_kept = False

        def persistent(self, mode: bool = False) -> None:
            """Change whether `state_dict` holds what was seen."""
            super().persistent(mode)
            self.is_kept = mode

        def state_dict(self, destination: Any = None, prefix: str = "", keep_vars: bool = False) -> Any:
            """As of torchmetrics; what was seen is one tensor of bytes."""
            found = super().state_dict(destination=destination, prefix=prefix, keep_vars=keep_vars)
            if self.is_kept:
                found[f"{prefix}{_SEEN}"] = torch.frombuffer(bytearray(self._packed()), dtype=torch.uint8)
            return found

        def _load_from_state_dict(self, state_dict: Any, prefix: str, *args: Any) -> None:
            held = state_dict.pop(f"{prefix}{_SEEN}", None)
            if held is not None:
                self._unpack(held.cpu().numpy().tobytes())
                self._computed = None
            super()._load_from_state_dict(state_dict, prefix, *args)

        if TYPE_CHECKING:

            def _packed(self) -> bytes: ...
            def _unpack(self, data: bytes) -> None: ...

    return Kept


_SEEN = "seen"
"""The key of what was seen, behind the prefix of the metric."""

MetricBase: Any = _Alone
with suppress(ImportError):
    MetricBase = _with_state(import_module("torchmetrics").Metric)
