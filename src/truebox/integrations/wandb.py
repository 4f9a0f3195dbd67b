"""A result to Weights & Biases: the numbers, a table of classes, and the report page.

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
from truebox.integrations.report_page import page_of

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["class_rows", "log_to_wandb"]


def log_to_wandb(
    result: Result,
    prefix: str = "val/",
    *,
    run: Any = None,
    step: int | None = None,
    page: bool | None = None,
) -> None:
    """Log the metrics, the classes as a table, and the report page.

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
    page : bool, optional
        Whether to attach the report page, as ``val/report``; default: where the result has its boxes and
        plotly is installed.
    """
    try:
        wandb: Any = import_module("wandb")
    except ImportError as error:
        raise MissingExtraError("wandb", "wandb", "truebox.integrations.wandb") from error
    columns, rows = class_rows(result)
    logged: dict[str, Any] = dict(result.to_log(prefix))
    if rows:
        logged[f"{prefix}classes"] = wandb.Table(columns=columns, data=rows)
    html = page_of(result, page)
    if html is not None:
        logged[f"{prefix}report"] = wandb.Html(html)
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
