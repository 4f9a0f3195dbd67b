"""A result to MLflow: the numbers, and the report page and the document as artifacts."""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any

from truebox import report
from truebox.errors import MissingExtraError
from truebox.integrations.report_page import page_of

if TYPE_CHECKING:
    from truebox.evaluation import Result

__all__ = ["log_to_mlflow", "metric_names"]

_REFUSED = re.compile(r"[^\w\-. /]")
"""What MLflow takes in a name: letters, digits, and these."""


def log_to_mlflow(
    result: Result,
    prefix: str = "val/",
    *,
    step: int | None = None,
    artifacts: bool = True,
    page: bool | None = None,
) -> None:
    """Log the metrics and, as artifacts, the document, two tables and the report page.

    Parameters
    ----------
    result : Result
        As `truebox.evaluate` and `truebox.Evaluator.result` give it.
    prefix : str
        Before each name, those of the artifacts too: ``val/`` is a folder of theirs.
    step : int, optional
        As `mlflow.log_metrics` takes it.
    artifacts : bool
        Whether to write files beside the numbers: ``val/truebox.json``, ``.md``, ``.csv``; of several steps
        the last stays.
    page : bool, optional
        Whether to attach the report page, ``val/truebox.html``; default: where the result has its boxes and
        plotly is installed.
    """
    try:
        mlflow: Any = import_module("mlflow")
    except ImportError as error:
        raise MissingExtraError("mlflow", "mlflow", "truebox.integrations.mlflow") from error
    mlflow.log_metrics(metric_names(result.to_log(prefix)), step=step)
    file = _REFUSED.sub("_", f"{prefix}truebox")
    if artifacts:
        mlflow.log_text(report.to_json([result]), f"{file}.json")
        mlflow.log_text(report.to_markdown([result]), f"{file}.md")
        mlflow.log_text(report.to_csv([result]), f"{file}.csv")
    html = page_of(result, page) if artifacts or page else None
    if html is not None:
        mlflow.log_text(html, f"{file}.html")


def metric_names(log: dict[str, float]) -> dict[str, float]:
    """The numbers under names that MLflow takes.

    Examples
    --------
    >>> metric_names({"val/AP": 0.5, "val/AP[tiny]": 0.25})
    {'val/AP': 0.5, 'val/AP_tiny_': 0.25}
    """
    return {_REFUSED.sub("_", name): value for name, value in log.items()}
