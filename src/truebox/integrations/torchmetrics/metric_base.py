"""The class a metric inherits: `torchmetrics.Metric`, or what of it is needed where that is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["MetricBase"]


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


try:
    from torchmetrics import Metric as MetricBase
except ImportError:
    MetricBase = _Alone  # type: ignore[assignment,misc,unused-ignore]
