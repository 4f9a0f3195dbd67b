"""A result to MLflow: the numbers, and the report page and the document as artifacts."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from truebox import report
from truebox.errors import MissingExtraError

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["log_result", "metric_names"]

_REFUSED = re.compile(r"[^\w\-. /]")
"""What MLflow takes in a name: letters, digits, and these."""


def log_result(
    result: Result, prefix: str = "val/", *, step: int | None = None, artifacts: bool = True
) -> None:
    """Log the metrics and, as artifacts, ``truebox.json`` and a Markdown table.

    Parameters
    ----------
    result : Result
        As `truebox.evaluate` and `truebox.Evaluator.result` give it.
    prefix : str
        Before each name.
    step : int, optional
        As `mlflow.log_metrics` takes it.
    artifacts : bool
        Whether to write files beside the numbers.
    """
    try:
        mlflow: Any = import_module("mlflow")
    except ImportError as error:
        raise MissingExtraError("mlflow", "mlflow", "truebox.integrations.mlflow") from error
    mlflow.log_metrics(metric_names(result.to_log(prefix)), step=step)
    if artifacts:
        mlflow.log_text(report.to_json([result]), "truebox.json")
        mlflow.log_text(report.to_markdown([result]), "truebox.md")


def metric_names(log: dict[str, float]) -> dict[str, float]:
    """The numbers under names that MLflow takes.

    Examples
    --------
    >>> metric_names({"val/AP": 0.5, "val/AP[tiny]": 0.25})
    {'val/AP': 0.5, 'val/AP_tiny_': 0.25}
    """
    return {_REFUSED.sub("_", name): value for name, value in log.items()}
