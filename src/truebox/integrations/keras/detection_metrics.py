"""A callback that evaluates a detector after each epoch; `truebox.integrations.keras` shows it.

Examples
--------
>>> from truebox.integrations.keras import DetectionMetrics
>>> DetectionMetrics([], lambda batch, model: ([], []), categories=["cat"]).prefix
'val_'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from truebox.errors import MissingExtraError
from truebox.evaluation import Evaluator

try:
    _keras: Any = import_module("keras")
except ImportError as error:
    raise MissingExtraError("keras", "keras", "truebox.integrations.keras") from error

__all__ = ["DetectionMetrics"]


class DetectionMetrics(_keras.callbacks.Callback):  # type: ignore[misc]
    """Evaluates all batches after each epoch, and writes the numbers into ``logs``.

    ``model.evaluate`` answers Keras's own numbers alone; with this among its callbacks, `evaluator.metrics()`
    has the others afterwards.

    Stands before `TensorBoard`, `ModelCheckpoint` and whatever else reads ``logs``.

    Parameters
    ----------
    data : iterable of batches
        Gone through after each epoch.
    entries : callable
        From a batch and the model to what `truebox.Evaluator.update` takes: truth and predictions, one entry
        per image.
    categories : ids, names or mapping of id to name
        Every class.
    prefix : str
        Before each name.
    **how
        Every other argument of `truebox.Evaluator`.
    """

    def __init__(
        self,
        data: Iterable[Any],
        entries: Callable[[Any, Any], tuple[Any, Any]],
        *,
        categories: Any,
        prefix: str = "val_",
        **how: Any,
    ) -> None:
        super().__init__()
        self.data, self.entries, self.prefix = data, entries, prefix
        self.evaluator = Evaluator(categories, **how)
        self._fitting = False

    def set_params(self, params: Any) -> None:
        """Begin anew: `fit` and `evaluate` call it first, also after a `fit` that was broken off."""
        super().set_params(params)
        self._fitting = False

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Leave what `fit` validates to the end of the epoch."""
        del logs
        self._fitting = True

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Evaluate."""
        del epoch
        self._evaluate()
        if logs is not None:
            logs.update(self.evaluator.metrics(self.prefix))

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        """Evaluate, where `fit` does not run; what callbacks write here Keras does not answer."""
        del logs
        if not self._fitting:
            self._evaluate()

    def _evaluate(self) -> None:
        self.evaluator.reset()
        for batch in self.data:
            self.evaluator.update(*self.entries(batch, self.model))
