"""A result to Weights & Biases: the numbers, and a table of classes.

Examples
--------
>>> from truebox.integrations.wandb import class_rows
>>> class_rows.__name__
'class_rows'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from truebox.errors import MissingExtraError

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["class_rows", "log_result"]


def log_result(result: Result, prefix: str = "val/", *, run: Any = None, step: int | None = None) -> None:
    """Log the metrics and, as a table, the classes.

    Parameters
    ----------
    result : Result
        As `truebox.evaluate` and `truebox.Evaluator.result` give it.
    prefix : str
        Before each name.
    run : wandb.Run, optional
        Default: the one that is running.
    step : int, optional
        As `wandb.log` takes it.
    """
    try:
        wandb: Any = import_module("wandb")
    except ImportError as error:
        raise MissingExtraError("wandb", "wandb", "truebox.integrations.wandb") from error
    columns, rows = class_rows(result)
    logged: dict[str, Any] = dict(result.to_log(prefix))
    if rows:
        logged[f"{prefix}classes"] = wandb.Table(columns=columns, data=rows)
    (wandb if run is None else run).log(logged, step=step)


def class_rows(result: Result) -> tuple[list[str], list[list[Any]]]:
    """The columns of a table of classes, and its rows.

    Examples
    --------
    >>> import truebox as tb
    >>> cat = {"boxes": [[0, 0, 9, 9]], "labels": ["cat"]}
    >>> columns, rows = class_rows(tb.evaluate([cat], [{**cat, "scores": [0.5]}], mode="corrected"))
    >>> columns[:5], rows[0][:5]
    (['class', 'images', 'truths', 'detections', 'AP'], ['cat', 1, 1, 1, 1.0])
    """
    names = list(dict.fromkeys(name for entry in result.per_class for name in entry.metrics))
    rows = [
        [entry.name, entry.images, entry.truths, entry.detections, *map(entry.metrics.get, names)]
        for entry in result.per_class
    ]
    return ["class", "images", "truths", "detections", *names], rows
