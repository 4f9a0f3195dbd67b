"""The processes of `torch.distributed`, and classes of frameworks that need not be installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["from_everyone", "process", "real_base"]


def real_base(module: str, name: str) -> Any:
    """A class of a framework to inherit; `object` where the framework is not installed."""
    try:
        return getattr(import_module(module), name)
    except ImportError:
        return object


def process() -> tuple[int, int]:
    """The number of this process, and how many there are.

    Examples
    --------
    >>> process()
    (0, 1)
    """
    distributed = _distributed()
    return (0, 1) if distributed is None else (distributed.get_rank(), distributed.get_world_size())


def from_everyone(value: Any, group: Any = None) -> list[Any]:
    """The value of each process of `torch.distributed`, in their order; alone, this one.

    Examples
    --------
    >>> from_everyone(b"mine")
    [b'mine']
    """
    distributed = _distributed()
    if distributed is None or distributed.get_world_size(group) == 1:
        return [value]
    found: list[Any] = [None] * distributed.get_world_size(group)
    distributed.all_gather_object(found, value, group=group)
    return found


def _distributed() -> Any:
    """`torch.distributed`, if it runs."""
    try:
        distributed: Any = import_module("torch.distributed")
    except ImportError:
        return None
    return distributed if distributed.is_available() and distributed.is_initialized() else None
